#pragma once

#include "CoreMinimal.h"

// [D Runtime/PhysicsCore/ELinearConstraintMotion; python-api LinearConstraintMotion for the values] 5.3+; the engine
// has them in Chaos/ChaosEngineInterface.h of PhysicsCore, which this header brings along.
enum ELinearConstraintMotion : int { LCM_Free, LCM_Limited, LCM_Locked, LCM_MAX };

// [D Runtime/PhysicsCore/EAngularConstraintMotion; python-api AngularConstraintMotion for the values] 5.3+
enum EAngularConstraintMotion : int { ACM_Free, ACM_Limited, ACM_Locked, ACM_MAX };

// [D Runtime/Engine/PhysicsEngine/FConstraintInstance and its pages GetLinearXMotion, SetLinearXLimit,
// GetAngularSwing1Motion, GetAngularSwing2Motion, GetAngularTwistMotion, SetAngularTwistLimit,
// AngularRotationOffset] 5.3+; the linear limit is one for all axes.
struct FConstraintInstance {
    FRotator AngularRotationOffset{0, 0, 0};

    ELinearConstraintMotion GetLinearXMotion() const { return Linear[0]; }
    ELinearConstraintMotion GetLinearYMotion() const { return Linear[1]; }
    ELinearConstraintMotion GetLinearZMotion() const { return Linear[2]; }
    float GetLinearLimit() const { return LinearLimit; }
    void SetLinearXLimit(ELinearConstraintMotion Type, float Limit) { SetLinear(0, Type, Limit); }
    void SetLinearYLimit(ELinearConstraintMotion Type, float Limit) { SetLinear(1, Type, Limit); }
    void SetLinearZLimit(ELinearConstraintMotion Type, float Limit) { SetLinear(2, Type, Limit); }
    EAngularConstraintMotion GetAngularTwistMotion() const { return Angular[0]; }
    EAngularConstraintMotion GetAngularSwing1Motion() const { return Angular[1]; }
    EAngularConstraintMotion GetAngularSwing2Motion() const { return Angular[2]; }
    float GetAngularTwistLimit() const { return AngularLimit[0]; }
    float GetAngularSwing1Limit() const { return AngularLimit[1]; }
    float GetAngularSwing2Limit() const { return AngularLimit[2]; }
    void SetAngularTwistLimit(EAngularConstraintMotion Type, float Limit) { SetAngular(0, Type, Limit); }
    void SetAngularSwing1Limit(EAngularConstraintMotion Type, float Limit) { SetAngular(1, Type, Limit); }
    void SetAngularSwing2Limit(EAngularConstraintMotion Type, float Limit) { SetAngular(2, Type, Limit); }

private:
    void SetLinear(int32 Axis, ELinearConstraintMotion Type, float Limit) {
        Linear[Axis] = Type;
        LinearLimit = Limit;
    }
    void SetAngular(int32 Axis, EAngularConstraintMotion Type, float Limit) {
        Angular[Axis] = Type;
        AngularLimit[Axis] = Limit;
    }
    ELinearConstraintMotion Linear[3] = {LCM_Locked, LCM_Locked, LCM_Locked};
    EAngularConstraintMotion Angular[3] = {ACM_Free, ACM_Free, ACM_Free};
    float LinearLimit = 0, AngularLimit[3] = {45, 45, 45};
};
