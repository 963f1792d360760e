// A form's parts: FormField (label above, the editor, one line of state below) and FieldRow (name at the left, value at
// the right, for panes and previews). GUI thread.
#pragma once

#include "widgets/message.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QSpacerItem;

namespace linkdesk::app {

class ElidedLabel;
class Label;

class FormField final : public QWidget {
    Q_OBJECT

public:
    // Takes the editor as child, makes the label its buddy and its accessible name.
    FormField(const QString &label, QWidget *editor, QWidget *parent = nullptr);

    void setLabel(const QString &label);
    // One line with an icon below the editor; an empty text takes the line away. The line is the editor's accessible
    // description. With `link` a link button follows it: stateLinkClicked().
    void setState(Level level, const QString &text, const QString &link = {});
    void clearState() { setState(Level::Info, {}); }
    // Quiet text in the state's place while there is no state.
    void setHint(const QString &hint);
    // Moves the line to the right, to stand below the text of a check box.
    void setLineIndent(int indent);
    [[nodiscard]] QWidget *editor() const { return m_editor; }

Q_SIGNALS:
    void stateLinkClicked();

private:
    void updateLine();

    QWidget *m_editor;
    Label *m_label;
    QSpacerItem *m_gap; // the layout's
    QWidget *m_line;
    QWidget *m_icon;
    Label *m_text;
    QPushButton *m_link;
    QString m_hint;
    QString m_state;
    QString m_linkText;
    Level m_level = Level::Info;
};

class FieldRow final : public QWidget {
    Q_OBJECT

public:
    explicit FieldRow(const QString &name, QWidget *parent = nullptr);

    void setValue(const QString &value);
    // Instead of a text: chips, a link. The row owns it.
    void setValueWidget(QWidget *widget);
    void setValueElide(Qt::TextElideMode mode);
    // The value at the right edge, in equal digits (a list of numbers).
    void setValueRight(bool right);
    void setNameWidth(int width);
    // The value begins right behind the name, as in a line of several rows, and is as wide as it needs.
    void fitName();

private:
    QHBoxLayout *m_layout;
    ElidedLabel *m_name;
    ElidedLabel *m_value;
};

} // namespace linkdesk::app
