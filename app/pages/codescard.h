// The card "Codes" of the service page: how likely a clash is, numbers used and wasted, the snowflake's clock, the
// Bloom filter, mistyped codes. GUI thread.
#pragma once

#include "api/codetypes.h"

#include <QWidget>

namespace linkdesk::app {

class FieldRow;
class ShareRow;

class CodesCard final : public QWidget {
    Q_OBJECT

public:
    explicit CodesCard(QWidget *parent = nullptr);
    void present(const CodesInfo &codes);

private:
    void showSnowflake(const SnowflakeState &snowflake);
    void showBloom(const BloomState &bloom);

    ShareRow *m_bloom;
    ShareRow *m_sequence;
    ShareRow *m_shuffled;
    FieldRow *m_clash;
    FieldRow *m_made;
    FieldRow *m_again;
    FieldRow *m_mistyped;
    FieldRow *m_node;
    FieldRow *m_filter;
};

} // namespace linkdesk::app
