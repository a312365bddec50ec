#pragma once

#include "HAL/Platform.h"

#include <type_traits>
#include <utility>

// [D Runtime/Core/Templates/MoveTemp, 5.5] 5.3+; an lvalue that is not const, or it will not compile.
template <typename T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value) {
    static_assert(std::is_lvalue_reference_v<T>, "MoveTemp of what is already moved");
    static_assert(!std::is_const_v<std::remove_reference_t<T>>, "MoveTemp of something const");
    return static_cast<std::remove_reference_t<T>&&>(Value);
}

// [N Runtime/Core/Templates/Swap] 5.3+
template <typename T>
void Swap(T& A, T& B) {
    T Kept = std::move(A);
    A = std::move(B);
    B = std::move(Kept);
}

// [N Runtime/Core/Templates/TGuardValue] 5.3+
template <typename T>
struct TGuardValue {
    TGuardValue(T& InReference, const T& NewValue) : Reference(InReference), Kept(InReference) { Reference = NewValue; }
    ~TGuardValue() { Reference = Kept; }
    TGuardValue(const TGuardValue&) = delete;
    TGuardValue& operator=(const TGuardValue&) = delete;

private:
    T& Reference;
    T Kept;
};

template <typename E>
constexpr auto StandInNumber(E Value) {
    return static_cast<std::underlying_type_t<E>>(Value);
}

// [N Runtime/Core/Misc/ENUM_CLASS_FLAGS] 5.3+
#define ENUM_CLASS_FLAGS(Enum)                                                                                         \
    inline constexpr Enum operator|(Enum A, Enum B) { return static_cast<Enum>(StandInNumber(A) | StandInNumber(B)); } \
    inline constexpr Enum operator&(Enum A, Enum B) { return static_cast<Enum>(StandInNumber(A) & StandInNumber(B)); } \
    inline constexpr Enum operator~(Enum A) { return static_cast<Enum>(~StandInNumber(A)); }

// [N Runtime/Core/Misc/EnumHasAnyFlags] 5.3+
template <typename Enum>
constexpr bool EnumHasAnyFlags(Enum Flags, Enum Contains) {
    using Number = std::underlying_type_t<Enum>;
    return (static_cast<Number>(Flags) & static_cast<Number>(Contains)) != 0;
}
