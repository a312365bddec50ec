#pragma once

#include "UObject/ObjectPtr.h"

// [D Runtime/CoreUObject/UObject/FReferenceCollector] 5.3+
class FReferenceCollector {
public:
    explicit FReferenceCollector(StandInVisitor& In) : Visitor(In) {}
    template <typename T>
    void AddReferencedObject(TObjectPtr<T>& Object) {
        if (Object) Visitor.Visit(Object.Get());
    }

private:
    StandInVisitor& Visitor;
};

// [D Runtime/CoreUObject/UObject/FGCObject; EpicSandbox MyCustomAssetEditor.h] 5.3+
class FGCObject {
public:
    FGCObject();
    virtual ~FGCObject();
    FGCObject(const FGCObject&) = delete;
    FGCObject& operator=(const FGCObject&) = delete;
    virtual void AddReferencedObjects(FReferenceCollector& Collector) = 0;
    virtual FString GetReferencerName() const = 0;
};
