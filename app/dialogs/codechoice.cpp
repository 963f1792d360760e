#include "dialogs/codechoice.h"

#include "models/codetexts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>

namespace linkdesk::app {

namespace {

constexpr int kUsual = -1; // data of the first entry
constexpr int kUsualLength = kMinCodeLength - 1;

} // namespace

CodeChoice::CodeChoice(QWidget *parent)
    : QWidget(parent), m_generator(new QComboBox(this)), m_length(new QSpinBox(this))
{
    m_generator->setObjectName(u"codeGenerator"_qs);
    m_generator->setAccessibleName(tr("How the code is made"));
    m_length->setObjectName(u"codeLength"_qs);
    m_length->setAccessibleName(tr("Length of the code"));
    m_length->setRange(kUsualLength, kMaxCodeLength);
    m_length->setSuffix(tr(" characters"));
    m_length->setFixedWidth(180);
    setFocusProxy(m_generator);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_generator, 1);
    row->addWidget(m_length);
    fill();
    connect(m_generator, &QComboBox::currentIndexChanged, this, [this] {
        updateLength();
        Q_EMIT edited();
    });
    connect(m_length, &QSpinBox::valueChanged, this, &CodeChoice::edited);
}

void CodeChoice::setUsual(const CodeSettings &usual)
{
    if (usual == m_usual)
        return;
    m_usual = usual;
    fill();
    Q_EMIT edited();
}

void CodeChoice::fill()
{
    const auto chosen = generator();
    const QSignalBlocker blocker(m_generator);
    m_generator->clear();
    m_generator->addItem(tr("As the domain does: %1", "summary of its settings").arg(codesSummary(m_usual)), kUsual);
    for (const CodeGenerator generator : kCodeGenerators) {
        CodeSettings example = m_usual;
        example.generator = generator;
        m_generator->addItem(tr("%1, such as %2", "kind of code, example").arg(generatorTitle(generator),
                                                                              exampleCode(example)),
                             int(generator));
    }
    m_generator->setCurrentIndex(std::max(0, m_generator->findData(chosen ? int(*chosen) : kUsual)));
    updateLength();
}

std::optional<CodeGenerator> CodeChoice::generator() const
{
    const QVariant chosen = m_generator->currentData();
    if (!chosen.isValid() || chosen.toInt() == kUsual)
        return std::nullopt;
    return static_cast<CodeGenerator>(chosen.toInt());
}

std::optional<int> CodeChoice::length() const
{
    if (!m_length->isEnabledTo(this) || m_length->value() == kUsualLength)
        return std::nullopt;
    return m_length->value();
}

void CodeChoice::setChoice(std::optional<CodeGenerator> generator, std::optional<int> length)
{
    const QSignalBlocker blocker(this);
    m_generator->setCurrentIndex(std::max(0, m_generator->findData(generator ? int(*generator) : kUsual)));
    m_length->setValue(length.value_or(kUsualLength));
    updateLength();
}

CodeSettings CodeChoice::effective() const
{
    CodeSettings settings = m_usual;
    settings.generator = generator().value_or(settings.generator);
    settings.length = length().value_or(settings.length);
    return settings;
}

void CodeChoice::updateLength()
{
    m_length->setEnabled(takesLength(generator().value_or(m_usual.generator)));
    m_length->setSpecialValueText(tr("Usual length (%1)").arg(m_usual.length));
}

} // namespace linkdesk::app
