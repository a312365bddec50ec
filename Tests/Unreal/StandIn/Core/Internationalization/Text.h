#pragma once

#include "Containers/UnrealString.h"
#include "UObject/NameTypes.h"

#include <utility>

// [D Runtime/Core/Internationalization/FText/FromString, AsNumber, 5.4] 5.3+
class FText {
public:
    FText() = default;
    static FText FromString(const FString& InText) { return FText(InText); }
    static FText FromName(FName Name) { return FText(Name.ToString()); }
    static FText AsNumber(double Value) { return FText(FString::SanitizeFloat(Value)); }
    static FText AsNumber(int32 Value) { return FText(FString::FromInt(Value)); }
    static FText GetEmpty() { return FText(); }
    template <typename... Args>
    static FText Format(const FText& Pattern, const Args&... Values) {
        FString Out = Pattern.Text;
        int32 Place = 0;
        ((Out = Out.Replace(*FString::Printf(u"{%d}", Place++), *ToString(Values))), ...);
        return FText(Out);
    }
    const FString& ToString() const { return Text; }
    bool IsEmpty() const { return Text.IsEmpty(); }

private:
    explicit FText(const FString& InText) : Text(InText) {}
    static FString ToString(const FText& Value) { return Value.Text; }
    static FString ToString(int32 Value) { return FString::FromInt(Value); }
    static FString ToString(double Value) { return FString::SanitizeFloat(Value); }
    FString Text;
};
