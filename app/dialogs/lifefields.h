// How a link lives, where it is not as usual: from when it works, for how many clicks, where visitors go instead, whose
// it is. A part of LinkForm's further options. GUI thread.
#pragma once

#include "api/linkrequests.h"

#include <QTimeZone>
#include <QWidget>

class QCheckBox;
class QLineEdit;
class QSpinBox;
class QStringListModel;
class QVBoxLayout;

namespace linkdesk::app {

class ElidedLabel;
class FormField;
class MomentEdit;
class SegmentedControl;

class LifeFields final : public QWidget {
    Q_OBJECT

public:
    explicit LifeFields(QWidget *parent = nullptr);

    void setZone(const QTimeZone &zone);
    // Offered while an owner is typed.
    void setOwners(const QStringList &owners);
    // What the edited link's clicks have used up of a limit.
    void setUsed(qint64 clicks);
    void setDraft(const LinkDraft &draft);
    // Writes what is shown here into the draft and leaves the rest alone.
    void fill(LinkDraft &draft) const;
    // The end of the link, which the start has to come before.
    void setEnd(const QDateTime &end);
    void clearStates();
    // The field whose value keeps the link from being sent and says so; null: none.
    [[nodiscard]] FormField *fault();
    // The field of the API's name; null: none of these.
    [[nodiscard]] FormField *fieldFor(const QString &name) const;
    // "from 3 May, at most 100 clicks".
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void edited();
    void submitted();

private:
    void build();
    [[nodiscard]] QWidget *startRow();
    [[nodiscard]] QWidget *limitRow();
    void wire();
    void judge();
    [[nodiscard]] QDateTime start() const;
    [[nodiscard]] std::optional<qint64> limit() const;

    SegmentedControl *m_startChoice;
    MomentEdit *m_start;
    ElidedLabel *m_zoneText;
    FormField *m_startField = nullptr;
    SegmentedControl *m_limitChoice;
    QSpinBox *m_limit;
    FormField *m_limitField = nullptr;
    QLineEdit *m_fallback;
    FormField *m_fallbackField = nullptr;
    QLineEdit *m_owner;
    QStringListModel *m_owners;
    FormField *m_ownerField = nullptr;
    QCheckBox *m_favourite;
    qint64 m_givenLimit = 0; // may be more than the field holds
    qint64 m_used = 0;
    QDateTime m_end;
    bool m_filling = false;
};

// What is wrong with an address visitors are sent to instead; empty: nothing, or no address at all.
[[nodiscard]] QString fallbackProblem(const QString &typed);

} // namespace linkdesk::app
