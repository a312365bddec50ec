#pragma once

#include "Editor.h"

// [D Editor/UnrealEd/Subsystems/UImportSubsystem, application_version=5.3; FOnAssetReimport 5.4] 5.3+
class UImportSubsystem : public UEditorSubsystem {
    STANDIN_CLASS(UImportSubsystem, UEditorSubsystem)
public:
    TMulticastDelegate<void(UObject*)> OnAssetReimport;
    void BroadcastAssetReimport(UObject* InCreatedObject) { OnAssetReimport.Broadcast(InCreatedObject); }
};
