// What a message bar says. Plain data: pages and the shell hand it around by value.
#pragma once

#include <QString>
#include <QVector>

namespace linkdesk::app {

enum class Level { Info, Ok, Warn, Danger };

struct MessageButton {
    QString id; // given back in MessageBar::buttonClicked
    QString text;
};

struct Message {
    QString id;       // the same id replaces; withdraw(id) takes it away
    Level level = Level::Info;
    QString what;     // what happened, one sentence
    QString whatToDo; // what to do about it, may be empty
    QVector<MessageButton> buttons; // the first does it, the second is quieter
    bool closable = true;
    int timeoutMs = 0; // 0: stays. An undo offer goes by itself
};

} // namespace linkdesk::app
