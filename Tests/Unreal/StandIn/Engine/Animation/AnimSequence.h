#pragma once

#include "Animation/AnimSequenceBase.h"

// [D Runtime/Engine/Animation/UAnimSequence/GetBonePose, 5.5; GetNumberOfSampledKeys, 5.1] 5.3+
class UAnimSequence : public UAnimSequenceBase {
    STANDIN_CLASS(UAnimSequence, UAnimSequenceBase)
};
