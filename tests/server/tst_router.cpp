#include <QTest>

#include "admin/router.h"

using namespace linkdesk::server;

Q_DECLARE_METATYPE(std::string)

class TestRouter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsRoutes_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("route"); // empty: none
        QTest::addColumn<std::string>("argument");
        QTest::addColumn<std::string>("allowed");
        const auto row = [](const char *name, Method method, const char *path, const char *route, const char *argument,
                            const char *allowed) {
            QTest::newRow(name) << static_cast<int>(method) << std::string(path) << std::string(route)
                                << std::string(argument) << std::string(allowed);
        };
        row("nothing", Method::Get, "", "", "", "");
        row("an unknown path", Method::Get, "nope", "", "", "");
        row("a beginning of a path", Method::Get, "link", "", "", "");
        row("a path with a slash behind", Method::Get, "links/", "", "", "");
        row("another case", Method::Get, "Links", "", "", "");
        row("a list", Method::Get, "links", "links", "", "");
        row("HEAD is GET", Method::Head, "links", "links", "", "");
        row("another method", Method::Delete, "links", "", "", "GET, HEAD, POST");
        row("a method nobody has", Method::Other, "links", "", "", "GET, HEAD, POST");
        row("one link", Method::Get, "links/12", "links/{id}", "12", "");
        row("an argument that is escaped", Method::Get, "links/a%2Fb", "links/{id}", "a%2Fb", "");
        row("an empty argument", Method::Get, "links//restore", "", "", "");
        row("an argument of two segments", Method::Get, "links/1/2", "", "", "");
        row("an action", Method::Post, "links/12/restore", "links/{id}/restore", "12", "");
        row("an action by GET", Method::Get, "links/12/restore", "", "", "POST");
        row("an unknown action", Method::Post, "links/12/destroy", "", "", "");
        row("one link by another method", Method::Put, "links/12", "", "", "GET, HEAD, PATCH");
        row("a fixed name beside an argument", Method::Post, "links/bulk", "links/bulk", "", "");
    }

    void findsRoutes()
    {
        QFETCH(int, method);
        QFETCH(std::string, path);
        QFETCH(std::string, route);
        QFETCH(std::string, argument);
        QFETCH(std::string, allowed);
        Router router;
        router.add(Method::Get, "links", Scope::Read, {});
        router.add(Method::Post, "links", Scope::Write, {});
        router.add(Method::Post, "links/bulk", Scope::Write, {});
        router.add(Method::Get, "links/{id}", Scope::Read, {});
        router.add(Method::Patch, "links/{id}", Scope::Write, {});
        router.add(Method::Post, "links/{id}/restore", Scope::Write, {});
        const auto match = router.match(static_cast<Method>(method), path);
        QCOMPARE(match.route ? match.route->path : std::string(), route);
        if (match.route)
            QCOMPARE(match.arguments.empty() ? std::string_view() : match.arguments.front(), std::string_view(argument));
        else
            QCOMPARE(match.allowed, allowed);
    }

    void decodesArguments()
    {
        QCOMPARE(percentDecode("", true), std::string());
        QCOMPARE(percentDecode("a+b%2Bc%20d", true), std::string("a b+c d"));
        QCOMPARE(percentDecode("a+b", false), std::string("a+b"));
        QCOMPARE(percentDecode("%41%6a%6A%00", false), std::string("Ajj\0", 4));
        QCOMPARE(percentDecode("%", false), std::string("%"));
        QCOMPARE(percentDecode("%4", false), std::string("%4"));
        QCOMPARE(percentDecode("%zz%4g", false), std::string("%zz%4g"));
    }

    void readsIntegers()
    {
        QCOMPARE(parseInteger("0", 0, 10), std::optional<std::int64_t>(0));
        QCOMPARE(parseInteger("-5", -10, 10), std::optional<std::int64_t>(-5));
        for (const char *text : {"", " 1", "1 ", "+1", "1.0", "0x1", "11", "-1", "99999999999999999999", "one"})
            QVERIFY2(!parseInteger(text, 0, 10), text);
    }
};

QTEST_GUILESS_MAIN(TestRouter)
#include "tst_router.moc"
