#pragma once

#include "UObject/Class.h"

// [D Runtime/CoreUObject/UObject/TObjectIterator] 5.3+. Default objects are left out unless asked for.
template <typename T>
class TObjectIterator {
public:
    TObjectIterator() {
        for (UObject* Object : StandInObjects::All())
            if (T* Found = Cast<T>(Object))
                if (!Found->HasAnyFlags(RF_ClassDefaultObject)) List.Add(Found);
    }
    explicit operator bool() const { return Index < List.Num(); }
    void operator++() { ++Index; }
    T* operator*() const { return List[Index]; }
    T* operator->() const { return List[Index]; }

private:
    TArray<T*> List;
    int32 Index = 0;
};
