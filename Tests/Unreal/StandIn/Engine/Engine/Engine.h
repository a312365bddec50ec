#pragma once

#include "Engine/World.h"

// [D Runtime/Engine/FWorldContext] 5.3+
struct FWorldContext {
    void SetCurrentWorld(UWorld* World) { Current = World; }
    UWorld* World() const { return Current; }
    UWorld* Current = nullptr;
    EWorldType::Type WorldType = EWorldType::None;
};

// [N Runtime/Engine/EGetWorldErrorMode] 5.3+
enum class EGetWorldErrorMode { ReturnNull, LogAndReturnNull, Assert };

// [D Runtime/Engine/UEngine] 5.3+
class UEngine : public UObject {
    STANDIN_CLASS(UEngine, UObject)
public:
    FWorldContext& CreateNewWorldContext(EWorldType::Type Type);
    void DestroyWorldContext(UWorld* World);
    UWorld* GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode Mode) const;
    void StandInReferences(StandInVisitor& Visitor) override;

private:
    TArray<FWorldContext*> Contexts;
};

// [N Runtime/Engine/GEngine] 5.3+
extern UEngine* GEngine;
