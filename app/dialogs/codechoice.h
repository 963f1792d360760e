// How the code of a link without a name of its own is made: as the domain does, or by another generator, and how long.
// GUI thread.
#pragma once

#include "api/codetypes.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QSpinBox;

namespace linkdesk::app {

class CodeChoice final : public QWidget {
    Q_OBJECT

public:
    explicit CodeChoice(QWidget *parent = nullptr);

    // What the domain does by itself.
    void setUsual(const CodeSettings &usual);
    // Absent: as the domain does.
    [[nodiscard]] std::optional<CodeGenerator> generator() const;
    [[nodiscard]] std::optional<int> length() const;
    void setChoice(std::optional<CodeGenerator> generator, std::optional<int> length);
    // The domain's settings with what is chosen here.
    [[nodiscard]] CodeSettings effective() const;
    [[nodiscard]] bool isUsual() const { return !generator() && !length(); }

Q_SIGNALS:
    void edited();

private:
    void fill();
    void updateLength();

    CodeSettings m_usual;
    QComboBox *m_generator;
    QSpinBox *m_length;
};

} // namespace linkdesk::app
