#pragma once

#include "UObject/Class.h"
#include "UObject/WeakObjectPtr.h"

// [D Runtime/CoreUObject/FSoftObjectPath/__ctor: UObject/SoftObjectPath.h] 5.3+
struct FSoftObjectPath {
    FSoftObjectPath() = default;
    explicit FSoftObjectPath(const FString& InPath) : Path(InPath) {}
    explicit FSoftObjectPath(const UObject* Object) : Path(Object ? Object->GetPathName() : FString()) {}
    const FString& ToString() const { return Path; }
    bool IsNull() const { return Path.IsEmpty(); }
    UObject* ResolveObject() const { return IsNull() ? nullptr : StandInObjects::FindByPath(Path); }
    UObject* TryLoad() const {
        UObject* Found = ResolveObject();
        StandInVainLoads += !Found && !IsNull() ? 1 : 0;
        return Found;
    }
    inline static int32 StandInVainLoads = 0;  // each would go through the disk
    friend bool operator==(const FSoftObjectPath& A, const FSoftObjectPath& B) { return A.Path == B.Path; }
    FString Path;
};

// [D Runtime/CoreUObject/UObject/FSoftObjectPath/operator<<] 5.3+
FArchive& operator<<(FArchive& Ar, FSoftObjectPath& Path);

// [D Runtime/CoreUObject/UObject/TSoftClassPtr] 5.3+
template <typename T = UObject>
class TSoftClassPtr {
public:
    TSoftClassPtr() = default;
    TSoftClassPtr(const UClass* In) : Class(const_cast<UClass*>(In)) {}
    UClass* Get() const { return Class; }
    UClass* LoadSynchronous() const { return Class; }

private:
    UClass* Class = nullptr;
};

// [D Runtime/CoreUObject/UObject/TSoftObjectPtr, 5.2; LoadSynchronous, 5.3] 5.3+. Here everything that exists is in
// memory.
template <typename T>
class TSoftObjectPtr {
public:
    TSoftObjectPtr() = default;
    TSoftObjectPtr(std::nullptr_t) {}
    TSoftObjectPtr(T* Object) : Path(Object), Known(Object) {}
    explicit TSoftObjectPtr(const FSoftObjectPath& InPath) : Path(InPath) {}
    T* Get() const {
        if (!Known.IsValid()) Known = Cast<T>(Path.ResolveObject());
        return Known.Get();
    }
    T* LoadSynchronous() const { return Known.IsValid() ? Known.Get() : Cast<T>(Path.TryLoad()); }
    bool IsNull() const { return Path.IsNull(); }
    bool IsPending() const { return !IsNull() && !Get(); }
    bool IsValid() const { return Get() != nullptr; }
    const FSoftObjectPath& ToSoftObjectPath() const { return Path; }
    FString ToString() const { return Path.ToString(); }
    void Reset() { *this = TSoftObjectPtr(); }
    friend bool operator==(const TSoftObjectPtr& A, const TSoftObjectPtr& B) { return A.Path == B.Path; }
    FSoftObjectPath& StandInPath() {
        Known.Reset();
        return Path;
    }

private:
    FSoftObjectPath Path;
    mutable TWeakObjectPtr<T> Known;
};
