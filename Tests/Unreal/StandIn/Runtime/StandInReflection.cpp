// Classes, structs, enums, functions and properties, as the header tool describes them.

#include "UObject/Class.h"
#include "UObject/Package.h"
#include "UObject/StandInTypeOf.h"
#include "UObject/UnrealType.h"

namespace {

bool Knows(const TArray<StandInMeta>& Meta, const TCHAR* Key, FString* Value) {
    const FString Wanted(Key);
    for (const StandInMeta& Entry : Meta)
        if (FString(Entry.Key) == Wanted) {
            if (Value) *Value = FString(Entry.Value);
            return true;
        }
    return false;
}

TArray<UClass* (*)()>& Registered() {
    static TArray<UClass* (*)()> List;
    return List;
}

/// Reflection's own objects live as long as the program. They are made before any class is known, so plainly.
template <typename T>
T* MakePlain() {
    T* Made = new T();
    Made->AddToRoot();
    return Made;
}

}  // namespace

bool FProperty::HasMetaData(const TCHAR* Key) const { return Knows(Meta, Key, nullptr); }
FString FProperty::GetMetaData(const TCHAR* Key) const {
    FString Value;
    Knows(Meta, Key, &Value);
    return Value;
}
bool UStruct::HasMetaData(const TCHAR* Key) const { return Knows(Meta, Key, nullptr); }
FString UStruct::GetMetaData(const TCHAR* Key) const {
    FString Value;
    Knows(Meta, Key, &Value);
    return Value;
}

const FProperty* UStruct::FindPropertyByName(FName Wanted) const {
    for (const UStruct* Step = this; Step; Step = Step->Super)
        for (const FProperty* Property : Step->Properties)
            if (Property->Name == Wanted) return Property;
    return nullptr;
}
bool UStruct::IsChildOf(const UStruct* Other) const {
    for (const UStruct* Step = this; Step; Step = Step->Super)
        if (Step == Other) return true;
    return false;
}
void UStruct::StandInReferences(StandInVisitor&) {}
void UClass::StandInReferences(StandInVisitor& Visitor) {
    if (DefaultObject) Visitor.Visit(DefaultObject);
}
void UStruct::StandInVisitValues(void* Container, StandInVisitor& Visitor) const {
    for (const FProperty* Property : Properties)
        Property->Type->Visit(Property->ContainerPtrToValuePtr<void>(Container), Visitor);
}

// Tagged, as in the engine: a name and a size before each value, so that what is unknown can be skipped.
void UStruct::StandInSerializeValues(FArchive& Ar, void* Container) const {
    int32 Count = 0;
    for (const FProperty* Property : Properties) Count += !Property->HasAnyPropertyFlags(CPF_Transient);
    Ar << Count;
    if (Ar.IsSaving()) {
        for (const FProperty* Property : Properties) {
            if (Property->HasAnyPropertyFlags(CPF_Transient)) continue;
            FName Name = Property->Name;
            int64 Size = 0;
            Ar << Name;
            const int64 Head = Ar.Tell();
            Ar << Size;
            Property->Type->Serialize(Ar, Property->ContainerPtrToValuePtr<void>(Container));
            const int64 End = Ar.Tell();
            Size = End - Head - static_cast<int64>(sizeof Size);
            Ar.Seek(Head);
            Ar << Size;
            Ar.Seek(End);
        }
        return;
    }
    for (int32 i = 0; i < Count && !Ar.IsError(); ++i) {
        FName Name;
        int64 Size = 0;
        Ar << Name;
        Ar << Size;
        const int64 Start = Ar.Tell();
        for (const FProperty* Property : Properties)
            if (Property->Name == Name)
                Property->Type->Serialize(Ar, Property->ContainerPtrToValuePtr<void>(Container));
        Ar.Seek(Start + Size);
    }
}

FString UEnum::GetNameStringByValue(int64 Value) const {
    for (const FEntry& Entry : Entries)
        if (Entry.Value == Value) return FString(Entry.Name);
    return FString();
}
int64 UEnum::GetValueByNameString(const FString& Wanted) const {
    for (const FEntry& Entry : Entries)
        if (FString(Entry.Name) == Wanted) return Entry.Value;
    return INDEX_NONE;
}

UFunction* UClass::FindFunctionByName(FName Wanted) const {
    for (const UClass* Step = this; Step; Step = Step->GetSuperClass())
        for (UFunction* Function : Step->Functions)
            if (Function->GetFName() == Wanted) return Function;
    return nullptr;
}

UObject* UClass::GetDefaultObject(bool bCreate) {
    if (!DefaultObject && bCreate) {
        DefaultObject = StandInObjects::Make(this, nullptr, FName(FString(u"Default__") + GetName()),
                                             RF_ClassDefaultObject | RF_Public);
        DefaultObject->LoadConfig();
    }
    return DefaultObject;
}

UClass* UObject::StaticClass() {
    static UClass* Class =
        StandInReflection::BeginClass("CoreUObject", "UObject", nullptr, []() -> UObject* { return new UObject(); });
    return Class;
}

UClass* StandInReflection::BeginClass(const char* Module, const char* Name, UClass* Super, UObject* (*Construct)()) {
    UClass* Class = MakePlain<UClass>();
    StandInName(Class, FString(u"/Script/") + FString(Module), FString(Name + 1));
    Class->Super = Super;
    Class->StandInConstruct = Construct;
    if (Super) {
        Class->ClassFlags = Super->ClassFlags & CLASS_Config;
        Class->ClassConfigName = Super->ClassConfigName;
    }
    return Class;
}

UScriptStruct* StandInReflection::BeginStruct(const char* Name) {
    UScriptStruct* Struct = MakePlain<UScriptStruct>();
    StandInName(Struct, FString(), FString(Name + 1));
    return Struct;
}

UEnum* StandInReflection::MakeEnum(const char* Name, TArray<UEnum::FEntry> Entries) {
    UEnum* Enum = MakePlain<UEnum>();
    StandInName(Enum, FString(), FString(Name));
    Enum->Entries = std::move(Entries);
    return Enum;
}

void StandInReflection::AddProperty(UStruct* To, const char* Name, const char* CppType, size_t Offset, uint64 Flags,
                                    const StandInType& Type, TArray<StandInMeta> Meta) {
    FProperty* Property = new FProperty();
    Property->Name = FName(Name);
    Property->CppType = FString(CppType);
    Property->Offset = Offset;
    Property->Flags = Flags;
    Property->Type = &Type;
    Property->Meta = std::move(Meta);
    To->Properties.Add(Property);
}

UFunction* StandInReflection::AddFunction(UClass* To, const char* Name, uint32 Flags, size_t ParmsSize,
                                          void (*Call)(UObject*, void* const*), TArray<StandInMeta> Meta) {
    UFunction* Function = MakePlain<UFunction>();
    StandInName(Function, To->GetPathName(), FString(Name));
    Function->FunctionFlags = Flags;
    Function->ParmsSize = static_cast<uint16>(ParmsSize);
    Function->StandInCall = Call;
    Function->Meta = std::move(Meta);
    To->Functions.Add(Function);
    return Function;
}

void StandInReflection::Register(UClass* (*Class)()) { Registered().Add(Class); }
const TArray<UClass* (*)()>& StandInReflection::Classes() { return Registered(); }

bool StandInHasFunction(const void* Object, FName Function) {
    return static_cast<const UObject*>(Object)->FindFunction(Function) != nullptr;
}
bool StandInCallByName(const void*, uint64 Serial, FName Name, void* const* Arguments, int32 Count) {
    UObject* Object = StandInObjects::Find(Serial);
    const UFunction* Function = Object ? Object->FindFunction(Name) : nullptr;
    if (!Function || !ensure(Function->Properties.Num() == Count)) return false;
    Function->StandInCall(Object, Arguments);
    return true;
}
FName StandInMethodName(const char* Expression) {
    const std::string Text = Expression;
    const size_t At = Text.rfind(':');
    return FName(Text.substr(At == std::string::npos ? 0 : At + 1).c_str());
}

bool StandInSplitList(const FString& Text, TArray<FString>& Parts) {
    const FString Trimmed = Text.TrimStartAndEnd();
    if (Trimmed.Len() < 2 || Trimmed[0] != u'(' || Trimmed[Trimmed.Len() - 1] != u')') return false;
    int32 Depth = 0, Start = 1;
    bool bQuoted = false;
    for (int32 i = 1; i < Trimmed.Len(); ++i) {
        const TCHAR Letter = Trimmed[i];
        if (Letter == u'"') bQuoted = !bQuoted;
        if (bQuoted) continue;
        if (Letter == u'(') ++Depth;
        const bool bEnd = i + 1 == Trimmed.Len();
        if ((Letter == u',' && Depth == 0) || bEnd) {
            const FString Part = Trimmed.Left(i).Mid(Start).TrimStartAndEnd();
            if (!Part.IsEmpty()) Parts.Add(Part);
            Start = i + 1;
        }
        if (Letter == u')' && !bEnd) --Depth;
    }
    return Depth == 0;
}

FString StandInStructToText(const UScriptStruct* Struct, const void* Value) {
    TArray<FString> Parts;
    for (const FProperty* Property : Struct->Properties)
        Parts.Add(Property->GetName() + u"=" + Property->Type->ToText(Property->ContainerPtrToValuePtr<void>(Value)));
    return FString(u"(") + FString::Join(Parts, u",") + u")";
}

bool StandInStructFromText(const UScriptStruct* Struct, const FString& Text, void* Value) {
    TArray<FString> Parts;
    if (!StandInSplitList(Text, Parts)) return false;
    for (const FString& Part : Parts) {
        FString Key, Rest;
        if (!Part.Split(u"=", &Key, &Rest)) return false;
        const FProperty* Property = Struct->FindPropertyByName(FName(Key));
        if (!Property || !Property->Type->FromText(Rest, Property->ContainerPtrToValuePtr<void>(Value))) return false;
    }
    return true;
}
