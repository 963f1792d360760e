#include "dialogs/newlinkdialog.h"

#include "api/errortext.h"
#include "dialogs/duplicatenote.h"
#include "dialogs/linkform.h"
#include "dialogs/linkpreview.h"
#include "dialogs/targetcheck.h"
#include "models/codetexts.h"
#include "models/texts.h"
#include "models/zonedmoment.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"
#include "widgets/messagebar.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace linkdesk::app {

namespace {

constexpr int kSlugPauseMs = 300;
constexpr int kDuplicatePauseMs = 400;
constexpr int kFormWidth = 620;
constexpr int kPreviewWidth = 300;
constexpr int kHeight = 640;
constexpr int kFooterHeight = 56;
constexpr int kOwnersFrom = 500; // the newest links name those who work with it

} // namespace

NewLinkDialog::NewLinkDialog(AdminClient &client, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_client(client)
    , m_form(new LinkForm(this))
    , m_preview(new LinkPreview(this))
    , m_messages(new MessageBar(this))
    , m_title(new Label(tr("New link"), TextRole::Title, Tone::Text, this))
    , m_keepOpen(new QCheckBox(tr("Keep this window open for the next link"), this))
    , m_cancel(makeButton(tr("Cancel"), ButtonKind::Secondary, nullptr, this))
    , m_primary(makeButton(tr("Create and copy"), ButtonKind::Primary, "copy", this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("New link"));
    setObjectName(u"newLinkDialog"_qs);
    m_keepOpen->setObjectName(u"keepOpen"_qs);
    m_cancel->setObjectName(u"cancelButton"_qs);
    m_primary->setObjectName(u"primaryButton"_qs);
    m_slugTimer.setSingleShot(true);
    m_slugTimer.setInterval(kSlugPauseMs);
    m_duplicateTimer.setSingleShot(true);
    m_duplicateTimer.setInterval(kDuplicatePauseMs);
    build();
    wire();
    askForDomains();
    askForZone();
    updatePreview();
}

NewLinkDialog::NewLinkDialog(AdminClient &client, const LinkInfo &link, QWidget *parent) : NewLinkDialog(client, parent)
{
    setObjectName(u"editLinkDialog"_qs);
    setWindowTitle(tr("Edit link"));
    m_title->setText(tr("Edit link"));
    m_primary->setText(tr("Save"));
    m_primary->setIcon({});
    m_keepOpen->hide();
    load(link);
}

void NewLinkDialog::build()
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    m_form->setAutoFillBackground(false);

    auto *left = new QVBoxLayout;
    left->setContentsMargins(0, 18, 0, 0);
    left->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(24, 0, 24, 12);
    head->addWidget(m_title);
    left->addLayout(head);
    auto *messages = new QHBoxLayout;
    messages->setContentsMargins(24, 0, 24, 0);
    messages->addWidget(m_messages);
    left->addLayout(messages);
    left->addSpacing(4);
    left->addWidget(scroll, 1);

    auto *top = new QHBoxLayout;
    top->setSpacing(0);
    top->addLayout(left, 1);
    top->addWidget(m_preview);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top, 1);
    column->addWidget(footer());
    setMinimumSize(kFormWidth + kPreviewWidth, 420);
    resize(kFormWidth + kPreviewWidth, kHeight);
}

QWidget *NewLinkDialog::footer()
{
    auto *footer = new QWidget(this);
    footer->setFixedHeight(kFooterHeight);
    auto *row = new QHBoxLayout(footer);
    row->setContentsMargins(24, 0, 24, 0);
    row->setSpacing(8);
    row->addWidget(m_keepOpen);
    row->addStretch(1);
    row->addWidget(m_cancel);
    row->addWidget(m_primary);
    return footer;
}

QSize NewLinkDialog::sizeHint() const
{
    return {kFormWidth + kPreviewWidth, kHeight};
}

void NewLinkDialog::wire()
{
    connect(m_form, &LinkForm::changed, this, &NewLinkDialog::updatePreview);
    connect(m_form, &LinkForm::submitted, this, &NewLinkDialog::submit);
    connect(m_form, &LinkForm::optionsShown, this, &NewLinkDialog::askForOwners);
    connect(m_form, &LinkForm::slugEdited, this, [this] {
        m_form->setSlugState(Level::Info, {});
        m_slugTimer.start();
    });
    connect(m_form, &LinkForm::targetEdited, this, [this] {
        m_form->duplicateNote()->hide();
        m_duplicateTimer.start();
    });
    connect(&m_slugTimer, &QTimer::timeout, this, &NewLinkDialog::checkSlug);
    connect(&m_duplicateTimer, &QTimer::timeout, this, &NewLinkDialog::lookForDuplicate);
    connect(m_form->duplicateNote(), &DuplicateNote::useRequested, this, &NewLinkDialog::useDuplicate);
    connect(m_form->duplicateNote(), &DuplicateNote::anotherRequested, this, [this] {
        m_another = m_form->draft().url;
        m_form->duplicateNote()->hide();
    });
    connect(m_cancel, &QPushButton::clicked, this, &QWidget::close);
    connect(m_primary, &QPushButton::clicked, this, &NewLinkDialog::submit);
    connect(m_messages, &MessageBar::buttonClicked, this,
            [this](const QString &, const QString &button) { conflictAnswered(button); });
}

void NewLinkDialog::load(const LinkInfo &link)
{
    m_before = link;
    m_form->setEdited(link);
    m_another = link.url; // its own target is no duplicate
    LinkDraft draft;
    draft.url = link.url;
    draft.slug = link.code;
    draft.domain = link.domain;
    draft.title = link.title;
    draft.note = link.note;
    draft.tags = link.tags;
    draft.validFrom = link.validFrom;
    draft.expiresAt = link.expiresAt;
    draft.maxClicks = link.maxClicks;
    draft.fallbackUrl = link.fallbackUrl;
    draft.owner = link.owner;
    draft.favourite = link.favourite;
    draft.redirectStatus = link.redirectStatus;
    draft.forwardQuery = link.forwardQuery;
    m_checkedSlug = link.code;
    m_checkedShortUrl = link.shortUrl;
    m_form->setDraft(draft);
    m_slugTimer.stop();
    m_duplicateTimer.stop();
    updatePreview();
}

void NewLinkDialog::setTarget(const QString &url)
{
    m_form->setTarget(url);
}

void NewLinkDialog::askForDomains()
{
    m_client.service(this, [this](const ApiResult<ServiceInfo> &service) {
        if (!service)
            return; // the window works without; creating will tell
        m_publicUrl = service->publicUrl;
        updatePreview();
        m_client.domains(this, [this](const ApiResult<QList<DomainInfo>> &domains) {
            if (domains)
                m_form->setDomains(*domains, QUrl(m_publicUrl).authority());
        });
    });
}

// An older service has no settings: days end on this computer's clocks then.
void NewLinkDialog::askForZone()
{
    m_client.settings(this, [this](const ApiResult<ServiceSettings> &settings) {
        if (!settings)
            return;
        const QTimeZone zone = zoneNamed(settings->timeZone);
        m_form->setZone(zone);
        m_preview->setZone(zone);
        updatePreview();
    });
}

void NewLinkDialog::askForOwners()
{
    if (std::exchange(m_askedForOwners, true))
        return;
    LinkQuery query;
    query.limit = kOwnersFrom;
    m_client.listLinks(query, this, [this](const ApiResult<LinkPageInfo> &page) {
        if (!page)
            return;
        QStringList owners;
        for (const LinkInfo &link : page->links)
            owners << link.owner;
        m_form->setOwners(owners);
    });
}

QString NewLinkDialog::host() const
{
    const QString domain = m_form->domain();
    const QString host = domain.isEmpty() ? QUrl(m_publicUrl).authority(QUrl::PrettyDecoded) : domain;
    return host.isEmpty() ? QString() : host + u'/';
}

void NewLinkDialog::updatePreview()
{
    const LinkDraft draft = m_form->draft();
    m_preview->setDraft(draft);
    const bool checked = !draft.slug.isEmpty() && draft.slug == m_checkedSlug;
    m_preview->setShort(host(), draft.slug, checked ? m_checkedShortUrl : QString());
}

void NewLinkDialog::checkSlug()
{
    m_client.cancel(m_slugRequest);
    const LinkDraft draft = m_form->draft();
    if (draft.slug.isEmpty() || (m_before && draft.slug == m_before->code)) {
        m_form->setSlugState(Level::Info, {});
        updatePreview();
        return;
    }
    m_slugRequest = m_client.checkSlug(
        draft.slug, draft.domain, this, [this, asked = draft.slug](const ApiResult<SlugCheck> &check) {
            if (!check)
                return;
            m_checkedSlug = asked;
            // The code of a name somebody else has would lead to their target.
            m_checkedShortUrl = check->state == SlugState::Free ? check->shortUrl : QString();
            showSlugCheck(*check);
            updatePreview();
        });
}

void NewLinkDialog::showSlugCheck(const SlugCheck &check)
{
    QList<SimilarLink> similar;
    for (const SimilarLink &link : check.similarTo) {
        if (!m_before || link.id != m_before->id)
            similar << link;
    }
    switch (check.state) {
    case SlugState::Free:
        if (similar.isEmpty())
            m_form->setSlugState(Level::Ok, tr("Free."));
        else
            m_form->setSlugState(Level::Warn, similarText(similar));
        break;
    case SlugState::Taken: // a former name that still works has a reason
        m_form->setSlugState(Level::Danger, check.reason.isEmpty() ? tr("Taken by another link.")
                                                                   : tr("Taken: %1").arg(visibleText(check.reason)));
        break;
    case SlugState::Reserved:
        m_form->setSlugState(Level::Danger, tr("Reserved: links cannot have this name."));
        break;
    case SlugState::Invalid:
        m_form->setSlugState(Level::Danger, check.reason.isEmpty() ? tr("Letters, digits, emoji and - _ . ~ only.")
                                                                   : visibleText(check.reason));
        break;
    }
}

void NewLinkDialog::lookForDuplicate()
{
    m_client.cancel(m_duplicateRequest);
    const QString url = m_form->draft().url;
    if (url == m_another || !isSendable(checkTarget(url)))
        return;
    LinkQuery query;
    query.search = url;
    query.limit = 20;
    m_duplicateRequest = m_client.listLinks(query, this, [this, url](const ApiResult<LinkPageInfo> &page) {
        if (!page || m_form->draft().url != url)
            return;
        for (const LinkInfo &link : page->links) {
            if (link.url == url && link.state == LinkState::Active) {
                m_form->duplicateNote()->showFor(link);
                return;
            }
        }
    });
}

void NewLinkDialog::useDuplicate()
{
    const LinkInfo link = m_form->duplicateNote()->link();
    QGuiApplication::clipboard()->setText(link.shortUrl);
    Q_EMIT existingUsed(link);
    close();
}

void NewLinkDialog::submit()
{
    if (m_busy || !m_form->checkBeforeSending())
        return;
    m_messages->withdrawAll();
    if (m_before)
        save(m_before->version);
    else
        create();
}

void NewLinkDialog::setBusy(bool busy)
{
    m_busy = busy;
    m_primary->setEnabled(!busy);
}

void NewLinkDialog::create()
{
    setBusy(true);
    m_client.createLink(m_form->draft(), this, [this](const ApiResult<CreatedLink> &result) {
        setBusy(false);
        if (!result) {
            showProblem(result.error());
            return;
        }
        QGuiApplication::clipboard()->setText(result->link.shortUrl);
        Q_EMIT created(*result);
        if (m_keepOpen->isChecked())
            showCreated(*result);
        else
            close();
    });
}

void NewLinkDialog::showCreated(const CreatedLink &created)
{
    const LinkInfo &link = created.link;
    const LinkDraft last = m_form->draft();
    LinkDraft next; // tags, expiry and kind of code of a series are mostly the same
    next.domain = link.domain;
    next.generator = last.generator;
    next.length = last.length;
    next.tags = link.tags;
    next.validFrom = link.validFrom;
    next.expiresAt = link.expiresAt;
    next.owner = last.owner;
    m_form->setDraft(next);
    m_slugTimer.stop();
    m_duplicateTimer.stop();
    m_preview->setShort(shortName(link).host, link.code, link.shortUrl);
    const bool warned = !created.warnings.isEmpty();
    m_messages->post({u"created"_qs,
                      warned ? Level::Warn : Level::Ok,
                      tr("Created and copied %1").arg(visibleText(shortName(link).whole())),
                      warned ? visibleText(warningText(created.warnings.first())) : QString(),
                      {},
                      true,
                      warned ? 0 : 6000});
    m_form->focusTarget();
}

void NewLinkDialog::save(qint64 version)
{
    const LinkEdit edit = LinkEdit::between(*m_before, m_form->draft());
    if (edit.isEmpty()) {
        close();
        return;
    }
    setBusy(true);
    m_client.editLink(m_before->id, edit, version, this, [this](const ApiResult<LinkInfo> &result) { saved(result); });
}

void NewLinkDialog::saved(const ApiResult<LinkInfo> &result)
{
    setBusy(false);
    if (result) {
        Q_EMIT edited(*result);
        close();
    } else if (result.error().is(apicode::kVersionConflict)) {
        showConflict();
    } else {
        showProblem(result.error());
    }
}

void NewLinkDialog::showConflict()
{
    m_messages->post({u"conflict"_qs,
                      Level::Warn,
                      tr("Somebody else changed this link meanwhile."),
                      {},
                      {{u"theirs"_qs, tr("Load theirs")}, {u"mine"_qs, tr("Save mine")}},
                      true,
                      0});
}

void NewLinkDialog::conflictAnswered(const QString &button)
{
    if (!m_before || (button != u"theirs" && button != u"mine"))
        return;
    setBusy(true);
    m_client.fetchLink(m_before->id, this, [this, button](const ApiResult<LinkInfo> &now) {
        setBusy(false);
        if (!now) {
            showProblem(now.error());
            return;
        }
        m_messages->withdrawAll();
        if (button == u"theirs") {
            load(*now);
            return;
        }
        // What was changed here is put on top of theirs: the difference to what this window was opened with.
        save(now->version);
    });
}

void NewLinkDialog::showProblem(const ApiError &error)
{
    if (m_form->showProblem(error))
        return;
    m_messages->post({u"problem"_qs, Level::Danger, whatHappened(error), whatToDo(error), {}, true, 0});
}

void NewLinkDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers() & Qt::ControlModifier) {
        submit();
        return;
    }
    QWidget::keyPressEvent(event);
}

void NewLinkDialog::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_form->focusTarget();
    const QString clip = QGuiApplication::clipboard()->text().trimmed();
    const bool ours = !m_publicUrl.isEmpty() && clip.startsWith(m_publicUrl);
    if (!m_before && !ours && looksLikeTarget(clip))
        m_form->offerTarget(clip);
}

void NewLinkDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, height() - kFooterHeight - 1, width(), 1), t.border);
}

} // namespace linkdesk::app
