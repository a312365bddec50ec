#pragma once

#include "AssetRegistry/AssetData.h"
#include "UObject/UObjectGlobals.h"

class IToolkitHost;

// [D Editor/AssetDefinition/EAssetCommandResult; Editor/UnrealEd/EToolkitMode__Type] 5.3+
enum class EAssetCommandResult : uint8 { Unhandled, Handled };
namespace EToolkitMode {
enum Type { Standalone, WorldCentric };
}

// [D Editor/AssetDefinition/FAssetCategoryPath, EAssetCategoryPaths] 5.3+
struct FAssetCategoryPath {
    explicit FAssetCategoryPath(const FText& InCategory) : Category(InCategory) {}
    FText GetCategoryText() const { return Category; }

private:
    FText Category;
};
struct EAssetCategoryPaths {
    static FAssetCategoryPath Physics, Misc;
};

// [EpicSandbox AssetDefinition_MyCustomAsset.cpp; rive-unreal: LoadObjects, GetToolkitMode, ToolkitHost] 5.3+
struct FAssetOpenArgs {
    template <typename T>
    TArray<T*> LoadObjects() const {
        TArray<T*> Found;
        for (const FAssetData& Data : Assets)
            if (T* Object = Cast<T>(Data.GetAsset())) Found.Add(Object);
        return Found;
    }
    EToolkitMode::Type GetToolkitMode() const { return EToolkitMode::Standalone; }
    TSharedPtr<IToolkitHost> ToolkitHost;
    TArray<FAssetData> Assets;
};

// [D Editor/AssetDefinition/UAssetDefinition] 5.3+
class UAssetDefinition : public UObject {
    STANDIN_CLASS(UAssetDefinition, UObject)
public:
    virtual FText GetAssetDisplayName() const { return FText(); }
    virtual FLinearColor GetAssetColor() const { return FLinearColor(); }
    virtual TSoftClassPtr<UObject> GetAssetClass() const { return TSoftClassPtr<UObject>(); }
    virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const { return {}; }
    virtual EAssetCommandResult OpenAssets(const FAssetOpenArgs&) const { return EAssetCommandResult::Unhandled; }
};
