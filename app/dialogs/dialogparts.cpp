#include "dialogs/dialogparts.h"

#include "style/appstyle.h"
#include "widgets/label.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

QVBoxLayout *makeDialogColumn(QDialog *dialog, const QString &title, int width)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setFixedWidth(width);
    auto *column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(16);
    auto *label = new Label(title, TextRole::Title, Tone::Text, dialog);
    label->setWordWrap(true);
    column->addWidget(label);
    return column;
}

void addDialogButtons(QDialog *dialog, QVBoxLayout *column, QPushButton *last, bool isDefault)
{
    QPushButton *cancel = makeButton(QDialog::tr("Cancel"), ButtonKind::Secondary, nullptr, dialog);
    cancel->setObjectName(u"dialogCancel"_qs);
    cancel->setAutoDefault(!isDefault);
    cancel->setDefault(!isDefault);
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    last->setAutoDefault(isDefault);
    last->setDefault(isDefault);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(last);
    column->addLayout(row);
    // Wrapped texts ask for the height of a narrower dialog: give what this width needs.
    dialog->resize(dialog->width(), column->totalHeightForWidth(dialog->width()));
}

} // namespace linkdesk::app
