#pragma once

#include "CoreMinimal.h"

// [D Runtime/CoreUObject/Misc/FDataValidationContext, application_version=5.3 and 5.5] 5.3+; not to be copied.
class FDataValidationContext {
public:
    FDataValidationContext() = default;
    FDataValidationContext(const FDataValidationContext&) = delete;
    FDataValidationContext& operator=(const FDataValidationContext&) = delete;
    void AddError(const FText& Text) { Errors.Add(Text); }
    void AddWarning(const FText& Text) { Warnings.Add(Text); }
    uint32 GetNumErrors() const { return static_cast<uint32>(Errors.Num()); }
    uint32 GetNumWarnings() const { return static_cast<uint32>(Warnings.Num()); }

private:
    TArray<FText> Errors, Warnings;
};
