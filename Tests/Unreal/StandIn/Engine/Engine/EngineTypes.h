#pragma once

#include "UObject/Object.h"

// [D Runtime/Engine/ECollisionChannel; docs.unrealengine.com ECollisionChannel] 5.3+
enum ECollisionChannel : int {
    ECC_WorldStatic,
    ECC_WorldDynamic,
    ECC_Pawn,
    ECC_Visibility,
    ECC_Camera,
    ECC_PhysicsBody,
    ECC_Vehicle,
    ECC_Destructible,
    ECC_EngineTraceChannel1,
    ECC_EngineTraceChannel2,
    ECC_EngineTraceChannel3,
    ECC_EngineTraceChannel4,
    ECC_EngineTraceChannel5,
    ECC_EngineTraceChannel6,
    ECC_GameTraceChannel1,
    ECC_GameTraceChannel2,
    ECC_GameTraceChannel3,
    ECC_GameTraceChannel18 = 31,
    ECC_OverlapAll_Deprecated,
    ECC_MAX
};

// [D Runtime/Engine/ECollisionResponse] 5.3+
enum ECollisionResponse : int { ECR_Ignore, ECR_Overlap, ECR_Block, ECR_MAX };

// [D Runtime/Engine/ECollisionEnabled__Type] 5.3+
namespace ECollisionEnabled {
enum Type : int { NoCollision, QueryOnly, PhysicsOnly, QueryAndPhysics, ProbeOnly, QueryAndProbe };
}

// [D Runtime/Engine/FCollisionResponseContainer] 5.3+; starts as Block for every channel.
struct FCollisionResponseContainer {
    FCollisionResponseContainer() : FCollisionResponseContainer(ECR_Block) {}
    explicit FCollisionResponseContainer(ECollisionResponse Default) { SetAllChannels(Default); }
    ECollisionResponse GetResponse(ECollisionChannel Channel) const {
        return static_cast<ECollisionResponse>(EnumArray[Channel]);
    }
    bool SetResponse(ECollisionChannel Channel, ECollisionResponse Response) {
        EnumArray[Channel] = static_cast<uint8>(Response);
        return true;
    }
    bool SetAllChannels(ECollisionResponse Response) {
        for (uint8& One : EnumArray) One = static_cast<uint8>(Response);
        return true;
    }
    uint8 EnumArray[32];
};

// [N Runtime/Engine/EWorldType__Type] 5.3+
namespace EWorldType {
enum Type : int { None, Game, Editor, PIE, EditorPreview, GamePreview, GameRPC, Inactive };
}

// [D Runtime/Engine/ETickingGroup: EngineBaseTypes.h] 5.3+
enum ETickingGroup : int {
    TG_PrePhysics,
    TG_StartPhysics,
    TG_DuringPhysics,
    TG_EndPhysics,
    TG_PostPhysics,
    TG_PostUpdateWork
};

// [N Runtime/Engine/ELevelTick] 5.3+
enum ELevelTick : int { LEVELTICK_TimeOnly, LEVELTICK_ViewportsOnly, LEVELTICK_All };

// [D Runtime/Engine/ETeleportType; Runtime/Engine/EUpdateTransformFlags] 5.3+
enum class ETeleportType : uint8 { None, TeleportPhysics, ResetPhysics };
enum class EUpdateTransformFlags : int32 { None = 0, SkipPhysicsUpdate = 1, PropagateFromParent = 2 };

// [D python-api/class/EndPlayReason, 5.1] 5.3+
namespace EEndPlayReason {
enum Type : int { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit };
}

// [D Runtime/Engine/FAttachmentTransformRules] 5.3+
struct FAttachmentTransformRules {
    static const FAttachmentTransformRules KeepRelativeTransform, KeepWorldTransform;
    bool bKeepWorld = false;
};

// [N Runtime/Engine/EComponentMobility__Type] 5.3+
namespace EComponentMobility {
enum Type : int { Static, Stationary, Movable };
}

// [N Runtime/Engine/FTickFunction, FActorComponentTickFunction] 5.3+
struct FTickFunction {
    ETickingGroup TickGroup = TG_PrePhysics;
    bool bCanEverTick = false;
    bool bStartWithTickEnabled = true;
};
struct FActorComponentTickFunction : FTickFunction {};
struct FActorTickFunction : FTickFunction {};
