#pragma once

// What reflection can do with each type that a property or a pin may have. Included by generated sources only.

#include "Containers/EnumAsByte.h"
#include "Templates/SubclassOf.h"
#include "UObject/Class.h"
#include "UObject/ObjectPtr.h"
#include "UObject/SoftObjectPtr.h"
#include "UObject/StandInType.h"
#include "UObject/WeakObjectPtr.h"

template <typename T>
const StandInType& StandInTypeOf();

FString StandInStructToText(const UScriptStruct* Struct, const void* Value);
bool StandInStructFromText(const UScriptStruct* Struct, const FString& Text, void* Value);
/// "(a,b,(c,d))" → its parts; false when the brackets do not match.
bool StandInSplitList(const FString& Text, TArray<FString>& Parts);

template <typename T>
concept StandInReflectedStruct = requires {
    T::StaticStruct();
};
template <typename T>
concept StandInReflectedEnum = requires {
    StandInEnumOf<T>::Get();
};
template <typename T>
concept StandInArchived = requires(FArchive& Ar, T& Value) {
    Ar << Value;
};
template <typename T>
concept StandInComparable = requires(const T& A) {
    A == A;
};

/// Everything that has no better way: nothing can be said of it but its bytes through <<, if it has that.
template <typename T>
struct StandInHandler {
    static constexpr bool bIsObject = false;
    static void Serialize(FArchive& Ar, T& Value) {
        if constexpr (StandInReflectedStruct<T>)
            T::StaticStruct()->StandInSerializeValues(Ar, &Value);
        else if constexpr (StandInArchived<T>)
            Ar << Value;
    }
    static FString ToText(const T& Value) {
        if constexpr (StandInReflectedStruct<T>) return StandInStructToText(T::StaticStruct(), &Value);
        if constexpr (StandInReflectedEnum<T>)
            return StandInEnumOf<T>::Get()->GetNameStringByValue(static_cast<int64>(Value));
        if constexpr (std::is_floating_point_v<T>) return FString::SanitizeFloat(static_cast<double>(Value));
        if constexpr (std::is_same_v<T, bool>)
            return Value ? u"True" : u"False";
        else if constexpr (std::is_integral_v<T>)
            return LexToString(static_cast<int64>(Value));
        if constexpr (std::is_same_v<T, FName>) return Value.ToString();
        if constexpr (std::is_same_v<T, FString>) return Value;
        return FString();
    }
    static bool FromText(const FString& Text, T& Value) {
        if constexpr (StandInReflectedStruct<T>) return StandInStructFromText(T::StaticStruct(), Text, &Value);
        if constexpr (StandInReflectedEnum<T>) {
            const int64 Found = StandInEnumOf<T>::Get()->GetValueByNameString(Text);
            if (Found != INDEX_NONE) Value = static_cast<T>(Found);
            return Found != INDEX_NONE;
        } else if constexpr (std::is_same_v<T, bool>) {
            Value = Text == u"True" || Text == u"1";
            return true;
        } else if constexpr (std::is_arithmetic_v<T>) {
            Value = static_cast<T>(FCString::Atod(*Text));
            return true;
        } else if constexpr (std::is_same_v<T, FName>) {
            Value = FName(Text);
            return true;
        } else if constexpr (std::is_same_v<T, FString>) {
            Value = Text;
            return true;
        }
        return false;
    }
    static void Visit(T& Value, StandInVisitor& Visitor) {
        if constexpr (StandInReflectedStruct<T>) T::StaticStruct()->StandInVisitValues(&Value, Visitor);
        (void)Value, (void)Visitor;
    }
};

template <typename E>
struct StandInHandler<TEnumAsByte<E>> {
    static constexpr bool bIsObject = false;
    static void Serialize(FArchive& Ar, TEnumAsByte<E>& Value) { Ar.Serialize(&Value, 1); }
    static FString ToText(const TEnumAsByte<E>& Value) {
        return FString::FromInt(static_cast<int32>(Value.GetValue()));
    }
    static bool FromText(const FString& Text, TEnumAsByte<E>& Value) {
        Value = static_cast<E>(FCString::Atoi(*Text));
        return true;
    }
    static void Visit(TEnumAsByte<E>&, StandInVisitor&) {}
};

template <typename T>
struct StandInHandler<TArray<T>> {
    static constexpr bool bIsObject = false;
    static void Serialize(FArchive& Ar, TArray<T>& Array) {
        int32 Count = Array.Num();
        Ar << Count;
        if (Ar.IsLoading()) {
            if (!StandInTrustCount(Ar, Count, 1)) return;
            Array.SetNum(Count);
        }
        for (T& Value : Array) StandInHandler<T>::Serialize(Ar, Value);
    }
    static FString ToText(const TArray<T>& Array) {
        TArray<FString> Parts;
        for (const T& Value : Array) Parts.Add(StandInHandler<T>::ToText(Value));
        return FString(u"(") + FString::Join(Parts, u",") + u")";
    }
    static bool FromText(const FString& Text, TArray<T>& Array) {
        TArray<FString> Parts;
        if (!StandInSplitList(Text, Parts)) return false;
        Array.SetNum(Parts.Num());
        for (int32 i = 0; i < Parts.Num(); ++i)
            if (!StandInHandler<T>::FromText(Parts[i], Array[i])) return false;
        return true;
    }
    static void Visit(TArray<T>& Array, StandInVisitor& Visitor) {
        for (T& Value : Array) StandInHandler<T>::Visit(Value, Visitor);
    }
};

template <typename T>
struct StandInHandler<TObjectPtr<T>> {
    static constexpr bool bIsObject = true;
    static void Serialize(FArchive& Ar, TObjectPtr<T>& Value) {
        UObject* Object = Plain(Value);
        Ar << Object;
        Value = reinterpret_cast<T*>(Object);
    }
    static FString ToText(const TObjectPtr<T>& Value) { return Value ? Plain(Value)->GetPathName() : FString(u"None"); }
    static bool FromText(const FString& Text, TObjectPtr<T>& Value) {
        Value = reinterpret_cast<T*>(StandInObjects::FindByPath(Text));
        return true;
    }
    static void Visit(TObjectPtr<T>& Value, StandInVisitor& Visitor) {
        if (UObject* Object = Plain(Value)) Visitor.Visit(Object);
    }

private:
    // T may only be declared where its property is described; UObject is the first base of every class.
    static UObject* Plain(const TObjectPtr<T>& Value) { return reinterpret_cast<UObject*>(Value.Get()); }
};

/// Pins only: a member would be refused by the header tool.
template <typename T>
struct StandInHandler<T*> {
    static constexpr bool bIsObject = true;
    static void Serialize(FArchive&, T*&) {}
    static FString ToText(T* const&) { return FString(); }
    static bool FromText(const FString&, T*&) { return false; }
    static void Visit(T*&, StandInVisitor&) {}
};

template <typename T>
struct StandInHandler<TSoftObjectPtr<T>> {
    static constexpr bool bIsObject = false;
    static void Serialize(FArchive& Ar, TSoftObjectPtr<T>& Value) { Ar << Value.StandInPath(); }
    static FString ToText(const TSoftObjectPtr<T>& Value) { return Value.ToString(); }
    static bool FromText(const FString& Text, TSoftObjectPtr<T>& Value) {
        Value = TSoftObjectPtr<T>(FSoftObjectPath(Text));
        return true;
    }
    static void Visit(TSoftObjectPtr<T>&, StandInVisitor&) {}
};

template <typename T>
const StandInType& StandInTypeOf() {
    using Handler = StandInHandler<T>;
    static const StandInType Type{
        sizeof(T),
        Handler::bIsObject,
        [](FArchive& Ar, void* Value) { Handler::Serialize(Ar, *static_cast<T*>(Value)); },
        [](const void* Value) { return Handler::ToText(*static_cast<const T*>(Value)); },
        [](const FString& Text, void* Value) { return Handler::FromText(Text, *static_cast<T*>(Value)); },
        [](void* To, const void* From) { *static_cast<T*>(To) = *static_cast<const T*>(From); },
        [](void* Value, StandInVisitor& Visitor) { Handler::Visit(*static_cast<T*>(Value), Visitor); },
    };
    return Type;
}
