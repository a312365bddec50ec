#pragma once

#include "AssetRegistry/AssetData.h"
#include "UObject/UObjectGlobals.h"

// [D Editor/ContentBrowser/UContentBrowserAssetContextMenuC-, application_version=5.3 and 5.5] 5.3+
class UContentBrowserAssetContextMenuContext : public UObject {
    STANDIN_CLASS(UContentBrowserAssetContextMenuContext, UObject)
public:
    template <typename MenuOrSectionType>
    static const UContentBrowserAssetContextMenuContext* FindContextWithAssets(const MenuOrSectionType& MenuOrSection) {
        const auto* Found = MenuOrSection.template FindContext<UContentBrowserAssetContextMenuContext>();
        return Found && !Found->SelectedAssets.IsEmpty() ? Found : nullptr;
    }
    TArray<FAssetData> SelectedAssets;
    bool bCanBeModified = true;
};
