#pragma once

#include "HAL/Platform.h"

// [N Runtime/Core/Containers/TEnumAsByte] 5.3+
template <typename E>
class TEnumAsByte {
public:
    using EnumType = E;
    TEnumAsByte() = default;
    TEnumAsByte(E In) : Value(static_cast<uint8>(In)) {}
    operator E() const { return static_cast<E>(Value); }
    E GetValue() const { return static_cast<E>(Value); }

private:
    uint8 Value = 0;
};
