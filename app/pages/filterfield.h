// FilterField: the typed filter of the links page. Terms are drawn as tokens where they stand (key quiet, value in the
// accent), what is wrong is underlined; names and values are offered while typing. changed() tells each text that can
// be understood, once the typing has paused; mistakeChanged() the sentence about one that cannot, a little later: half a
// term is not a mistake yet. GUI thread.
#pragma once

#include "models/linkfilter.h"
#include "widgets/searchfield.h"

#include <QTimer>

class QCompleter;
class QModelIndex;
class QStandardItemModel;

namespace linkdesk::app {

class FilterField final : public SearchField {
    Q_OBJECT

public:
    explicit FilterField(const QString &placeholder, QWidget *parent = nullptr);

    void setWords(const FilterWords &words) { m_words = words; }
    [[nodiscard]] const FilterReading &reading() const { return m_reading; }
    // Without telling; a saved view or a link to this page put it there.
    void setFilter(const QString &text);
    // What only the service knows to be wrong. Positions are bytes, below 0: none was given.
    void setMistake(const QString &sentence, int position, int length);
    // At the end of what is typed.
    void addTerm(const QString &term);

Q_SIGNALS:
    void changed(const QString &text);
    void mistakeChanged(const QString &sentence); // empty: none

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void read();
    void mark();
    void tellMistake(const QString &sentence);
    void offer();
    void take(const QModelIndex &index);

    FilterReading m_reading;
    FilterWords m_words;
    FilterCompletion m_completion;
    QStandardItemModel *m_offered;
    QCompleter *m_completer;
    QTimer m_late;
    QString m_mistake; // as told
};

} // namespace linkdesk::app
