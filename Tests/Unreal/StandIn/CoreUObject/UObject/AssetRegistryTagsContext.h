#pragma once

#if STANDIN_MINOR < 4
#error "UObject/AssetRegistryTagsContext.h is new in 5.4"
#endif

#include "UObject/Object.h"

// [D Runtime/CoreUObject/UObject/FAssetRegistryTagsContext] 5.4+
class FAssetRegistryTagsContextData {
public:
    explicit FAssetRegistryTagsContextData(const UObject* InObject) : Object(InObject) {}
    const UObject* Object;
    TArray<UObject::FAssetRegistryTag> StandInTags;
};
class FAssetRegistryTagsContext {
public:
    explicit FAssetRegistryTagsContext(FAssetRegistryTagsContextData& InData) : Data(&InData) {}
    void AddTag(UObject::FAssetRegistryTag Tag) { Data->StandInTags.Add(Tag); }

private:
    FAssetRegistryTagsContextData* Data;
};
