#pragma once

#include "HAL/Platform.h"

#include <functional>
#include <type_traits>

// [D Runtime/Core/GenericPlatform/TFunction/Super, 5.0] 5.3+
template <typename Signature>
using TFunction = std::function<Signature>;

// [D Runtime/Core/GenericPlatform/TFunctionRef/Super, 5.3] 5.3+; a view of something that can be called, for arguments.
template <typename Signature>
class TFunctionRef;

// [D Runtime/Core/GenericPlatform/TFunctionRef/Super, 5.3] 5.3+
template <typename R, typename... Args>
class TFunctionRef<R(Args...)> {
public:
    template <typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, TFunctionRef>) TFunctionRef(F&& Callable)
        : Object(const_cast<void*>(static_cast<const void*>(&Callable))), Call([](void* O, Args... Values) -> R {
              return (*static_cast<std::remove_reference_t<F>*>(O))(static_cast<Args>(Values)...);
          }) {}
    R operator()(Args... Values) const { return Call(Object, static_cast<Args>(Values)...); }

private:
    void* Object;
    R (*Call)(void*, Args...);
};
