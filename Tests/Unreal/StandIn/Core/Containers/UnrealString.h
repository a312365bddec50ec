#pragma once

#include "Containers/Array.h"
#include "Containers/StandInFormat.h"
#include "HAL/Platform.h"

#include <string>
#include <string_view>
#include <utility>

// [D Runtime/Core/Containers/FString/Equals, 5.3] 5.3+
namespace ESearchCase {
enum Type { CaseSensitive, IgnoreCase };
}

std::string StandInUtf8(std::u16string_view Text);
std::u16string StandInUtf16(std::string_view Text);

// [D Runtime/Core/Containers/FString/Printf, 5.2; Mid, Split, 5.3; LeftChop, newest] 5.3+
class FString {
public:
    FString() = default;
    FString(const TCHAR* InText) : Text(InText ? InText : u"") {}
    FString(int32 Count, const TCHAR* InText) : Text(InText, static_cast<size_t>(Count)) {}
    explicit FString(const char* InText) : Text(StandInUtf16(InText ? InText : "")) {}

    template <typename... Args>
    static FString Printf(const TCHAR* Format, const Args&... Values) {
        return FString(StandInFormat(Format, {StandInMakeArgument(Values)...}).c_str());
    }
    template <typename... Args>
    FString& Appendf(const TCHAR* Format, const Args&... Values) {
        Text += StandInFormat(Format, {StandInMakeArgument(Values)...});
        return *this;
    }
    static FString FromInt(int32 Value) { return Printf(u"%d", Value); }
    static FString SanitizeFloat(double Value);
    static FString Join(const TArray<FString>& Parts, const TCHAR* Between);

    const TCHAR* operator*() const { return Text.c_str(); }
    int32 Len() const { return static_cast<int32>(Text.size()); }
    bool IsEmpty() const { return Text.empty(); }
    void Reset() { Text.clear(); }
    void Empty() { Text.clear(); }
    FString& operator+=(const FString& Other) {
        Text += Other.Text;
        return *this;
    }
    FString& operator+=(const TCHAR* Other) {
        Text += Other;
        return *this;
    }
    FString& AppendChar(TCHAR Letter) {
        Text += Letter;
        return *this;
    }
    FString& Append(const FString& Other) { return *this += Other; }
    friend FString operator+(FString A, const FString& B) { return A += B; }
    friend FString operator+(FString A, const TCHAR* B) { return A += B; }
    friend FString operator+(const TCHAR* A, const FString& B) { return FString(A) += B; }
    bool Equals(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const;
    // The engine's == and != do not mind the case. [D Runtime/Core/FString/UEOpEquals] 5.3+
    friend bool operator==(const FString& A, const FString& B) { return A.Equals(B, ESearchCase::IgnoreCase); }
    friend bool operator!=(const FString& A, const FString& B) { return !(A == B); }
    friend bool operator==(const FString& A, const TCHAR* B) { return A == FString(B); }
    bool Contains(const FString& Part, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
    bool StartsWith(const FString& Part) const;
    bool EndsWith(const FString& Part) const;
    int32 Find(const FString& Part) const;
    FString Left(int32 Count) const { return FString(Text.substr(0, static_cast<size_t>(Count)).c_str()); }
    FString Mid(int32 Start) const { return FString(Text.substr(static_cast<size_t>(Start)).c_str()); }
    FString RightChop(int32 Count) const { return Mid(Count); }
    bool Split(const FString& At, FString* LeftPart, FString* RightPart) const;
    int32 ParseIntoArray(TArray<FString>& Parts, const TCHAR* At, bool bCullEmpty = true) const;
    bool FindLastChar(TCHAR Letter, int32& Index) const {
        const size_t Found = Text.rfind(Letter);
        Index = Found == std::u16string::npos ? INDEX_NONE : static_cast<int32>(Found);
        return Index != INDEX_NONE;
    }
    bool IsNumeric() const { return !Text.empty() && Text.find_first_not_of(u"0123456789") == std::u16string::npos; }
    FString ToLower() const;
    FString TrimStartAndEnd() const;
    FString Replace(const TCHAR* From, const TCHAR* To) const;
    TCHAR operator[](int32 Index) const { return Text[static_cast<size_t>(Index)]; }

private:
    std::u16string Text;
};

// [D Runtime/Core/Containers/LexToString, 5.4, 5.5] 5.3+
FString LexToString(bool bValue);
inline FString LexToString(int32 Value) { return FString::Printf(u"%d", Value); }
inline FString LexToString(int64 Value) { return FString::Printf(u"%lld", Value); }
inline FString LexToString(double Value) { return FString::SanitizeFloat(Value); }

// [D Runtime/Core/Misc/TCString/Strcmp, 5.3: Misc/CString.h, which this one brings along] 5.3+
struct FCString {
    static double Atod(const TCHAR* Text);
    static float Atof(const TCHAR* Text) { return static_cast<float>(Atod(Text)); }
    static int32 Atoi(const TCHAR* Text) { return static_cast<int32>(Atod(Text)); }
    static int32 Strcmp(const TCHAR* A, const TCHAR* B);
};

// [N Runtime/Core/Containers/TCHAR_TO_UTF8] 5.3+; lives until the end of the full expression.
#define TCHAR_TO_UTF8(Text) (StandInUtf8(Text).c_str())
#define UTF8_TO_TCHAR(Text) (StandInUtf16(Text).c_str())
