#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FParse] 5.3+; a value ends at white space unless it is quoted.
struct FParse {
    static bool Value(const TCHAR* Stream, const TCHAR* Match, FString& Out);
    static bool Value(const TCHAR* Stream, const TCHAR* Match, int32& Out);
    static bool Value(const TCHAR* Stream, const TCHAR* Match, float& Out);
    static bool Param(const TCHAR* Stream, const TCHAR* Name);
};
