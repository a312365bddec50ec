#pragma once

#include "Containers/Array.h"
#include "Containers/Map.h"
#include "Containers/UnrealString.h"
#include "Internationalization/Text.h"
#include "Math/Color.h"
#include "Math/Transform.h"
#include "Misc/Guid.h"
#include "UObject/NameTypes.h"

class UObject;

// [D Runtime/Core/Serialization/FArchive, FArchiveState, 5.3 to 5.5] 5.3+. One function reads and writes. A plain
// memory archive knows neither names nor objects, as in the engine.
class FArchive {
public:
    virtual ~FArchive() = default;
    virtual void Serialize(void* Data, int64 Length) = 0;
    virtual FArchive& operator<<(FName& Name);
    virtual FArchive& operator<<(UObject*& Object);
    bool IsLoading() const { return bLoading; }
    bool IsSaving() const { return bSaving; }
    virtual bool IsError() const { return bError; }
    virtual void SetError() { bError = true; }
    bool IsCooking() const { return false; }
    bool IsPersistent() const { return bPersistent; }
    void SetIsPersistent(bool bIn) { bPersistent = bIn; }
    virtual int64 Tell() { return -1; }
    virtual int64 TotalSize() { return -1; }
    virtual void Seek(int64) {}

    virtual void UsingCustomVersion(const FGuid& Key);
    virtual int32 CustomVer(const FGuid& Key) const;
    virtual void SetCustomVersion(const FGuid& Key, int32 Version, FName FriendlyName);

protected:
    bool bLoading = false, bSaving = false, bError = false, bPersistent = false;
    struct FUsed {
        FGuid Key;
        int32 Version;
    };
    TArray<FUsed> Used;
};

// [N Runtime/Core/Serialization/FArchive/operator<<] 5.3+
template <typename T>
requires(std::is_arithmetic_v<T>) FArchive& operator<<(FArchive& Ar, T& Value) {
    Ar.Serialize(&Value, sizeof(T));
    return Ar;
}
template <typename T>
requires(std::is_enum_v<T>) FArchive& operator<<(FArchive& Ar, T& Value) {
    Ar.Serialize(&Value, sizeof(T));
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FString& Value);
FArchive& operator<<(FArchive& Ar, FText& Value);
FArchive& operator<<(FArchive& Ar, FVector& Value);
FArchive& operator<<(FArchive& Ar, FRotator& Value);
FArchive& operator<<(FArchive& Ar, FQuat& Value);
FArchive& operator<<(FArchive& Ar, FTransform& Value);
FArchive& operator<<(FArchive& Ar, FColor& Value);
FArchive& operator<<(FArchive& Ar, FLinearColor& Value);
FArchive& operator<<(FArchive& Ar, FGuid& Value);

/// What is left to read, so that a corrupt count cannot ask for more memory than the bytes justify.
bool StandInTrustCount(FArchive& Ar, int32 Count, size_t SizeOfOne);

// [N Runtime/Core/Containers/TArray/operator<<] 5.3+
template <typename T>
FArchive& operator<<(FArchive& Ar, TArray<T>& Array) {
    int32 Count = Array.Num();
    Ar << Count;
    if (Ar.IsLoading()) {
        if (!StandInTrustCount(Ar, Count, std::is_arithmetic_v<T> ? sizeof(T) : 1)) return Ar;
        Array.SetNum(Count);
    }
    if constexpr (sizeof(T) == 1 && std::is_arithmetic_v<T>) {
        if (Count > 0) Ar.Serialize(Array.GetData(), Count);
    } else {
        for (T& Value : Array) Ar << Value;
    }
    return Ar;
}
