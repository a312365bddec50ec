#pragma once

#include "CoreMinimal.h"

// [D Runtime/CoreUObject/Misc/EDataValidationResult] 5.3+
enum class EDataValidationResult : uint8 { Invalid, Valid, NotValidated };

// [D Runtime/CoreUObject/Misc/CombineDataValidationResults] 5.3+
EDataValidationResult CombineDataValidationResults(EDataValidationResult A, EDataValidationResult B);

// [D Runtime/CoreUObject/Misc/FDataValidationContext] 5.3+
class FDataValidationContext {
public:
    void AddError(const FText& Text) { Errors.Add(Text); }
    void AddWarning(const FText& Text) { Warnings.Add(Text); }
    uint32 GetNumErrors() const { return static_cast<uint32>(Errors.Num()); }
    uint32 GetNumWarnings() const { return static_cast<uint32>(Warnings.Num()); }

private:
    TArray<FText> Errors, Warnings;
};
