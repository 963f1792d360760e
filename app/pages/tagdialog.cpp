#include "pages/tagdialog.h"

#include "dialogs/tagedit.h"
#include "style/appstyle.h"
#include "widgets/formfield.h"
#include "widgets/label.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 460;

} // namespace

TagDialog::TagDialog(Kind kind, int links, const QStringList &offered, QWidget *parent)
    : QDialog(parent), m_tags(new TagEdit(this)),
      m_ok(makeButton(kind == Kind::Add ? tr("Add") : tr("Take off"), ButtonKind::Primary, "tag", this))
{
    setObjectName(u"tagDialog"_qs);
    setAttribute(Qt::WA_DeleteOnClose);
    const QString title = kind == Kind::Add ? tr("Add tags to %n link(s)", nullptr, links)
                                            : tr("Take tags off %n link(s)", nullptr, links);
    setWindowTitle(title);
    setMinimumWidth(kWidth);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(16);
    auto *heading = new Label(title, TextRole::Title, Tone::Text, this);
    heading->setWordWrap(true);
    column->addWidget(heading);
    m_tags->setObjectName(u"batchTags"_qs);
    auto *completer = new QCompleter(offered, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_tags->lineEdit()->setCompleter(completer);
    auto *field = new FormField(tr("Tags"), m_tags, this);
    field->setHint(tr("Enter or a comma ends a tag."));
    column->addWidget(field);
    QPushButton *cancel = makeButton(tr("Cancel"), ButtonKind::Secondary, nullptr, this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_ok->setObjectName(u"tagConfirm"_qs);
    m_ok->setAutoDefault(false); // Enter ends a tag first
    m_ok->setEnabled(false);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(m_ok);
    column->addLayout(row);
    const auto update = [this] { m_ok->setEnabled(!m_tags->tags().isEmpty()); };
    connect(m_tags, &TagEdit::edited, this, update);
    connect(m_tags->lineEdit(), &QLineEdit::textChanged, this, update);
    connect(m_tags, &TagEdit::submitted, this, &TagDialog::give);
    connect(m_ok, &QPushButton::clicked, this, &TagDialog::give);
    m_tags->lineEdit()->setFocus();
}

void TagDialog::give()
{
    const QStringList tags = m_tags->tags();
    if (tags.isEmpty())
        return;
    Q_EMIT given(tags);
    accept();
}

} // namespace linkdesk::app
