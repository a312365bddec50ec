#pragma once

#include "Templates/Function.h"
#include "UObject/UObjectGlobals.h"

// [D Runtime/Engine/Animation/UAnimSequenceBase/GetPlayLength, 5.3, 5.4; GetNumberOfSampledKeys, 5.4] 5.3+
class UAnimSequenceBase : public UObject {
    STANDIN_CLASS(UAnimSequenceBase, UObject)
public:
    virtual float GetPlayLength() const { return StandInLength; }
    virtual int32 GetNumberOfSampledKeys() const { return StandInKeys; }
    float StandInLength = 0;
    int32 StandInKeys = 0;
    TArray<FName> StandInBones;
    TFunction<FTransform(FName, double)> StandInBoneAt;  // in the component's frame
};
