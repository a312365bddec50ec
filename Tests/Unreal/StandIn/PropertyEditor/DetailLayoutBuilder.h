#pragma once

#include "DetailCategoryBuilder.h"
#include "UObject/WeakObjectPtrTemplates.h"

// [D Editor/PropertyEditor/IDetailLayoutBuilder; VoxelCore VoxelEditorUtilities.cpp:157 (EditCategory)] 5.3+
class IDetailLayoutBuilder {
public:
    virtual ~IDetailLayoutBuilder() = default;
    virtual void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& OutObjects) const = 0;
    virtual IDetailCategoryBuilder& EditCategory(FName CategoryName,
                                                 const FText& NewLocalizedDisplayName = FText()) = 0;
};
