#pragma once

#include "UObject/ObjectMacros.h"

/// Told of every object that a value refers to.
struct StandInVisitor {
    virtual ~StandInVisitor() = default;
    virtual void Visit(UObject* Object) = 0;
};

/// What reflection can do with a value of some type.
struct StandInType {
    size_t Size;
    bool bIsObject;
    void (*Serialize)(FArchive& Ar, void* Value);
    FString (*ToText)(const void* Value);
    bool (*FromText)(const FString& Text, void* Value);
    void (*Copy)(void* To, const void* From);
    void (*Visit)(void* Value, StandInVisitor& Visitor);
};
