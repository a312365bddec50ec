#pragma once

#include "Engine/Engine.h"

class SWindow;

// [D Editor/UnrealEd/FEditorDelegates: PreBeginPIE 5.2, FOnPIEEvent 5.2] 5.3+
struct FEditorDelegates {
    using FOnPIEEvent = TMulticastDelegate<void(const bool)>;
    static FOnPIEEvent PreBeginPIE;
};

// [D Editor/EditorSubsystem/UEditorSubsystem] 5.3+
class UEditorSubsystem : public USubsystem {
    STANDIN_CLASS(UEditorSubsystem, USubsystem)
};

// [D Editor/UnrealEd/Editor/UEditorEngine: UndoTransaction, GetEditorSubsystem; aws-gamekit-unreal
// AwsGameKitFeatureControlCenter.cpp (EditorAddModalWindow); GetEditorWorldContext, newest: "there will always be
// exactly 1 of these"] 5.3+
class UEditorEngine : public UEngine {
    STANDIN_CLASS(UEditorEngine, UEngine)
public:
    bool UndoTransaction(bool bCanRedo = true);
    void EditorAddModalWindow(TSharedRef<SWindow> InWindow);
    FWorldContext& GetEditorWorldContext(bool bEnsureIsGWorld = false) { return StandInLevel; }
    template <typename T>
    T* GetEditorSubsystem() const {
        return static_cast<T*>(StandInSubsystem(T::StaticClass()));
    }
    void StandInReferences(StandInVisitor& Visitor) override;
    TFunction<void(SWindow&)> StandInModal;  // what the user does in the next window
    FWorldContext StandInLevel;              // the level that is open; none unless a test sets one

private:
    UObject* StandInSubsystem(UClass* Class) const;
    mutable TArray<UObject*> Subsystems;
};

// [D Editor/UnrealEd/GEditor] 5.3+
extern UEditorEngine* GEditor;
