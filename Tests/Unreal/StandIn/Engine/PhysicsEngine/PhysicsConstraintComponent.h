#pragma once

#include "Components/PrimitiveComponent.h"
#include "PhysicsEngine/ConstraintInstance.h"
#include "UObject/WeakObjectPtrTemplates.h"

// [D Runtime/Engine/PhysicsEngine/UPhysicsConstraintComponent; GetConstrainedComponents, 5.3, 5.4;
// SetConstrainedComponents, 5.3, 5.5] 5.3+
class UPhysicsConstraintComponent : public USceneComponent {
    STANDIN_CLASS(UPhysicsConstraintComponent, USceneComponent)
public:
    FConstraintInstance ConstraintInstance;
    void SetConstrainedComponents(UPrimitiveComponent* Component1, FName BoneName1, UPrimitiveComponent* Component2,
                                  FName BoneName2) {
        Components[0] = Component1;
        Components[1] = Component2;
        BoneNames[0] = BoneName1;
        BoneNames[1] = BoneName2;
    }
    void GetConstrainedComponents(UPrimitiveComponent*& OutComponent1, FName& OutBoneName1,
                                  UPrimitiveComponent*& OutComponent2, FName& OutBoneName2) {
        OutComponent1 = Components[0].Get();
        OutComponent2 = Components[1].Get();
        OutBoneName1 = BoneNames[0];
        OutBoneName2 = BoneNames[1];
    }

private:
    TWeakObjectPtr<UPrimitiveComponent> Components[2];
    FName BoneNames[2];
};
