#include "program/demodata.h"

#include "api/adminclient.h"

#include <QDateTime>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTimer>

#include <array>
#include <cmath>
#include <utility>

namespace linkdesk::app {

namespace {

constexpr int kTickMs = 50;
constexpr const char *kBanned = "win-now";

struct DemoLink {
    const char *slug, *url, *title, *tags;
    int expiresInDays; // 0: never
    int weight;        // share of the visits
};

constexpr std::array kLinks{
    DemoLink{"kit", "https://press.example.net/kit/2025-spring.zip", "Press kit", "press", 0, 1},
    DemoLink{"first-100", "https://shop.example.com/de/offers/first-100", "First 100 visitors", "spring", 0, 1},
    DemoLink{"menu", "https://intranet.example.com/canteen/menu", "Canteen menu", "qr", 0, 2},
    DemoLink{"win-now", "https://promo.example.net/win-now?ref=unknown", "Prize draw", "partner", 60, 0},
    DemoLink{"summer", "https://shop.example.com/de/campaign/summer-preview", "Summer preview", "summer", 120, 0},
    DemoLink{"jobs", "https://careers.example.org/openings", "Open positions", "hr", 0, 4},
    DemoLink{"easter", "https://shop.example.com/de/campaign/easter", "Easter promotion", "spring", 4, 1},
    DemoLink{"2Kx9fQm", "https://cdn.example.net/files/manual-v7.pdf", "", "spring,print", 6, 2},
    DemoLink{"docs", "https://docs.example.com/en/latest/getting-started", "Documentation", "docs", 0, 6},
    DemoLink{"\u6625\u5b63\u7279\u5356", "https://shop.example.com/zh/campaign/spring",
             "Spring sale, Chinese shop", "spring", 53, 3},
    DemoLink{"poster-a", "https://shop.example.com/de/stores/central?utm_source=poster-a",
             "Poster A, station", "print,qr", 145, 8},
    DemoLink{"app", "https://apps.example.org/download", "Get the app", "app", 0, 12},
    DemoLink{"webinar", "https://events.example.org/webinars/own-your-links/register",
             "Webinar: own your links", "spring,event", 3, 16},
    DemoLink{"nl-41", "https://news.example.net/2025/week-41/index.html", "Newsletter week 41", "newsletter", 200, 30},
    DemoLink{"spring", "https://shop.example.com/de/campaign/spring-sale?utm_source=newsletter&utm_medium=email",
             "Spring sale 2025", "spring,print", 53, 44},
};

int weightSum()
{
    int sum = 0;
    for (const DemoLink &link : kLinks)
        sum += link.weight;
    return sum;
}

// Domains beside the default one, to show what codes may look like.
QList<DomainDraft> demoDomains()
{
    DomainDraft words{QStringLiteral("link.example.org"), {}};
    words.codes.generator = CodeGenerator::Words;
    words.codes.reserveCommonNames = true;
    DomainDraft posters{QStringLiteral("s.example.net"), {}};
    posters.codes.generator = CodeGenerator::Shuffled;
    posters.codes.alphabet = CodeAlphabet::Easy;
    posters.codes.checkCharacter = true;
    posters.codes.caseSensitive = false;
    posters.codes.prefix = QStringLiteral("p-");
    return {words, posters};
}

// The newest link had two names before today's: the details show that they go on.
constexpr std::array kNewestNames{"spring-sale", "spring-offers", "spring"};

LinkDraft draftOf(const DemoLink &link)
{
    LinkDraft draft;
    draft.slug = QString::fromUtf8(link.slug);
    draft.url = QString::fromUtf8(link.url);
    draft.title = QString::fromUtf8(link.title);
    draft.tags = QString::fromUtf8(link.tags).split(QLatin1Char(','), Qt::SkipEmptyParts);
    if (link.expiresInDays > 0)
        draft.expiresAt = QDateTime::currentDateTimeUtc().addDays(link.expiresInDays);
    return draft;
}

} // namespace

DemoData::DemoData(AdminClient &client, QUrl publicUrl)
    : m_client(client), m_publicUrl(std::move(publicUrl)), m_network(new QNetworkAccessManager(this)),
      m_timer(new QTimer(this))
{
    m_network->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_timer->setInterval(kTickMs);
    connect(m_timer, &QTimer::timeout, this, &DemoData::tick);
}

void DemoData::run(std::chrono::milliseconds warmUp)
{
    m_warmUp = warmUp;
    createDomain(0);
}

// Links are made all the same when a domain could not be.
void DemoData::createDomain(int number)
{
    const QList<DomainDraft> drafts = demoDomains();
    if (number == drafts.size()) {
        createNext();
        return;
    }
    m_client.createDomain(drafts.at(number), this, [this, number, drafts](const ApiResult<DomainInfo> &) {
        LinkDraft draft; // a link with a code of this domain's kind
        draft.url = QStringLiteral("https://shop.example.com/de/stores");
        draft.title = QStringLiteral("Stores");
        draft.domain = drafts.at(number).host;
        m_client.createLink(draft, this, [this, number](const ApiResult<CreatedLink> &) { createDomain(number + 1); });
    });
}

void DemoData::createNext()
{
    if (m_created == static_cast<int>(kLinks.size())) {
        renameNewest(1);
        return;
    }
    LinkDraft draft = draftOf(kLinks[static_cast<std::size_t>(m_created++)]);
    if (m_created == static_cast<int>(kLinks.size()))
        draft.slug = QString::fromUtf8(kNewestNames.front());
    m_client.createLink(draft, this, [this](const ApiResult<CreatedLink> &created) {
        if (created)
            m_newest = created->link;
        if (created && created->link.code == QLatin1String(kBanned))
            m_client.banLink(created->link.id, QStringLiteral("Phishing, reported by a customer"), 0, this,
                             [](const ApiResult<LinkInfo> &) {});
        createNext();
    });
}

void DemoData::renameNewest(std::size_t number)
{
    if (number == kNewestNames.size()) {
        m_timer->start();
        QTimer::singleShot(m_warmUp, this, &DemoData::ready);
        return;
    }
    LinkEdit edit;
    edit.slug = QString::fromUtf8(kNewestNames[number]);
    edit.aliasDays = 90;
    m_client.editLink(m_newest.id, edit, m_newest.version, this, [this, number](const ApiResult<LinkInfo> &renamed) {
        if (renamed)
            m_newest = *renamed;
        renameNewest(number + 1);
    });
}

// A slow wave with some noise, 40 to 120 visits a second.
void DemoData::tick()
{
    ++m_ticks;
    const double wave = 3.2 + 1.4 * std::sin(m_ticks / 45.0) + next(100) / 60.0;
    for (int i = 0; i < static_cast<int>(wave); ++i)
        visit();
}

quint32 DemoData::next(quint32 below)
{
    m_random = m_random * 1664525U + 1013904223U;
    return (m_random >> 8) % below;
}

void DemoData::visit()
{
    int rest = static_cast<int>(next(static_cast<quint32>(weightSum())));
    const DemoLink *chosen = &kLinks.back();
    for (const DemoLink &link : kLinks) {
        rest -= link.weight;
        if (rest < 0) {
            chosen = &link;
            break;
        }
    }
    QUrl url = m_publicUrl;
    url.setPath(QLatin1Char('/') + QString::fromUtf8(chosen->slug));
    QNetworkRequest request(url);
    const bool bot = next(12) == 0;
    request.setHeader(QNetworkRequest::UserAgentHeader,
                      bot ? QStringLiteral("ExampleBot/1.0 (+https://example.net/bot)")
                          : QStringLiteral("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"));
    QNetworkReply *reply = m_network->get(request);
    connect(reply, &QNetworkReply::finished, reply, &QObject::deleteLater);
}

} // namespace linkdesk::app
