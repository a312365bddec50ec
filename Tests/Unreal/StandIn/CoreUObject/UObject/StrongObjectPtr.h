#pragma once

#include "UObject/GCObject.h"

// [D Runtime/CoreUObject/UObject/TStrongObjectPtr] 5.3+
template <typename T>
class TStrongObjectPtr : private FGCObject {
public:
    explicit TStrongObjectPtr(T* In) : Kept(In) {}
    T* Get() const { return Kept.Get(); }
    T* operator->() const { return Kept.Get(); }
    T& operator*() const { return *Kept; }
    bool IsValid() const { return Kept != nullptr; }

private:
    void AddReferencedObjects(FReferenceCollector& Collector) override { Collector.AddReferencedObject(Kept); }
    FString GetReferencerName() const override { return u"TStrongObjectPtr"; }
    TObjectPtr<T> Kept;
};
