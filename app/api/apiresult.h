// ApiResult<T>: the value an API call gave, or the ApiError; and the callback that takes it.
#pragma once

#include "api/apierror.h"

#include <cassert>
#include <functional>
#include <utility>
#include <variant>

namespace linkdesk::app {

template <typename T>
class [[nodiscard]] ApiResult final {
public:
    ApiResult(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    ApiResult(ApiError error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const T &value() const
    {
        assert(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] const ApiError &error() const
    {
        assert(!ok());
        return std::get<1>(m_state);
    }
    const T *operator->() const { return &value(); }
    const T &operator*() const { return value(); }

private:
    std::variant<T, ApiError> m_state;
};

template <typename T>
using Reply = std::function<void(const ApiResult<T> &)>;

// Names a call that is under way; 0 names none.
using RequestId = quint64;

} // namespace linkdesk::app
