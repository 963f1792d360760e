#include "dialogs/linkpreview.h"

#include "dialogs/qrfile.h"
#include "dialogs/qrview.h"
#include "dialogs/separator.h"
#include "models/texts.h"
#include "models/zonedmoment.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kQrSide = 186; // 5 px a module up to version 3
constexpr int kWidth = 300;
constexpr int kNameColumn = 72;
constexpr qsizetype kLongestShown = 260; // characters of a target; the rest is in the field

// Host quiet, code loud, on one centred line.
class ShortNameLine final : public QWidget {
public:
    explicit ShortNameLine(QWidget *parent) : QWidget(parent)
    {
        setFixedHeight(20);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    void set(const QString &host, const QString &code)
    {
        m_host = visibleText(host);
        m_code = visibleText(code);
        setAccessibleName(m_host + m_code);
        setToolTip(plainToolTip(host + code));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        const QFontMetrics hostMetrics(textFont(TextRole::Body));
        const QFontMetrics codeMetrics(textFont(TextRole::Heading));
        const QString code = codeMetrics.elidedText(m_code, Qt::ElideRight, width());
        const int codeWidth = codeMetrics.horizontalAdvance(code);
        const QString host = hostMetrics.elidedText(m_host, Qt::ElideLeft, std::max(0, width() - codeWidth));
        const int hostWidth = hostMetrics.horizontalAdvance(host);
        const int x = (width() - hostWidth - codeWidth) / 2;
        painter.setFont(textFont(TextRole::Body));
        painter.setPen(t.text2);
        painter.drawText(QRect(x, 0, hostWidth + 1, height()), Qt::AlignVCenter | Qt::AlignLeft, host);
        painter.setFont(textFont(TextRole::Heading));
        painter.setPen(t.text);
        painter.drawText(QRect(x + hostWidth, 0, codeWidth + 1, height()), Qt::AlignVCenter | Qt::AlignLeft, code);
    }

private:
    QString m_host;
    QString m_code;
};

// Addresses have no spaces: let them break after what parts them.
QString breakable(const QString &url)
{
    QString text = visibleText(url.size() > kLongestShown ? url.left(kLongestShown) + u'…' : url);
    QString result;
    for (QChar c : text) {
        result += c;
        if (QStringView(u"/?&=-._").contains(c))
            result += QChar(0x200B);
    }
    return result;
}

} // namespace

LinkPreview::LinkPreview(QWidget *parent)
    : QWidget(parent)
    , m_qr(new QrView(kQrSide, this))
    , m_name(new ShortNameLine(this))
    , m_later(new Label(tr("You get a short name when you create it."), TextRole::Small, Tone::Text3, this))
    , m_copy(makeButton(tr("Copy QR"), ButtonKind::Secondary, "copy", this))
    , m_save(makeButton(tr("Save QR"), ButtonKind::Secondary, "download", this))
    , m_answer(new Label(QString(), TextRole::Small, Tone::Text, this))
    , m_opens(new Label(QString(), TextRole::Small, Tone::Text, this))
    , m_until(new Label(QString(), TextRole::Small, Tone::Text, this))
    , m_from(new Label(QString(), TextRole::Small, Tone::Text, this))
    , m_most(new Label(QString(), TextRole::Small, Tone::Text, this))
    , m_else(new Label(QString(), TextRole::Small, Tone::Text, this))
{
    setFixedWidth(kWidth);
    m_name->setObjectName(u"previewName"_qs);
    m_qr->setObjectName(u"previewQr"_qs);
    m_later->setAlignment(Qt::AlignCenter);
    m_opens->setObjectName(u"previewOpens"_qs);
    m_else->setObjectName(u"previewElse"_qs);
    for (Label *label : {m_answer, m_opens, m_from, m_until, m_most, m_else})
        label->setWordWrap(true);
    setControlSize(m_copy, ControlSize::Small);
    setControlSize(m_save, ControlSize::Small);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 22, 24, 16);
    column->setSpacing(0);
    column->addWidget(new Label(tr("Preview"), TextRole::Heading, Tone::Text, this));
    column->addSpacing(16);
    column->addWidget(m_qr, 0, Qt::AlignHCenter);
    column->addSpacing(12);
    column->addWidget(m_name);
    column->addWidget(m_later);
    column->addSpacing(8);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addSpacing(18);
    column->addWidget(new Separator(this));
    column->addSpacing(14);
    column->addWidget(new Label(tr("What a visitor gets"), TextRole::Heading, Tone::Text, this));
    column->addSpacing(6);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, kNameColumn);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto &[name, value] :
         {std::pair(tr("Answer"), m_answer), std::pair(tr("Opens"), m_opens), std::pair(tr("From"), m_from),
          std::pair(tr("Until"), m_until), std::pair(tr("At most"), m_most), std::pair(tr("Otherwise"), m_else)}) {
        auto *nameLabel = new Label(name, TextRole::Small, Tone::Text3, this);
        grid->addWidget(nameLabel, row, 0, Qt::AlignTop);
        if (value == m_from || value == m_most || value == m_else)
            m_rare << std::pair<QWidget *, Label *>(nameLabel, value);
        grid->addWidget(value, row, 1, Qt::AlignTop);
        ++row;
    }
    column->addLayout(grid);
    column->addStretch(1);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (m_qr->code())
            copyQr(*m_qr->code());
    });
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (m_qr->code())
            saveQr(*m_qr->code(), m_code, this, [](const QString &, const QString &) {});
    });
    setShort({}, {}, {});
    setDraft({});
}

QString LinkPreview::shortUrl() const
{
    return m_qr->text();
}

void LinkPreview::setShort(const QString &host, const QString &code, const QString &shortUrl)
{
    m_code = code;
    m_qr->setText(shortUrl);
    static_cast<ShortNameLine *>(m_name)->set(host, code.isEmpty() ? u"…"_qs : code);
    m_name->setVisible(!host.isEmpty());
    m_later->setVisible(code.isEmpty());
    m_copy->setEnabled(m_qr->code().has_value());
    m_save->setEnabled(m_qr->code().has_value());
}

void LinkPreview::setDraft(const LinkDraft &draft)
{
    const QString kept = draft.forwardQuery ? tr("query forwarded") : tr("query dropped");
    m_answer->setText(tr("%1, %2", "redirect status, what becomes of the query").arg(draft.redirectStatus).arg(kept));
    m_opens->setText(draft.url.isEmpty() ? u"–"_qs : breakable(addressText(draft.url)));
    m_until->setText(draft.expiresAt.isValid() ? momentText(draft.expiresAt, m_zone) : tr("you delete it"));
    m_from->setText(draft.validFrom.isValid() ? momentText(draft.validFrom, m_zone) : QString());
    m_most->setText(draft.maxClicks ? tr("%1 clicks of people").arg(countText(*draft.maxClicks)) : QString());
    m_else->setText(draft.fallbackUrl.isEmpty() ? QString() : breakable(addressText(draft.fallbackUrl)));
    for (const auto &[name, value] : std::as_const(m_rare)) {
        name->setVisible(!value->text().isEmpty());
        value->setVisible(!value->text().isEmpty());
    }
}

void LinkPreview::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    painter.fillRect(rect(), t.surface2);
    painter.fillRect(QRect(0, 0, 1, height()), t.border);
}

} // namespace linkdesk::app
