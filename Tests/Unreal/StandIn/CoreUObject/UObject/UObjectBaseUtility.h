#pragma once

#include "UObject/StandInType.h"

class UWorld;
class UPackage;
class UFunction;
struct FPropertyChangedEvent;
class FDataValidationContext;
class FObjectPreSaveContext;
class FAssetRegistryTagsContext;
struct FResourceSizeEx;
enum class EDataValidationResult : uint8;

// [D Runtime/CoreUObject/UObject/UObjectInitialized; rive-unreal RiveEditorModule.cpp:63] 5.3+
inline bool UObjectInitialized() { return true; }

// [D Runtime/CoreUObject/UObject/InitStaticDuplicateObjectParams, 5.4: EDuplicateMode::Type] 5.3+
namespace EDuplicateMode {
enum Type { Normal, World, PIE };
}
