#pragma once

#include "Math/Transform.h"

// [D Runtime/Core/TSphere/__ctor: "no initialization"; Math/Sphere.h] 5.3+
struct FSphere {
    FVector Center;
    double W = StandInUninitialised;
    FSphere() = default;
    FSphere(const FVector& InCenter, double InRadius) : Center(InCenter), W(InRadius) {}
};

// [D Runtime/Core/TBox/__ctor: "uninitialized extents", invalid; Math/Box.h] 5.3+
struct FBox {
    FVector Min, Max;
    uint8 IsValid = 0;
    FBox() = default;
    FBox(const FVector& InMin, const FVector& InMax) : Min(InMin), Max(InMax), IsValid(1) {}
    FVector GetCenter() const { return (Min + Max) * 0.5; }
    FVector GetExtent() const { return (Max - Min) * 0.5; }
    bool IsInside(const FVector& P) const {
        return P.X > Min.X && P.X < Max.X && P.Y > Min.Y && P.Y < Max.Y && P.Z > Min.Z && P.Z < Max.Z;
    }
};

// [D Runtime/Core/Math/TBoxSphereBounds, 5.2 to 5.5] 5.3+
struct FBoxSphereBounds {
    FVector Origin, BoxExtent;
    double SphereRadius = StandInUninitialised;
    FBoxSphereBounds() = default;
    FBoxSphereBounds(const FVector& InOrigin, const FVector& InExtent, double InRadius)
        : Origin(InOrigin), BoxExtent(InExtent), SphereRadius(InRadius) {}
    explicit FBoxSphereBounds(const FSphere& Sphere)
        : Origin(Sphere.Center), BoxExtent(Sphere.W), SphereRadius(Sphere.W) {}
    FBox GetBox() const { return FBox(Origin - BoxExtent, Origin + BoxExtent); }
    FSphere GetSphere() const { return FSphere(Origin, SphereRadius); }
};
