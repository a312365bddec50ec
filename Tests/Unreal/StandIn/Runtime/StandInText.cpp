// Text, names and formatting.

#include "CoreMinimal.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

void StandInDie(const char* What, const char* File, int Line) {
    std::fprintf(stderr, "%s:%d: check failed: %s\n", File, Line, What);
    std::abort();
}

std::string StandInUtf8(std::u16string_view Text) {
    std::string Out;
    for (size_t i = 0; i < Text.size(); ++i) {
        uint32 Code = Text[i];
        if (Code >= 0xd800 && Code < 0xdc00 && i + 1 < Text.size())
            Code = 0x10000 + ((Code - 0xd800) << 10) + (static_cast<uint32>(Text[++i]) - 0xdc00);
        if (Code < 0x80) {
            Out += static_cast<char>(Code);
        } else if (Code < 0x800) {
            Out += static_cast<char>(0xc0 | (Code >> 6));
            Out += static_cast<char>(0x80 | (Code & 63));
        } else if (Code < 0x10000) {
            Out += static_cast<char>(0xe0 | (Code >> 12));
            Out += static_cast<char>(0x80 | ((Code >> 6) & 63));
            Out += static_cast<char>(0x80 | (Code & 63));
        } else {
            Out += static_cast<char>(0xf0 | (Code >> 18));
            Out += static_cast<char>(0x80 | ((Code >> 12) & 63));
            Out += static_cast<char>(0x80 | ((Code >> 6) & 63));
            Out += static_cast<char>(0x80 | (Code & 63));
        }
    }
    return Out;
}

std::u16string StandInUtf16(std::string_view Text) {
    std::u16string Out;
    for (size_t i = 0; i < Text.size();) {
        const unsigned char Lead = static_cast<unsigned char>(Text[i]);
        const size_t More = Lead < 0x80 ? 0 : Lead < 0xe0 ? 1 : Lead < 0xf0 ? 2 : 3;
        uint32 Code = More == 0 ? Lead : Lead & (0x3fu >> More);
        for (size_t k = 1; k <= More && i + k < Text.size(); ++k)
            Code = (Code << 6) | (static_cast<unsigned char>(Text[i + k]) & 63u);
        i += More + 1;
        if (Code < 0x10000) {
            Out += static_cast<char16_t>(Code);
        } else {
            Out += static_cast<char16_t>(0xd800 + ((Code - 0x10000) >> 10));
            Out += static_cast<char16_t>(0xdc00 + ((Code - 0x10000) & 0x3ff));
        }
    }
    return Out;
}

namespace {

[[noreturn]] void BadFormat(const std::string& Format, const char* Why) {
    std::fprintf(stderr, "the format \"%s\" %s\n", Format.c_str(), Why);
    std::abort();
}

std::string FormatOne(const std::string& Whole, std::string Spec, const StandInArgument& Argument) {
    using Kind = StandInArgument::EKind;
    const char Letter = Spec.back();
    const bool bWide = Spec.find("ll") != std::string::npos;
    if (Letter == 's') {
        if (Argument.Kind != Kind::Text) BadFormat(Whole, "has %s for something that is no const TCHAR*");
        return StandInUtf8(Argument.Text ? Argument.Text : u"(null)");
    }
    char Buffer[512];
    if (std::string("fge").find(Letter) != std::string::npos) {
        if (Argument.Kind != Kind::Real) BadFormat(Whole, "has a real number's letter for something else");
        std::snprintf(Buffer, sizeof Buffer, Spec.c_str(), Argument.Real);
    } else if (std::string("dixXuc").find(Letter) != std::string::npos) {
        if (Argument.Kind != Kind::Signed && Argument.Kind != Kind::Unsigned)
            BadFormat(Whole, "has an integer's letter for something else");
        if (bWide != Argument.bWide) BadFormat(Whole, "needs ll exactly where a number has 64 bits");
        if (!bWide) Spec.insert(Spec.size() - 1, "ll");
        std::snprintf(Buffer, sizeof Buffer, Spec.c_str(), Argument.Signed);
    } else {
        BadFormat(Whole, "has a letter that we do not know");
    }
    return Buffer;
}

}  // namespace

std::u16string StandInFormat(const TCHAR* Format, std::initializer_list<StandInArgument> Arguments) {
    const std::string Text = StandInUtf8(Format);
    std::string Out;
    auto Next = Arguments.begin();
    for (size_t i = 0; i < Text.size(); ++i) {
        if (Text[i] != '%') {
            Out += Text[i];
            continue;
        }
        if (i + 1 < Text.size() && Text[i + 1] == '%') {
            Out += '%';
            ++i;
            continue;
        }
        const size_t End = Text.find_first_of("sfgedixXuc", i + 1);
        if (End == std::string::npos || Next == Arguments.end()) BadFormat(Text, "wants more than it is given");
        Out += FormatOne(Text, Text.substr(i, End - i + 1), *Next++);
        i = End;
    }
    if (Next != Arguments.end()) BadFormat(Text, "leaves an argument over");
    return StandInUtf16(Out);
}

FString FString::SanitizeFloat(double Value) {
    char Buffer[64];
    std::snprintf(Buffer, sizeof Buffer, "%.9g", Value);
    std::string Out = Buffer;
    if (Out.find_first_of(".en") == std::string::npos) Out += ".0";
    return FString(Out.c_str());
}

FString FString::Join(const TArray<FString>& Parts, const TCHAR* Between) {
    FString Out;
    for (int32 i = 0; i < Parts.Num(); ++i) {
        if (i > 0) Out += Between;
        Out += Parts[i];
    }
    return Out;
}

namespace {
std::u16string Lower(std::u16string Text) {
    for (char16_t& Letter : Text)
        if (Letter >= u'A' && Letter <= u'Z') Letter = static_cast<char16_t>(Letter + 32);
    return Text;
}
}  // namespace

bool FString::Equals(const FString& Other, ESearchCase::Type Case) const {
    return Case == ESearchCase::CaseSensitive ? Text == Other.Text : Lower(Text) == Lower(Other.Text);
}
bool FString::Contains(const FString& Part, ESearchCase::Type Case) const {
    return Case == ESearchCase::CaseSensitive ? Text.find(Part.Text) != std::u16string::npos
                                              : Lower(Text).find(Lower(Part.Text)) != std::u16string::npos;
}
bool FString::StartsWith(const FString& Part) const { return Lower(Text).rfind(Lower(Part.Text), 0) == 0; }
bool FString::EndsWith(const FString& Part) const {
    return Len() >= Part.Len() && Lower(Text.substr(Text.size() - Part.Text.size())) == Lower(Part.Text);
}
int32 FString::Find(const FString& Part) const {
    const size_t At = Lower(Text).find(Lower(Part.Text));
    return At == std::u16string::npos ? INDEX_NONE : static_cast<int32>(At);
}
bool FString::Split(const FString& At, FString* LeftPart, FString* RightPart) const {
    const int32 Place = Find(At);
    if (Place == INDEX_NONE) return false;
    const FString Whole = *this;
    if (LeftPart) *LeftPart = Whole.Left(Place);
    if (RightPart) *RightPart = Whole.Mid(Place + At.Len());
    return true;
}
int32 FString::ParseIntoArray(TArray<FString>& Parts, const TCHAR* At, bool bCullEmpty) const {
    Parts.Reset();
    FString Rest = *this, First;
    while (Rest.Split(At, &First, &Rest))
        if (!bCullEmpty || !First.IsEmpty()) Parts.Add(First);
    if (!bCullEmpty || !Rest.IsEmpty()) Parts.Add(Rest);
    return Parts.Num();
}
FString FString::ToLower() const { return FString(Lower(Text).c_str()); }
FString FString::TrimStartAndEnd() const {
    const size_t First = Text.find_first_not_of(u" \t\r\n");
    if (First == std::u16string::npos) return FString();
    return FString(Text.substr(First, Text.find_last_not_of(u" \t\r\n") - First + 1).c_str());
}
FString FString::Replace(const TCHAR* From, const TCHAR* To) const {
    std::u16string Out = Text;
    const std::u16string What = From, With = To;
    for (size_t At = 0; (At = Out.find(What, At)) != std::u16string::npos; At += With.size())
        Out.replace(At, What.size(), With);
    return FString(Out.c_str());
}

FString LexToString(bool bValue) { return bValue ? u"true" : u"false"; }
double FCString::Atod(const TCHAR* Text) { return std::strtod(StandInUtf8(Text).c_str(), nullptr); }
int32 FCString::Strcmp(const TCHAR* A, const TCHAR* B) { return std::u16string(A).compare(B); }

namespace {
std::vector<std::u16string>& NameTable() {
    static std::vector<std::u16string> Table{u"None"};
    return Table;
}
}  // namespace

FName::FName(const TCHAR* Text) {
    const std::u16string Wanted = Lower(Text);
    std::vector<std::u16string>& Table = NameTable();
    for (size_t i = 0; i < Table.size(); ++i)
        if (Lower(Table[i]) == Wanted) {
            Index = static_cast<uint32>(i);
            return;
        }
    if (Wanted.empty()) return;
    Index = static_cast<uint32>(Table.size());
    Table.push_back(Text);
}
FName::FName(const char* Text) : FName(StandInUtf16(Text).c_str()) {}
FString FName::ToString() const { return FString(NameTable()[Index].c_str()); }
bool FName::LexicalLess(const FName& Other) const { return NameTable()[Index] < NameTable()[Other.Index]; }
