#pragma once

#include "Engine/World.h"
#include "GameFramework/Actor.h"

// [N Runtime/Engine/TActorIterator] 5.3+
template <typename T>
class TActorIterator {
public:
    explicit TActorIterator(const UWorld* World) {
        for (AActor* Actor : World->StandInActors)
            if (T* Found = Cast<T>(Actor)) List.Add(Found);
    }
    explicit operator bool() const { return Index < List.Num(); }
    void operator++() { ++Index; }
    T* operator*() const { return List[Index]; }
    T* operator->() const { return List[Index]; }

private:
    TArray<T*> List;
    int32 Index = 0;
};
