#include "translations.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

// Outside any namespace, as the macro wants it: the texts lie in a static library.
static void initTexts()
{
    Q_INIT_RESOURCE(linkdesk_translations_translations);
}

namespace linkdesk::app {

bool installTranslations(const QLocale &locale)
{
    initTexts();
    auto *texts = new QTranslator(QCoreApplication::instance());
    const QString folder = QStringLiteral(":/i18n");
    const bool own = texts->load(locale, QStringLiteral("linkdesk"), QStringLiteral("_"), folder);
    if (!own && !texts->load(QStringLiteral("linkdesk_en"), folder)) {
        delete texts;
        return false;
    }
    return QCoreApplication::installTranslator(texts);
}

} // namespace linkdesk::app
