#include "pages/codescard.h"

#include "api/domainrequests.h"
#include "models/codetexts.h"
#include "models/texts.h"
#include "pages/sharerow.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kColumnGap = 58; // the right half begins where the card of numbers above it does

QString sourceText(const QString &source)
{
    return source == u"redis" ? CodesCard::tr("from Redis") : CodesCard::tr("from the database");
}

// Rates far below one in ten thousand are no longer told apart.
QString rateText(double rate)
{
    constexpr double kLeast = 0.0001;
    return rate > 0 && rate < kLeast ? CodesCard::tr("under %1").arg(shareText(kLeast)) : shareText(rate);
}

void showNumbers(ShareRow *row, const NumberUse &use)
{
    const QString text = CodesCard::tr("%1 used, %2 of %3 wasted, %4 waiting; blocks of %5 %6")
                             .arg(countText(use.used), countText(use.wasted), countText(use.watermark),
                                  countText(use.waiting), countText(use.block), sourceText(use.source));
    const QString alarm = use.wasteRate >= use.alarmAt && use.wasted > 0 ? CodesCard::tr("above the alarm at %1")
                                                                         : CodesCard::tr("alarm at %1");
    const QString limit = QLocale().toString(use.alarmAt * 100, 'f', 0) + QLocale().percent();
    row->set(use.watermark > 0 ? use.wasteRate : -1, text, alarm.arg(limit));
}

QString kindText(const QString &wire)
{
    for (const CodeGenerator generator : kCodeGenerators) {
        if (wire == wireName(generator))
            return generatorTitle(generator).toLower();
    }
    return wire;
}

QString madeText(const QList<GeneratorCount> &counts)
{
    QStringList parts;
    for (const GeneratorCount &count : counts) {
        if (count.made > 0)
            parts << CodesCard::tr("%1 %2", "number of codes, kind").arg(countText(count.made), kindText(count.name));
    }
    return parts.isEmpty() ? CodesCard::tr("none") : parts.join(u", "_qs);
}

QString clockText(const SnowflakeState &state)
{
    if (state.state == u"ok")
        return CodesCard::tr("fine");
    if (state.state == u"behind")
        return CodesCard::tr("clock moved back, goes on from its last time");
    if (state.state == u"refusing")
        return CodesCard::tr("clock moved back, makes none");
    if (state.state == u"ended")
        return CodesCard::tr("ended, makes none");
    return visibleText(state.state);
}

} // namespace

CodesCard::CodesCard(QWidget *parent)
    : QWidget(parent)
    , m_bloom(new ShareRow(tr("Bloom filter"), tr("knows which codes cannot exist")))
    , m_sequence(new ShareRow(tr("Sequence"), tr("numbers wasted")))
    , m_shuffled(new ShareRow(tr("Shuffled"), tr("numbers wasted")))
    , m_clash(new FieldRow(tr("Chance of a clash")))
    , m_made(new FieldRow(tr("Made since start")))
    , m_again(new FieldRow(tr("Drawn again after a clash")))
    , m_mistyped(new FieldRow(tr("Mistyped codes refused")))
    , m_node(new FieldRow(tr("Snowflake")))
    , m_filter(new FieldRow(tr("Bloom filter")))
{
    setObjectName(u"codesCard"_qs);
    m_clash->setObjectName(u"codesClash"_qs);
    m_node->setObjectName(u"codesSnowflake"_qs);
    m_mistyped->setObjectName(u"codesMistyped"_qs);
    auto *card = new Card(tr("Codes"), this);
    card->setCaption(tr("how short names come about"));
    auto *left = new QVBoxLayout;
    left->setSpacing(10);
    for (ShareRow *row : {m_bloom, m_sequence, m_shuffled})
        left->addWidget(row);
    left->addStretch(1);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    for (FieldRow *row : {m_clash, m_made, m_again, m_mistyped, m_node, m_filter}) {
        row->setValueRight(true);
        right->addWidget(row);
    }
    right->addStretch(1);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(kColumnGap);
    columns->addLayout(left, 13);
    columns->addLayout(right, 10);
    card->body()->addLayout(columns);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(card);
}

void CodesCard::present(const CodesInfo &codes)
{
    qint64 again = 0;
    for (const GeneratorCount &count : codes.generators)
        again += count.clashes;
    m_clash->setValue(clashText(codes.clashProbability));
    m_clash->setToolTip(plainToolTip(tr("For the next random code of the default domain")));
    m_made->setValue(madeText(codes.generators));
    m_again->setValue(countText(again));
    m_mistyped->setValue(countText(codes.checkRefused));
    showSnowflake(codes.snowflake);
    showNumbers(m_sequence, codes.sequence);
    showNumbers(m_shuffled, codes.shuffled);
    showBloom(codes.bloom);
}

void CodesCard::showSnowflake(const SnowflakeState &snowflake)
{
    const QString ends = snowflake.endsAt.isValid()
                             ? dayText(snowflake.endsAt.toLocalTime().date(), QDate::currentDate())
                             : QString();
    const bool fine = snowflake.state == u"ok" && !ends.isEmpty();
    m_node->setValue(fine ? tr("node %1, fine until %2", "number, day").arg(snowflake.node).arg(ends)
                          : tr("node %1, %2", "number, state").arg(snowflake.node).arg(clockText(snowflake)));
    m_node->setToolTip(ends.isEmpty() ? QString() : plainToolTip(tr("Codes can be made until %1").arg(ends)));
}

void CodesCard::showBloom(const BloomState &bloom)
{
    const bool off = bloom.state == u"off";
    const QString measured = bloom.measuredRate ? rateText(*bloom.measuredRate) : tr("not measured yet");
    const QString rates = tr("false positives %1, %2 estimated").arg(measured, rateText(bloom.estimatedRate));
    m_bloom->set(off ? -1 : bloom.fill,
                 off ? tr("Off: every unknown code is looked up")
                     : tr("%1 of %2 codes, %3")
                           .arg(countText(bloom.codes), countText(bloom.capacity), sizeText(bloom.bytes)),
                 off ? QString() : rates);
    QString state = off                          ? tr("off")
                    : bloom.state == u"building" ? tr("being built")
                    : bloom.state == u"ready"    ? tr("ready")
                                                 : visibleText(bloom.state);
    if (!off)
        state = tr("%1, %2 answers, %3 wrong", "state, numbers")
                    .arg(state, countText(bloom.answered), countText(bloom.falsePositives));
    m_filter->setValue(state);
    const QString took = QLocale().toString(bloom.lastRebuildMs, 'f', bloom.lastRebuildMs < 10 ? 1 : 0);
    m_filter->setToolTip(
        plainToolTip(tr("Built %1 times, the last time in %2 ms").arg(countText(bloom.rebuilds), took)));
}

} // namespace linkdesk::app
