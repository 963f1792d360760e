// The window that makes a link or edits one. Not modal: several may be open, the rest of the app stays usable.
//
// New: "Create and copy" puts the short URL on the clipboard and closes, or stays for the next one. Edit: saves only
// what changed, with the version that was shown; if somebody else was faster it says so and offers to load theirs.
// GUI thread; deletes itself when closed. The client is borrowed and must outlive the window.
#pragma once

#include "api/adminclient.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QCheckBox;
class QPushButton;

namespace linkdesk::app {

class Label;
class LinkForm;
class LinkPreview;
class MessageBar;

class NewLinkDialog final : public QWidget {
    Q_OBJECT

public:
    explicit NewLinkDialog(AdminClient &client, QWidget *parent = nullptr);
    // Edits this link.
    NewLinkDialog(AdminClient &client, const LinkInfo &link, QWidget *parent = nullptr);

    void setTarget(const QString &url);
    [[nodiscard]] bool isEditing() const { return m_before.has_value(); }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void created(const linkdesk::app::CreatedLink &created); // its short URL is on the clipboard
    void edited(const linkdesk::app::LinkInfo &link);
    void existingUsed(const linkdesk::app::LinkInfo &link); // copied instead of making another

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *footer();
    void wire();
    void load(const LinkInfo &link);
    void askForDomains();
    void askForZone();
    void askForOwners();
    void checkSlug();
    void lookForDuplicate();
    void useDuplicate();
    void submit();
    void create();
    void save(qint64 version);
    void saved(const ApiResult<LinkInfo> &result);
    void showCreated(const CreatedLink &created);
    void showSlugCheck(const SlugCheck &check);
    void showProblem(const ApiError &error);
    void showConflict();
    void conflictAnswered(const QString &button);
    void setBusy(bool busy);
    void updatePreview();
    [[nodiscard]] QString host() const;

    AdminClient &m_client;
    std::optional<LinkInfo> m_before;
    LinkForm *m_form;
    LinkPreview *m_preview;
    MessageBar *m_messages;
    Label *m_title;
    QCheckBox *m_keepOpen;
    QPushButton *m_cancel;
    QPushButton *m_primary;
    QTimer m_slugTimer;
    QTimer m_duplicateTimer;
    RequestId m_slugRequest = 0;
    RequestId m_duplicateRequest = 0;
    QString m_publicUrl;
    QString m_checkedSlug; // what m_checkedShortUrl belongs to
    QString m_checkedShortUrl;
    QString m_another; // a target for which another link is wanted
    bool m_askedForOwners = false;
    bool m_busy = false;
};

} // namespace linkdesk::app
