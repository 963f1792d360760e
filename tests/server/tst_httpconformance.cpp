// Requests that other projects collected to test HTTP servers with. Where Linkdesk differs on purpose, the case is
// named here with its reason; everything else has to agree (R15).
#include "http/hostname.h"
#include "parserun.h"
#include "shareddata.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>

using namespace linkdesk::server;
using namespace linkdesk::test;

Q_DECLARE_METATYPE(std::string)
Q_DECLARE_METATYPE(QJsonValue)

namespace {

using Reasons = std::map<QString, const char *>;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

bool hasHost(const std::string &request)
{
    const std::string head = request.substr(0, request.find("\r\n\r\n"));
    return QString::fromLatin1(head.data(), static_cast<qsizetype>(head.size()))
        .contains(u"\r\nhost:", Qt::CaseInsensitive);
}

// A missing Host is refused before most of what these cases are about, so the first `count` HTTP/1.1 requests without
// one are given one.
std::string withHosts(const std::string &requests, int count = 1)
{
    static const QRegularExpression line(QStringLiteral("[A-Za-z-]+ [^ \\r\\n]+ HTTP/1\\.([01]) ?\\r\\n"));
    QString text = QString::fromLatin1(requests.data(), static_cast<qsizetype>(requests.size()));
    qsizetype at = 0;
    for (int i = 0; i < count; ++i) {
        const auto match = line.match(text, at);
        if (!match.hasMatch())
            break;
        at = match.capturedEnd();
        if (match.captured(1) == u"1" && !hasHost(text.mid(at - 2).toLatin1().toStdString()))
            text.insert(at, QStringLiteral("Host: a.example\r\n"));
    }
    return text.toLatin1().toStdString();
}

// Path and query of a target in any form, without its fragment.
std::string originForm(std::string uri)
{
    uri = uri.substr(0, uri.find('#'));
    const std::size_t scheme = uri.find("://");
    if (uri.empty() || uri.front() == '/' || scheme == std::string::npos)
        return uri;
    const std::size_t path = uri.find_first_of("/?", scheme + 3);
    const std::string rest = path == std::string::npos ? "" : uri.substr(path);
    return rest.starts_with('/') ? rest : "/" + rest;
}

std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return text;
}

std::vector<QJsonObject> gunicornCases(const QString &kind)
{
    std::vector<QJsonObject> cases;
    const auto index = sharedData(QStringLiteral("http1-conformance/gunicorn/index.json"));
    if (!index)
        return cases;
    const QJsonArray all = QJsonDocument::fromJson(contentOf(*index)).array();
    for (const QJsonValue &entry : all) {
        // Settings of that server which ours does not have: the PROXY protocol, permissive parsing, other limits.
        if (entry[u"kind"].toString() == kind && entry[u"cfg"].toArray().isEmpty())
            cases.push_back(entry.toObject());
    }
    return cases;
}

std::string rawOf(const QJsonObject &entry)
{
    return contentOf(*sharedData(QStringLiteral("http1-conformance/gunicorn/") + entry[u"file"].toString()))
        .toStdString();
}

struct MarkdownCase {
    QString name;
    std::string request;
    int requests = 1;
    bool accepted = false;
};

std::string unescaped(QString text)
{
    text.replace(QRegularExpression(QStringLiteral("\\\\\\n")), QString());
    text.replace(u'\n', QStringLiteral("\r\n"));
    static const QRegularExpression escape(QStringLiteral("\\\\(r|n|t|f|x[0-9a-fA-F]{2}|[0-7]{3}|[0-7]{2}\\\\)"));
    QString out;
    qsizetype at = 0;
    for (auto it = escape.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        out += QStringView(text).mid(at, match.capturedStart() - at);
        at = match.capturedEnd();
        const QString code = match.captured(1);
        if (code == u"r")
            out += u'\r';
        else if (code == u"n")
            out += u'\n';
        else if (code == u"t")
            out += u'\t';
        else if (code == u"f")
            out += u'\f';
        else if (code.startsWith(u'x'))
            out += QChar(code.mid(1).toUShort(nullptr, 16));
        else
            out += QChar(code.left(code.size() == 3 && !code.endsWith(u'\\') ? 3 : 2).toUShort(nullptr, 8));
    }
    out += QStringView(text).mid(at);
    return out.toUtf8().toStdString();
}

// The strict cases only: what its lenient flags allow says nothing about a server.
std::vector<MarkdownCase> llhttpCases()
{
    std::vector<MarkdownCase> cases;
    for (const char *file :
         {"connection", "content-length", "invalid", "method", "pipelining", "sample", "transfer-encoding", "uri"}) {
        const auto path = sharedData(QStringLiteral("http1-conformance/llhttp/request/%1.md").arg(QLatin1String(file)));
        if (!path)
            return {};
        const QString text = QString::fromUtf8(contentOf(*path));
        static const QRegularExpression entry(
            QStringLiteral("\\n#+ ([^\\n]+)\\n(?:(?!\\n#).)*?<!-- meta=(\\{[^\\n]*\\}) "
                           "-->\\s*```http\\n((?:(?!```).)*?)\\n?```(?:(?!```).)*```log\\n(.*?)```"),
            QRegularExpression::DotMatchesEverythingOption);
        for (auto it = entry.globalMatch(text); it.hasNext();) {
            const auto match = it.next();
            if (QJsonDocument::fromJson(match.captured(2).toUtf8()).object()[u"type"].toString() != u"request")
                continue;
            const QString log = match.captured(4);
            static const QRegularExpression refusal(QStringLiteral("error code=(\\d+)"));
            const int error = refusal.match(log).captured(1).toInt();
            // 22 and 23: an upgrade is offered, which is no refusal. 5: bytes behind a message that closes.
            const bool accepted = error == 0 || error == 22 || error == 23 || error == 5;
            cases.push_back({QStringLiteral("%1: %2").arg(QLatin1String(file), match.captured(1).trimmed()),
                             unescaped(match.captured(3)), static_cast<int>(log.count(u"message begin")), accepted});
        }
    }
    return cases;
}

} // namespace

class TestHttpConformance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatGunicornRefuses_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::string>("raw");
        QTest::addColumn<bool>("unfinished");
        for (const QJsonObject &entry : gunicornCases(QStringLiteral("invalid"))) {
            const QString error = entry[u"expect"].toString();
            QTest::newRow(qPrintable(entry[u"name"].toString()))
                << entry[u"name"].toString() << rawOf(entry)
                << (error == u"NoMoreData" || error == u"ChunkMissingTerminator");
        }
    }

    void refusesWhatGunicornRefuses()
    {
        if (gunicornCases(QStringLiteral("invalid")).empty())
            QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");
        static const Reasons allowed{
            {QStringLiteral("003c"), "a method in small letters is a token like any other (RFC 9110 section 9.1)"},
            {QStringLiteral("006"), "a request line of 4 KB is within our limit of 8 KB"},
            {QStringLiteral("007"), "a field of 8 KB is within our limit of 16 KB for the head"},
            {QStringLiteral("008"), "a field of 12 KB is within our limit of 16 KB for the head"},
            {QStringLiteral("017"), "a field of 8 KB is within our limit of 16 KB for the head"},
        };
        QFETCH(QString, name);
        QFETCH(std::string, raw);
        QFETCH(bool, unfinished);
        if (allowed.contains(name)) {
            QVERIFY2(parseWhole(withHosts(raw)).status <= 0, "the exception is not needed any more");
            return;
        }
        for (const std::string &request : {raw, withHosts(raw)}) {
            const Outcome outcome = parseWhole(request);
            QVERIFY2(outcome.requests.empty(), qPrintable(QString::fromStdString(outcome.text())));
            QVERIFY(outcome.status >= 400 || (unfinished && outcome.status == -1));
        }
    }

    void readsWhatGunicornReads_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::string>("raw");
        QTest::addColumn<QJsonValue>("expect");
        for (const QJsonObject &entry : gunicornCases(QStringLiteral("valid")))
            QTest::newRow(qPrintable(entry[u"name"].toString()))
                << entry[u"name"].toString() << rawOf(entry) << entry[u"expect"];
    }

    void readsWhatGunicornReads()
    {
        if (gunicornCases(QStringLiteral("valid")).empty())
            QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");
        const char *coding = "no coding but chunked is understood";
        static const Reasons refused{
            {QStringLiteral("009"), coding},
            {QStringLiteral("025"), coding},
            {QStringLiteral("025_line"), coding},
            {QStringLiteral("029"), coding},
            {QStringLiteral("030"), coding},
            {QStringLiteral("rfc9112_smuggle_gzip_chunked_01"), coding},
            {QStringLiteral("rfc9112_smuggle_te_identity_chunked_01"), coding},
            {QStringLiteral("rfc9112_target_asterisk_options_01"),
             "a server that answers for links has no OPTIONS of its own"},
            {QStringLiteral("rfc9112_target_authority_connect_01"), "no proxy, so no CONNECT"},
            {QStringLiteral("rfc9112_target_authority_ipv6_01"), "no proxy, so no CONNECT"},
        };
        QFETCH(QString, name);
        QFETCH(std::string, raw);
        QFETCH(QJsonValue, expect);
        const QJsonArray expected = expect.isArray() ? expect.toArray() : QJsonArray{expect};
        const Outcome outcome = parseWhole(withHosts(raw, static_cast<int>(expected.size())));
        if (refused.contains(name)) {
            QCOMPARE(outcome.status, 400);
            return;
        }
        if (name == u"099") {
            QCOMPARE(outcome.status, -1); // its body is shorter than announced, which ends nothing on a connection
            return;
        }
        // What follows the requests in question, such as after one that closes, is not looked at.
        QVERIFY(outcome.seen.size() >= static_cast<std::size_t>(expected.size()));
        for (qsizetype i = 0; i < expected.size(); ++i) {
            const SeenRequest &seen = outcome.seen[static_cast<std::size_t>(i)];
            const QJsonValue want = expected[i];
            QCOMPARE(seen.method, want[u"method"].toString().toStdString());
            QCOMPARE(seen.target, originForm(want[u"uri"][u"uri"].toString().toLatin1().toStdString()));
            QCOMPARE(seen.body, want[u"body"].toString().toLatin1().toStdString());
            std::vector<std::pair<std::string, std::string>> fields;
            for (const auto &[field, value] : seen.fields) {
                // That server leaves out names with an underscore; ours hands them on, where nobody asks for them.
                if (field.find('_') == std::string::npos && (hasHost(raw) || upper(field) != "HOST"))
                    fields.emplace_back(upper(field), value);
            }
            std::vector<std::pair<std::string, std::string>> wanted;
            for (const QJsonValue &field : want[u"headers"].toArray())
                wanted.emplace_back(field[0].toString().toStdString(), field[1].toString().toLatin1().toStdString());
            QCOMPARE(fields, wanted);
        }
    }

    void judgesHostsAsNginxDoes_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expect");
        const auto file = sharedData(QStringLiteral("http1-conformance/nginx-tests/vectors.json"));
        if (!file)
            return;
        const QJsonArray all = QJsonDocument::fromJson(contentOf(*file)).object()[u"host"].toArray();
        for (const QJsonValue &entry : all)
            QTest::newRow(qPrintable(entry[u"name"].toString()))
                << entry[u"how"].toString() << entry[u"input"].toString() << entry[u"expect"].toString();
    }

    void judgesHostsAsNginxDoes()
    {
        if (!sharedData(QStringLiteral("http1-conformance/nginx-tests/vectors.json")))
            QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");
        QFETCH(QString, how);
        QFETCH(QString, input);
        QFETCH(QString, expect);
        const std::string host = input.toStdString();
        const bool absolute = how.startsWith(u"absolute");
        const Outcome outcome = parseWhole(absolute ? "GET http://" + host + "/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                                    : "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        if (expect.contains(u"400")) {
            QCOMPARE(outcome.status, 400);
            return;
        }
        QCOMPARE(outcome.reason, std::string());
        QCOMPARE(outcome.seen.size(), std::size_t{1});
        const std::string_view name = hostWithoutPort(outcome.seen.front().host);
        QString shown = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toLower();
        if (shown.endsWith(u'.'))
            shown.chop(1);
        QCOMPARE(shown, expect);
    }

    void judgesTargetsAsNginxDoes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("expect");
        const auto file = sharedData(QStringLiteral("http1-conformance/nginx-tests/vectors.json"));
        if (!file)
            return;
        const QJsonArray all = QJsonDocument::fromJson(contentOf(*file)).object()[u"uri"].toArray();
        for (const QJsonValue &entry : all)
            QTest::newRow(qPrintable(entry[u"name"].toString()))
                << entry[u"name"].toString() << entry[u"target"].toString() << entry[u"expect"].toString();
    }

    void judgesTargetsAsNginxDoes()
    {
        if (!sharedData(QStringLiteral("http1-conformance/nginx-tests/vectors.json")))
            QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");
        static const Reasons allowed{
            {QStringLiteral("percent"), "the path is read where codes are, and answered 404 (R7)"},
            {QStringLiteral("percent digit"), "the path is read where codes are, and answered 404 (R7)"},
        };
        QFETCH(QString, name);
        QFETCH(QString, target);
        QFETCH(QString, expect);
        const Outcome outcome = parseWhole("GET " + target.toStdString() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        if (expect.contains(u"400") && !allowed.contains(name))
            QCOMPARE(outcome.status, 400);
        else
            QCOMPARE(outcome.status, 0);
        // Dot segments are not resolved here: a code is compared as it stands, so none leads anywhere else.
        if (outcome.status == 0)
            QCOMPARE(outcome.seen.front().target, originForm(target.toStdString()));
    }

    void judgesAsLlhttpDoes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::string>("request");
        QTest::addColumn<int>("requests");
        QTest::addColumn<bool>("accepted");
        for (const MarkdownCase &entry : llhttpCases())
            QTest::newRow(qPrintable(entry.name)) << entry.name << entry.request << entry.requests << entry.accepted;
    }

    void judgesAsLlhttpDoes()
    {
        if (llhttpCases().empty())
            QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");
        const char *tunnel = "no proxy, so no CONNECT";
        const char *protocol = "no other protocol is spoken";
        const char *coding = "no coding but chunked is understood";
        const char *method = "a method nobody knows is answered 405, not refused as malformed (RFC 9110 section 9.1)";
        static const Reasons differs{
            {QStringLiteral("invalid: HTTP protocol and ANNOUNCE method"), method},
            {QStringLiteral("invalid: Invalid method"), method},
            {QStringLiteral("method: CONNECT request"), tunnel},
            {QStringLiteral("method: CONNECT request with CAPS"), tunnel},
            {QStringLiteral("method: CONNECT with body"), tunnel},
            {QStringLiteral("method: M-SEARCH request"), "the target * is for OPTIONS alone, and that is not served"},
            {QStringLiteral("method: SOURCE request with ICE"), protocol},
            {QStringLiteral("method: OPTIONS request with RTSP"), protocol},
            {QStringLiteral("method: ANNOUNCE request with RTSP"), protocol},
            {QStringLiteral("method: PRI request HTTP2"), protocol},
            {QStringLiteral("sample: No HTTP version"), "HTTP/0.9 is not spoken"},
            {QStringLiteral("transfer-encoding: POST with `chunked` as last transfer-encoding"), coding},
            {QStringLiteral("transfer-encoding: POST with `chunked` as last transfer-encoding (multiple headers)"),
             coding},
            {QStringLiteral("uri: Disallow UTF-8 in URI path in strict mode"),
             "people paste links of any script; codes are UTF-8 (R7)"},
            {QStringLiteral("uri: Underscore in hostname"), tunnel},
        };
        QFETCH(QString, name);
        QFETCH(std::string, request);
        QFETCH(int, requests);
        QFETCH(bool, accepted);
        const Outcome outcome = parseWhole(withHosts(request, requests));
        const QByteArray seen = QByteArray::fromStdString(outcome.text() + " " + outcome.reason + "\n" + request);
        if (accepted != differs.contains(name))
            QVERIFY2(outcome.status <= 0 || outcome.seen.size() >= static_cast<std::size_t>(requests),
                     seen.constData());
        else
            // Some cases end inside the head, which is judged when it is complete.
            QVERIFY2(outcome.status >= 400
                         || (outcome.requests.empty() && request.find("\r\n\r\n") == std::string::npos),
                     seen.constData());
    }
};

QTEST_GUILESS_MAIN(TestHttpConformance)
#include "tst_httpconformance.moc"
