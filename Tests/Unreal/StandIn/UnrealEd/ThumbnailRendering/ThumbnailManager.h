#pragma once

#include "Templates/SubclassOf.h"
#include "ThumbnailRendering/DefaultSizedThumbnailRenderer.h"

// [D Editor/UnrealEd/ThumbnailRendering/UThumbnailManager; rive-unreal RiveEditorModule.cpp:29,63] 5.3+
class UThumbnailManager : public UObject {
    STANDIN_CLASS(UThumbnailManager, UObject)
public:
    static UThumbnailManager& Get();
    void RegisterCustomRenderer(UClass* Class, TSubclassOf<UThumbnailRenderer> RendererClass);
    void UnregisterCustomRenderer(UClass* Class);
    TArray<UClass*> StandInClasses;
};
