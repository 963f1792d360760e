#include "shell/actionregistry.h"

#include "style/icons.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

namespace linkdesk::app {

namespace {

bool clash(const QKeySequence &a, const QKeySequence &b)
{
    if (a.isEmpty() || b.isEmpty())
        return false;
    return a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch;
}

QString plainText(QString text)
{
    return text.remove(QLatin1Char('&'));
}

} // namespace

QAction *ActionRegistry::add(const ActionSpec &spec)
{
    Q_ASSERT_X(!m_entries.contains(spec.id), "ActionRegistry::add", "an id is added once");
    if (QAction *there = action(spec.id))
        return there;
    auto *made = new QAction(spec.text, this);
    made->setObjectName(spec.id);
    made->setShortcut(spec.shortcut);
    if (spec.icon)
        made->setIcon(icon(spec.icon));
    const QString keys = spec.shortcut.toString(QKeySequence::NativeText);
    made->setToolTip(keys.isEmpty() ? plainText(spec.text) : QStringLiteral("%1 (%2)").arg(plainText(spec.text), keys));
    m_entries.insert(spec.id, {made, spec.place, spec.shortcut});
    m_order.append(spec.id);
    return made;
}

QAction *ActionRegistry::action(const QString &id) const
{
    return m_entries.value(id).action;
}

MenuPlace ActionRegistry::place(const QString &id) const
{
    return m_entries.value(id).place;
}

QList<ActionRegistry::Conflict> ActionRegistry::conflicts() const
{
    QList<Conflict> found;
    for (qsizetype i = 0; i < m_order.size(); ++i) {
        const QKeySequence keys = action(m_order[i])->shortcut();
        for (qsizetype j = i + 1; j < m_order.size(); ++j) {
            if (clash(keys, action(m_order[j])->shortcut()))
                found.append({keys, {m_order[i], m_order[j]}});
        }
    }
    return found;
}

QString ActionRegistry::holderOf(const QKeySequence &keys, const QString &except) const
{
    for (const QString &id : m_order) {
        if (id != except && clash(keys, action(id)->shortcut()))
            return id;
    }
    return {};
}

bool ActionRegistry::setShortcut(const QString &id, const QKeySequence &keys)
{
    QAction *target = action(id);
    if (!target || !holderOf(keys, id).isEmpty())
        return false;
    target->setShortcut(keys);
    return true;
}

QHash<QString, QKeySequence> ActionRegistry::changedShortcuts() const
{
    QHash<QString, QKeySequence> changed;
    for (auto it = m_entries.begin(); it != m_entries.end(); ++it) {
        if (it->action->shortcut() != it->fallback)
            changed.insert(it.key(), it->action->shortcut());
    }
    return changed;
}

void ActionRegistry::attachTo(QWidget *window) const
{
    for (const QString &id : m_order)
        window->addAction(action(id));
}

void ActionRegistry::fill(QMenu *menu, const QList<MenuPlace> &places) const
{
    for (const MenuPlace wanted : places) {
        if (!menu->isEmpty())
            menu->addSeparator();
        for (const QString &id : m_order) {
            if (place(id) == wanted)
                menu->addAction(action(id));
        }
    }
}

} // namespace linkdesk::app
