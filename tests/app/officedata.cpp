#include "officedata.h"

#include "fakelife.h"

#include <QJsonArray>

#include <cmath>

namespace linkdesk::test {

namespace {

struct Sample {
    const char16_t *code;
    const char16_t *title;
    const char16_t *url;
    const char16_t *tags;
    qint64 clicks;
    int expiresInDays; // 0: never
    app::LinkState state = app::LinkState::Active;
};

const Sample kSamples[] = {
    {u"spring", u"Spring sale 2026", u"https://shop.example.com/de/campaign/spring-sale?utm_medium=email",
     u"spring,print", 482134, 212},
    {u"nl-41", u"Newsletter week 41", u"https://news.example.com/2026/41/index.html", u"newsletter", 201877, 396},
    {u"webinar", u"Webinar: own your links", u"https://events.example.com/webinars/own-your-links/register",
     u"spring,event", 64310, 3},
    {u"app", u"Get the app", u"https://apps.example.org/linkdesk/download", u"app", 51902, 0},
    {u"poster-a", u"Poster A, station", u"https://shop.example.com/de/stations?utm_content=poster-a", u"print,qr",
     23655, 120},
    {u"春季特卖", u"Spring sale, Chinese shop", u"https://shop.example.com/zh/campaign/spring", u"spring", 18240, 212},
    {u"docs", u"Documentation", u"https://docs.example.com/getting-started", u"docs", 12408, 0},
    {u"2Kx9fQm", u"", u"http://cdn.example.com/files/2026/final-v7.pdf", u"spring,press,print,event", 9731, 6},
    {u"easter", u"Easter promotion", u"https://shop.example.com/de/campaign/easter", u"spring", 8912, -90,
     app::LinkState::Expired},
    {u"jobs", u"Open positions", u"https://careers.example.org/teams/all/openings", u"hr", 7420, 0},
    {u"summer", u"Summer preview", u"https://shop.example.com/de/campaign/summer-preview", u"summer", 0, 270,
     app::LinkState::Scheduled},
    {u"win-now", u"Prize draw <img src=http://127.0.0.1:1/x.png>", u"https://promo.example.net/win?ref=unknown",
     u"partner", 5126, 212, app::LinkState::Banned},
    {u"menu", u"Canteen menu", u"https://intranet.example.com/canteen/menu", u"qr", 4880, 0},
    {u"first-100", u"First 100 visitors \u202Egnp.exe", u"https://shop.example.com/de/first-100", u"spring", 100, 0},
    {u"press", u"Press kit", u"https://press.example.com/kit/2026", u"press", 4410, 0},
};

QString iso(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

void fillDomains(FakeService &service)
{
    app::DomainInfo words = service.domains().first();
    words.id = 2;
    words.host = u"link.example.org"_qs;
    words.links = 1180;
    words.codes.generator = app::CodeGenerator::Words;
    words.codes.reserveCommonNames = true;
    app::DomainInfo posters = service.domains().first();
    posters.id = 3;
    posters.host = u"s.example.net"_qs;
    posters.links = 96;
    posters.codes.generator = app::CodeGenerator::Shuffled;
    posters.codes.length = 6;
    posters.codes.alphabet = app::CodeAlphabet::Easy;
    posters.codes.checkCharacter = true;
    posters.codes.caseSensitive = false;
    posters.codes.prefix = u"p-"_qs;
    service.domains() << words << posters;
}

} // namespace

void fillOffice(FakeService &service, int moreLinks)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    qint64 id = 0;
    for (const Sample &sample : kSamples) {
        ++id;
        app::LinkInfo link = sampleLink(id, now.addDays(-id * 2));
        link.code = QString::fromUtf16(sample.code);
        link.shortUrl = u"https://go.example.com/"_qs + link.code;
        link.title = QString::fromUtf16(sample.title);
        link.url = QString::fromUtf16(sample.url);
        link.tags = QString::fromUtf16(sample.tags).split(u',');
        link.clicks = {sample.clicks, sample.clicks / 12};
        link.state = sample.state;
        link.expiresAt = sample.expiresInDays == 0 ? QDateTime() : now.addDays(sample.expiresInDays).addSecs(3600);
        service.links() << link;
    }
    service.links().first().aliases = {
        {u"spring-sale"_qs, u"https://go.example.com/spring-sale"_qs, now.addDays(61)},
        {u"fruehling"_qs, u"https://go.example.com/fruehling"_qs, now.addDays(4)}};
    fillDomains(service);
    for (int i = 0; i < moreLinks; ++i)
        service.links() << sampleLink(++id, now.addDays(-60));
    service.setLive(officeLive(service, now));
}

void fillDecisions(FakeService &service)
{
    struct Decision {
        const char16_t *code;
        const char16_t *title;
        const char16_t *tags;
        int endsInDays;
        int perDay; // at the start
        int perDayNow;
    };
    static const Decision kDecisions[] = {
        {u"poster-b", u"Poster B, market square", u"qr,print", 3, 620, 610},
        {u"2Kx9fQn", u"Brochure (PDF)", u"press", 6, 520, 130},
        {u"partner-7", u"Partner offer 7", u"partner", 6, 140, 136},
        {u"test-22", u"", u"", 6, 0, 0},
        {u"may-day", u"May day opening hours", u"hr", 6, 20, 0},
        {u"menu-19", u"Canteen, week 19", u"", 6, 60, 0},
        {u"kit", u"Press kit", u"press", 6, 120, 128},
        {u"survey", u"Customer survey <b>2026</b> \u202Egnp", u"", 6, 40, 10},
        {u"donaudampfschifffahrtsgesellschaft-herbst", u"Ein recht langer Titel, der nicht ganz hineinpasst", u"", 12,
         9, 9},
        {u"winter", u"Winter sale", u"", -2, 50, 0},
        {u"fair", u"Trade fair", u"event", -9, 8, 0}};
    const QDateTime now = QDateTime::currentDateTimeUtc();
    qint64 id = service.links().size();
    const auto add = [&](const QString &code, const QString &title, int days) -> app::LinkInfo & {
        app::LinkInfo link = sampleLink(++id, now.addDays(-100));
        link.code = code;
        link.shortUrl = u"https://go.example.com/"_qs + code;
        link.title = title;
        link.expiresAt = now.addDays(days).addSecs(days < 0 ? 0 : 11 * 3600);
        if (days < 0)
            link.state = app::LinkState::Expired;
        service.links() << link;
        return service.links().last();
    };
    for (const Decision &decision : kDecisions) {
        app::LinkInfo &link =
            add(QString::fromUtf16(decision.code), QString::fromUtf16(decision.title), decision.endsInDays);
        link.tags = QString::fromUtf16(decision.tags).split(u',', Qt::SkipEmptyParts);
        QList<qint64> days;
        for (int i = 0; i < 30; ++i)
            days << qint64((decision.perDay + (decision.perDayNow - decision.perDay) * i / 29.0)
                           * (1 + 0.2 * std::sin(i * 0.9)));
        service.life().setDays(id, days);
        service.life().setRefused(id, decision.endsInDays == -2 ? 2310 : 0);
    }
    for (int i = 0; i < 150; ++i)
        add(u"offer-%1"_qs.arg(i), u"Offer %1"_qs.arg(i), i % 3 == 0 ? 53 : 8 + i * 7 % 80);
    for (int i = 0; i < 5; ++i) {
        app::LinkInfo &link = add(u"prize-%1"_qs.arg(i), u"You have won"_qs, 30);
        link.url = i < 4 ? u"https://promo.example.net/win?n=%1"_qs.arg(i) : u"https://files.example.org/setup.exe"_qs;
        link.state = app::LinkState::Banned;
        link.ban = app::BanInfo{i < 4 ? u"Phishing, reported by a customer"_qs : u"Malware <i>found</i>"_qs,
                                i % 2 ? u"office"_qs : u"marketing"_qs, now.addDays(-i).addSecs(-1800)};
    }
}

QJsonObject officeLive(const FakeService &service, const QDateTime &now)
{
    QJsonArray seconds;
    for (int i = 0; i < 300; ++i) {
        const double noise = 40 * std::sin(i * 12.9898) * std::cos(i * 4.7);
        const double step =
            i > 195 ? 400 * std::exp(-(i - 195) / 140.0) : -120.0 * std::exp(-std::pow((i - 180) / 25.0, 2));
        seconds << QJsonObject{{u"at"_qs, iso(now.addSecs(i - 300))},
                               {u"humans"_qs, qint64(1080 + 90 * std::sin(i / 23.0) + noise + step)},
                               {u"bots"_qs, qint64(100 + 18 * std::sin(i / 9.0) + noise / 6)}};
    }
    QJsonArray top;
    qint64 humans = 24700;
    for (int i = 0; i < 10; ++i) {
        const app::LinkInfo &link = service.links().at(i);
        top << QJsonObject{{u"id"_qs, qint64(link.id.value)}, {u"code"_qs, link.code},   {u"domain"_qs, QJsonValue()},
                           {u"shortUrl"_qs, link.shortUrl},   {u"title"_qs, link.title}, {u"humans"_qs, humans},
                           {u"bots"_qs, humans / 10}};
        humans = humans * 63 / 100;
    }
    return {{u"now"_qs, iso(now)},
            {u"seconds"_qs, seconds},
            {u"top"_qs, top},
            {u"today"_qs, QJsonObject{{u"humans"_qs, 3482190}, {u"bots"_qs, 308204}}},
            {u"peak"_qs, QJsonObject{{u"humans"_qs, 1794}, {u"at"_qs, iso(now.addSecs(-640))}}}};
}

} // namespace linkdesk::test
