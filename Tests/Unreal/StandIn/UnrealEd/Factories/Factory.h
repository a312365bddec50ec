#pragma once

#include "Templates/SubclassOf.h"
#include "UObject/UObjectGlobals.h"

class FFeedbackContext;

// [D Editor/UnrealEd/Factories/UFactory; EpicSandbox MyCustomAssetFactory.cpp] 5.3+
class UFactory : public UObject {
    STANDIN_CLASS(UFactory, UObject)
public:
    virtual UObject* FactoryCreateNew(UClass*, UObject*, FName, EObjectFlags, UObject*, FFeedbackContext*) {
        return nullptr;
    }
    TSubclassOf<UObject> SupportedClass;
    uint32 bCreateNew : 1 = 0, bEditAfterNew : 1 = 0;
};
