#pragma once

#include "Delegates/Delegate.h"

// [D Runtime/Core/Misc/TAttribute] 5.3+
template <typename T>
class TAttribute {
public:
    TAttribute() = default;
    template <typename Other>
    requires std::is_convertible_v<const Other&, T> TAttribute(const Other& In) : Value(In), bSet(true) {}
    template <typename F>
    static TAttribute CreateLambda(F Callable) {
        TAttribute Out;
        Out.Getter = std::move(Callable);
        Out.bSet = true;
        return Out;
    }
    T Get() const { return Getter ? Getter() : Value; }
    bool IsSet() const { return bSet; }

private:
    T Value{};
    std::function<T()> Getter;
    bool bSet = false;
};
