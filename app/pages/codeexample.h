// What a generated code will look like: host quiet, code loud, and at the right a number that goes with it. GUI thread.
#pragma once

#include <QWidget>

namespace linkdesk::app {

class CodeExample final : public QWidget {
    Q_OBJECT

public:
    explicit CodeExample(QWidget *parent = nullptr);

    // `host` with its slash; foreign text.
    void setCode(const QString &host, const QString &code);
    [[nodiscard]] QString code() const { return m_code; }
    // Both empty: nothing at the right.
    void setFact(const QString &name, const QString &value);
    [[nodiscard]] QString fact() const { return m_fact; }
    [[nodiscard]] QSize sizeHint() const override { return {320, kHeight}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, kHeight}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    static constexpr int kHeight = 62;
    void describe();

    QString m_host;
    QString m_code;
    QString m_factName;
    QString m_fact;
};

} // namespace linkdesk::app
