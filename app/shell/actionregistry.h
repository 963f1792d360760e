// Every action of the app by a stable id: text, icon, default shortcut, place in the menu. Menus, buttons and the
// command palette take them from here; shortcuts that clash are found, not guessed. GUI thread; owned by main,
// actions by it.
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

class QAction;
class QMenu;
class QWidget;

namespace linkdesk::app {

enum class MenuPlace { None, Link, Edit, Page, View, Service, Application };

struct ActionSpec {
    QString id;   // "link.new"
    QString text; // with & for the mnemonic
    const char *icon = nullptr;
    QKeySequence shortcut = {};
    MenuPlace place = MenuPlace::None;
};

class ActionRegistry final : public QObject {
    Q_OBJECT

public:
    explicit ActionRegistry(QObject *parent = nullptr) : QObject(parent) {}

    // An id is added once; a second time asserts and gives the first.
    QAction *add(const ActionSpec &spec);
    // Null for an unknown id.
    [[nodiscard]] QAction *action(const QString &id) const;
    [[nodiscard]] QStringList ids() const { return m_order; }
    [[nodiscard]] MenuPlace place(const QString &id) const;

    struct Conflict {
        QKeySequence keys;
        QStringList ids;
    };
    // Shortcuts that two actions claim, also where one is the beginning of the other.
    [[nodiscard]] QList<Conflict> conflicts() const;
    // Which other action has these keys; empty: none.
    [[nodiscard]] QString holderOf(const QKeySequence &keys, const QString &except = {}) const;
    // False and no change if another action holds the keys.
    bool setShortcut(const QString &id, const QKeySequence &keys);
    // Only those that differ from their default: what is to be saved.
    [[nodiscard]] QHash<QString, QKeySequence> changedShortcuts() const;

    // Makes the shortcuts work in a window.
    void attachTo(QWidget *window) const;
    // Fills a menu with the actions of these places, a line between places.
    void fill(QMenu *menu, const QList<MenuPlace> &places) const;

private:
    struct Entry {
        QAction *action = nullptr;
        MenuPlace place = MenuPlace::None;
        QKeySequence fallback;
    };
    QHash<QString, Entry> m_entries;
    QStringList m_order;
};

} // namespace linkdesk::app
