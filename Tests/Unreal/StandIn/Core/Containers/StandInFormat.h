#pragma once

// printf as the engine's text functions take it: the format is TCHAR, %s takes const TCHAR*, and the kinds of the
// arguments are checked, at compile time (nothing but numbers, enums and pointers to text) and against the format at
// run time. An FString without its star does not compile, here as there.

#include "HAL/Platform.h"

#include <initializer_list>
#include <string>
#include <type_traits>

struct StandInArgument {
    enum class EKind : uint8 { Signed, Unsigned, Real, Text, Pointer } Kind;
    long long Signed = 0;
    unsigned long long Unsigned = 0;
    double Real = 0;
    const TCHAR* Text = nullptr;
    bool bWide = false;  // needs %lld, %llu
};

std::u16string StandInFormat(const TCHAR* Format, std::initializer_list<StandInArgument> Arguments);

template <typename T>
StandInArgument StandInMakeArgument(const T& Value) {
    using Kind = StandInArgument::EKind;
    StandInArgument Argument{};
    if constexpr (std::is_enum_v<T>) {
        return StandInMakeArgument(static_cast<std::underlying_type_t<T>>(Value));
    } else if constexpr (std::is_floating_point_v<T>) {
        Argument.Kind = Kind::Real;
        Argument.Real = static_cast<double>(Value);
    } else if constexpr (std::is_integral_v<T>) {
        Argument.Kind = std::is_signed_v<T> ? Kind::Signed : Kind::Unsigned;
        Argument.Signed = static_cast<long long>(Value);
        Argument.Unsigned = static_cast<unsigned long long>(Value);
        Argument.bWide = sizeof(T) == 8;
    } else {
        using Decayed = std::decay_t<T>;
        static_assert(std::is_pointer_v<Decayed>,
                      "only numbers, enums and const TCHAR* can be printed; an FString needs its *");
        using Pointee = std::remove_cv_t<std::remove_pointer_t<Decayed>>;
        static_assert(!std::is_same_v<Pointee, char>, "a text must be TCHAR: TEXT(\"...\")");
        Argument.Kind = Kind::Pointer;
        if constexpr (std::is_same_v<Pointee, TCHAR>) {
            Argument.Kind = Kind::Text;
            Argument.Text = Value;
        }
    }
    return Argument;
}
