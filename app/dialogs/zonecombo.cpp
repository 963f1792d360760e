#include "dialogs/zonecombo.h"

#include <QCompleter>
#include <QLineEdit>
#include <QTimeZone>

namespace linkdesk::app {

namespace {

constexpr int kRowsShown = 14;

} // namespace

ZoneCombo::ZoneCombo(QWidget *parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(kRowsShown);
    QStringList names;
    const QList<QByteArray> ids = QTimeZone::availableTimeZoneIds();
    for (const QByteArray &id : ids) {
        if (id.contains('/') || id == "UTC") // the rest are old names and offsets
            names << QString::fromLatin1(id);
    }
    addItems(names);
    lineEdit()->setPlaceholderText(tr("Type a city or a region"));
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    completer()->setMaxVisibleItems(kRowsShown);
}

void ZoneCombo::setZone(const QString &id)
{
    if (!id.isEmpty() && findText(id, Qt::MatchFixedString) < 0)
        addItem(id);
    setCurrentIndex(findText(id, Qt::MatchFixedString));
}

QString ZoneCombo::zone() const
{
    const int found = findText(currentText().trimmed(), Qt::MatchFixedString); // in any case
    return found < 0 ? QString() : itemText(found);
}

} // namespace linkdesk::app
