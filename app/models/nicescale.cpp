#include "models/nicescale.h"

#include <cmath>

namespace linkdesk::app {

NiceScale niceScale(double largest)
{
    if (!(largest > 4))
        return {};
    for (double power = 1;; power *= 10) {
        for (double factor : {1.0, 2.0, 2.5, 5.0}) {
            const double step = factor * power;
            if (step != std::floor(step))
                continue;
            const double steps = std::ceil(largest / step);
            if (steps <= 5)
                return {step * std::fmax(steps, 3), step};
        }
    }
}

NiceScale ScaleKeeper::update(double largest, std::chrono::milliseconds now)
{
    const NiceScale wanted = niceScale(largest);
    if (!m_started || wanted.top >= m_scale.top) {
        m_scale = wanted;
        m_fitsSince = std::chrono::milliseconds(-1);
        m_started = true;
    } else if (m_fitsSince.count() < 0) {
        m_fitsSince = now;
    } else if (now - m_fitsSince >= kShrinkAfter) {
        m_scale = wanted;
        m_fitsSince = std::chrono::milliseconds(-1);
    }
    return m_scale;
}

} // namespace linkdesk::app
