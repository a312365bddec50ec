// Animations whose bones move by formula.

#include "AnimPose.h"
#include "Animation/AnimSequence.h"

STANDIN_IMPLEMENT(UAnimSequenceBase, "Engine")
STANDIN_IMPLEMENT(UAnimSequence, "Engine")
STANDIN_IMPLEMENT(UAnimPoseExtensions, "AnimationBlueprintLibrary")

void UAnimPoseExtensions::GetAnimPoseAtTime(const UAnimSequenceBase* AnimationSequenceBase, double Time,
                                            FAnimPoseEvaluationOptions, FAnimPose& Pose) {
    Pose = FAnimPose();
    if (!AnimationSequenceBase || AnimationSequenceBase->StandInKeys == 0) return;
    ensure(Time >= 0 && Time <= static_cast<double>(AnimationSequenceBase->GetPlayLength()) * (1 + 1e-6));
    Pose.StandInSequence = AnimationSequenceBase;
    for (const FName& Bone : AnimationSequenceBase->StandInBones)
        Pose.StandInPoses.Add(AnimationSequenceBase->StandInBoneAt(Bone, Time));
}

void UAnimPoseExtensions::GetBoneNames(const FAnimPose& Pose, TArray<FName>& Bones) {
    Bones = Pose.IsValid() ? Pose.StandInSequence->StandInBones : TArray<FName>();
}

const FTransform& UAnimPoseExtensions::GetBonePose(const FAnimPose& Pose, FName BoneName, EAnimPoseSpaces Space) {
    checkf(Space == EAnimPoseSpaces::World, TEXT("bones of the stand-in have no parents"));
    const int32 At = Pose.IsValid() ? Pose.StandInSequence->StandInBones.Find(BoneName) : INDEX_NONE;
    return At == INDEX_NONE ? FTransform::Identity : Pose.StandInPoses[At];
}
