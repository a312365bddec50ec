#pragma once

#include "Kismet/BlueprintFunctionLibrary.h"

class UAnimSequenceBase;

// [D Editor/AnimationBlueprintLibrary/EAnimPoseSpaces, newest; python-api AnimPoseSpaces, 5.1] 5.3+
enum class EAnimPoseSpaces : uint8 { Local, World };

// [D Editor/AnimationBlueprintLibrary/EAnimDataEvalType, newest; python-api AnimDataEvalType, 5.1] 5.3+
enum class EAnimDataEvalType : uint8 { Source, Raw, Compressed };

// [D Editor/AnimationBlueprintLibrary/FAnimPoseEvaluationOptions, newest; python-api AnimPoseEvaluationOptions, 5.3]
// 5.3+
struct FAnimPoseEvaluationOptions {
    EAnimDataEvalType EvaluationType = EAnimDataEvalType::Raw;
    bool bShouldRetarget = true;
    bool bExtractRootMotion = false;
};

// [D Editor/AnimationBlueprintLibrary/FAnimPose, 5.0, newest: IsValid is public, its data is not] 5.3+
struct FAnimPose {
    bool IsValid() const { return StandInSequence != nullptr; }
    const UAnimSequenceBase* StandInSequence = nullptr;
    TArray<FTransform> StandInPoses;
};

// [D Editor/AnimationBlueprintLibrary/UAnimPoseExtensions, 5.1, newest: GetBonePose; GetAnimPoseAtTime, 5.0;
// GetBoneNames, GetRelativeTransform, 5.3] 5.3+. A bone that is not there has the identity, as the page says.
class UAnimPoseExtensions : public UBlueprintFunctionLibrary {
    STANDIN_CLASS(UAnimPoseExtensions, UBlueprintFunctionLibrary)
public:
    static void GetAnimPoseAtTime(const UAnimSequenceBase* AnimationSequenceBase, double Time,
                                  FAnimPoseEvaluationOptions EvaluationOptions, FAnimPose& Pose);
    static void GetBoneNames(const FAnimPose& Pose, TArray<FName>& Bones);
    static const FTransform& GetBonePose(const FAnimPose& Pose, FName BoneName,
                                         EAnimPoseSpaces Space = EAnimPoseSpaces::Local);
};
