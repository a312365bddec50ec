#pragma once

#include "Editor.h"

class FComponentVisualizer;

// [D Editor/UnrealEd/UUnrealEdEngine; AGXUnreal AGXUnrealEditor.cpp:812; HoudiniEngineForUnreal
// HoudiniEngineEditor.cpp] 5.3+
class UUnrealEdEngine : public UEditorEngine {
    STANDIN_CLASS(UUnrealEdEngine, UEditorEngine)
public:
    void RegisterComponentVisualizer(FName ComponentClassName, TSharedPtr<FComponentVisualizer> Visualizer);
    void UnregisterComponentVisualizer(FName ComponentClassName);
    TSharedPtr<FComponentVisualizer> FindComponentVisualizer(FName ComponentClassName) const;

private:
    TArray<FName> Names;
    TArray<TSharedPtr<FComponentVisualizer>> Visualizers;
};
