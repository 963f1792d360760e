#include "shareddata.h"

#include <QDir>
#include <QFileInfo>

namespace linkdesk::test {

std::optional<QString> sharedData(const QString &relativePath)
{
    QString root = qEnvironmentVariable("LINKDESK_SHARED_DATA");
    if (root.isEmpty())
        root = QStringLiteral(LINKDESK_SOURCE_DIR "/../shared/data");
    const QString file = QDir(root).filePath(relativePath);
    return QFileInfo::exists(file) ? std::optional(QDir::cleanPath(file)) : std::nullopt;
}

QString ownData(const QString &relativePath)
{
    return QDir(QStringLiteral(LINKDESK_SOURCE_DIR "/tests/data")).filePath(relativePath);
}

} // namespace linkdesk::test
