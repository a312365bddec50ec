#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/UObject/LexToString, 5.4: EName] 5.3+
enum EName { NAME_None };

// [D Runtime/Core/UObject/FName, 5.5; FName/__ctor] 5.3+. Compared without regard to case.
class FName {
public:
    FName() = default;
    FName(EName) {}
    FName(const TCHAR* Text);
    FName(const char* Text);
    explicit FName(const FString& Text) : FName(*Text) {}
    FString ToString() const;
    bool IsNone() const { return Index == 0; }
    friend bool operator==(FName A, FName B) { return A.Index == B.Index; }
    friend bool operator!=(FName A, FName B) { return A.Index != B.Index; }
    bool LexicalLess(const FName& Other) const;

private:
    uint32 Index = 0;
};
