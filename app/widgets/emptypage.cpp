#include "widgets/emptypage.h"

#include "style/appstyle.h"
#include "style/icons.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kIconSide = 40;
constexpr int kTextWidth = 500;

class BigIcon final : public QWidget {
public:
    BigIcon(QString name, QWidget *parent) : QWidget(parent), m_name(std::move(name))
    {
        setFixedSize(kIconSide, kIconSide);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintIcon(&painter, rect(), m_name, tokens(palette()).accent);
    }

private:
    QString m_name;
};

} // namespace

EmptyPage::EmptyPage(const char *iconName, const QString &title, const QString &text, QWidget *parent)
    : QWidget(parent), m_title(new Label(QString(), TextRole::Title, Tone::Text, this)),
      m_text(new Label(QString(), TextRole::Body, Tone::Text2, this)),
      m_tip(new Label(QString(), TextRole::Small, Tone::Text3, this)), m_buttons(new QHBoxLayout)
{
    setAccessibleName(title);
    m_title->setAlignment(Qt::AlignCenter);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_text->setWordWrap(true);
    m_text->setFixedWidth(kTextWidth);
    m_tip->setAlignment(Qt::AlignCenter);
    m_tip->hide();
    m_buttons->setSpacing(8);
    m_buttons->addStretch(1);
    m_buttons->addStretch(1);

    auto *column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addStretch(9);
    column->addWidget(new BigIcon(QString::fromLatin1(iconName), this), 0, Qt::AlignHCenter);
    column->addSpacing(16);
    column->addWidget(m_title, 0, Qt::AlignHCenter);
    column->addSpacing(6);
    column->addWidget(m_text, 0, Qt::AlignHCenter);
    column->addSpacing(18);
    column->addLayout(m_buttons);
    column->addSpacing(24);
    column->addWidget(m_tip, 0, Qt::AlignHCenter);
    column->addStretch(11);
    setTexts(title, text);
}

QPushButton *EmptyPage::setPrimary(const QString &text, const char *iconName)
{
    QPushButton *button = makeButton(text, ButtonKind::Primary, iconName, this);
    m_buttons->insertWidget(1, button);
    return button;
}

QPushButton *EmptyPage::setSecondary(const QString &text, const char *iconName)
{
    QPushButton *button = makeButton(text, ButtonKind::Secondary, iconName, this);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

void EmptyPage::setTip(const QString &tip)
{
    m_tip->setText(tip);
    m_tip->setVisible(!tip.isEmpty());
}

void EmptyPage::setTexts(const QString &title, const QString &text)
{
    m_title->setText(title);
    m_text->setText(text);
    // A centred label is not asked for its height at this width.
    m_text->setFixedHeight(m_text->heightForWidth(kTextWidth));
}

} // namespace linkdesk::app
