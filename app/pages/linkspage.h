// LinksPage: all links. Filter row, full-bleed table, details pane at the right, batch bar for checked rows; says
// what the page is for while there are no links, and what to do when nothing is found or the service does not answer.
// Nothing that is done here asks before, but bans; everything can be undone. GUI thread; client, stream, undo stack and
// dialogs are borrowed and must outlive the page.
#pragma once

#include "api/eventstream.h"
#include "dialogs/linkdialogs.h"
#include "models/linkfilter.h"
#include "models/linksmodel.h"
#include "pages/auditcommands.h"
#include "pages/lifecommands.h"
#include "pages/linkbatch.h"
#include "widgets/page.h"

#include <functional>

class QAction;
class QMenu;
class QPushButton;
class QStackedWidget;
class QUndoStack;
class QVariantAnimation;

namespace linkdesk::app {

class BatchBar;
class DetailsPane;
class ElidedLabel;
class EmptyPage;
class FilterField;
class LinksTable;
class ProgressLine;
class SavedViews;

class LinksPage final : public Page {
    Q_OBJECT

public:
    LinksPage(AdminClient &client, EventStream &stream, QUndoStack &undo, LinkDialogs &dialogs,
              QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"links"_qs; }
    [[nodiscard]] QString title() const override { return tr("All links"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] Badge badge() const override;
    void activated() override;
    [[nodiscard]] bool takesSearch() const override { return true; }
    void setSearchText(const QString &text) override;
    [[nodiscard]] QList<Choice> choices() const override;
    [[nodiscard]] QString currentChoice() const override;
    void applyChoice(const QString &id) override;
    void showChoiceMenu(const QString &id, const QPoint &at) override;
    void moveChoice(const QString &id, int to) override;
    void messageButtonClicked(const QString &messageId, const QString &buttonId) override;
    // "id:12" shows that link, anything else is searched for.
    void navigatedTo(const QString &argument) override;

    [[nodiscard]] LinksModel &model() { return m_model; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class View { Table, NothingFound, Failed };

    void build();
    [[nodiscard]] QWidget *filterRow();
    void buildStates();
    void makeActions();
    void fillColumnsMenu(QMenu *menu);
    void wire();
    void wireService(EventStream &stream, LinkDialogs &dialogs);
    void search(const QString &typed);
    void showFilter(const QString &typed);
    void showMistake(const QString &sentence);
    void loadWords();
    void wireViews();
    void saveView();
    void editView(qint64 id);
    void updateSaveView();
    [[nodiscard]] static QString sortText(const LinkQuery &query);
    static void takeSort(LinkQuery &query, const QString &sort);
    void listChanged();
    void listFailed(const ApiError &error);
    [[nodiscard]] int filterRowHeight() const;
    [[nodiscard]] QWidget *progressRow();
    void checkedChanged();
    void showLink(const LinkInfo &link);
    void showRow(int row);
    void closePane();
    void slidePane(bool open);
    void place();
    void showMenu(const QPoint &at);
    [[nodiscard]] LinkChoice chosen() const;
    void copy(const QList<LinkInfo> &links);
    void open(const LinkInfo &link);
    void updateActions();
    void unarchive(QList<LinkInfo> links, int done = 0);
    void jobProgressed(const JobInfo &job);
    void batchFinished(const BatchRequest &request, const JobInfo &job, bool undone);
    void tellFinished(const BatchRequest &request, const JobInfo &job, bool undone);
    [[nodiscard]] QString leftAloneText(const JobInfo &job) const;
    void copyFormer(const LinkAlias &alias);
    void endFormer(const LinkInfo &link, const LinkAlias &alias);
    void applyChange(const LinkChange &change);
    void edited(const LinkInfo &link);
    void changedAgain(const LinkInfo &link);
    void commandFailed(const ApiError &error);
    void post(const QString &id, Level level, const QString &what, const QString &todo = {},
              const QVector<MessageButton> &buttons = {}, int timeoutMs = 0);

    AdminClient &m_client;
    LinkDialogs &m_dialogs;
    LinksModel m_model;
    LifeCommands m_life;
    AuditCommands m_audit;
    QUndoStack &m_undo;
    SavedViews *m_views;
    QStackedWidget *m_outer; // everything, or the page that says there are no links
    QWidget *m_full;
    QStackedWidget *m_inner; // table, nothing found, failed
    FilterField *m_filter;
    ElidedLabel *m_mistake;
    ProgressLine *m_progress;
    QWidget *m_progressRow = nullptr;
    ElidedLabel *m_progressText = nullptr;
    QPushButton *m_saveView;
    QPushButton *m_columns;
    LinksTable *m_table;
    BatchBar *m_batch;
    LinkBatch *m_many;
    DetailsPane *m_pane;
    EmptyPage *m_nothing = nullptr;
    EmptyPage *m_failedPage = nullptr;
    QAction *m_copyAction = nullptr;
    QAction *m_openAction = nullptr;
    QAction *m_editAction = nullptr;
    QAction *m_unarchiveAction = nullptr;
    QVariantAnimation *m_slide;
    qreal m_paneOpen = 0; // 0 closed, 1 open
    qint64 m_allLinks = -1;
    FilterWords m_words;
    QString m_wantedFilter;
    QString m_shellSearch; // as last given
    bool m_started = false;
};

} // namespace linkdesk::app
