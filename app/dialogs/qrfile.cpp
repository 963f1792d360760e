#include "dialogs/qrfile.h"

#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>

namespace linkdesk::app {

namespace {

constexpr int kPngSide = 1024;
constexpr int kClipboardSide = 512;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(QrFile)
};

QString safeName(QString name)
{
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && c != u'-' && c != u'_' && c != u'.')
            c = u'-';
    }
    return name;
}

} // namespace

QString writeQr(const QrCode &code, const QString &path)
{
    QByteArray bytes;
    if (path.endsWith(u".svg", Qt::CaseInsensitive)) {
        bytes = code.toSvg();
    } else {
        QBuffer buffer(&bytes);
        if (!code.toImage(kPngSide).save(&buffer, "PNG"))
            return u"PNG"_qs;
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return file.errorString();
    return {};
}

void saveQr(const QrCode &code, const QString &suggestedName, QWidget *parent,
            std::function<void(const QString &, const QString &)> done)
{
    auto *dialog = new QFileDialog(parent, Tr::tr("Save QR code"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({Tr::tr("PNG image (*.png)"), Tr::tr("SVG drawing (*.svg)")});
    dialog->setDefaultSuffix(u"png"_qs);
    dialog->selectFile(safeName(suggestedName) + u".png"_qs);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [code, parent, done](const QString &path) {
        QPointer<QWidget> guard(parent);
        QThreadPool::globalInstance()->start([code, path, guard, done] {
            const QString problem = writeQr(code, path);
            QMetaObject::invokeMethod(QCoreApplication::instance(), [guard, done, path, problem] {
                if (guard)
                    done(path, problem);
            });
        });
    });
    dialog->open();
}

void copyQr(const QrCode &code)
{
    QGuiApplication::clipboard()->setImage(code.toImage(kClipboardSide));
}

} // namespace linkdesk::app
