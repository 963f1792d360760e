// DomainsPage: the short domains, what the codes of new links look like in each, and what short names may be there.
// The list at the left, the settings of the current row at the right. Nothing is saved by itself: edits stay with their
// row, marked as not saved, until Save or Revert; other rows, other pages and a new answer of the service leave them
// alone. GUI thread; client and stream are borrowed and must outlive the page.
#pragma once

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "models/domainsmodel.h"
#include "widgets/page.h"

class QListView;
class QPushButton;
class QStackedWidget;

namespace linkdesk::app {

class Card;
class DomainForm;
class EmptyPage;
class Label;

class DomainsPage final : public Page {
    Q_OBJECT

public:
    DomainsPage(AdminClient &client, EventStream &stream, QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"domains"_qs; }
    [[nodiscard]] QString title() const override { return tr("Domains"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QString unsavedText() const override;
    void activated() override;
    void refresh() override { load(); }
    void messageButtonClicked(const QString &messageId, const QString &buttonId) override;

    [[nodiscard]] DomainsModel &model() { return m_model; }

private:
    void build();
    [[nodiscard]] QWidget *footer();
    void wire(EventStream &stream);
    void load();
    void loaded(const QList<DomainInfo> &domains);
    void loadFailed(const ApiError &error);
    [[nodiscard]] int currentRow() const;
    void setCurrentRow(int row);
    void showCurrent();
    void updateButtons();
    void startNew();
    void save();
    void add();
    void change(int row);
    void revert();
    void saveFailed(const ApiError &error, const QString &name, bool isShown);
    void post(const QString &id, Level level, const QString &what, const QString &todo = {},
              const QVector<MessageButton> &buttons = {}, int timeoutMs = 0);

    AdminClient &m_client;
    DomainsModel m_model;
    QStackedWidget *m_stack;
    EmptyPage *m_failedPage;
    QListView *m_list;
    Card *m_card;
    DomainForm *m_form;
    QPushButton *m_add;
    QPushButton *m_save;
    QPushButton *m_revert;
    Label *m_note;
    bool m_hasAnswer = false;
    bool m_busy = false;
    bool m_showing = false; // showCurrent is at work: nobody has edited anything
};

} // namespace linkdesk::app
