#pragma once

#include "Engine/CollisionProfile.h"
#include "Engine/EngineTypes.h"

// [D Runtime/Engine/FBodyInstance; cesium-unreal Cesium3DTileset.h and .cpp (FixupData in PostLoad)] 5.3+
struct FBodyInstance {
    ECollisionChannel GetObjectType() const { return ObjectType; }
    void SetObjectType(ECollisionChannel Channel) {
        ObjectType = Channel;
        Profile = UCollisionProfile::CustomCollisionProfileName;
    }
    const FCollisionResponseContainer& GetResponseToChannels() const { return Responses; }
    ECollisionResponse GetResponseToChannel(ECollisionChannel Channel) const { return Responses.GetResponse(Channel); }
    bool SetResponseToChannel(ECollisionChannel Channel, ECollisionResponse Response) {
        Profile = UCollisionProfile::CustomCollisionProfileName;
        return Responses.SetResponse(Channel, Response);
    }
    bool SetResponseToChannels(const FCollisionResponseContainer& In) {
        Responses = In;
        Profile = UCollisionProfile::CustomCollisionProfileName;
        return true;
    }
    bool SetResponseToAllChannels(ECollisionResponse Response) {
        return SetResponseToChannels(FCollisionResponseContainer(Response));
    }
    ECollisionEnabled::Type GetCollisionEnabled() const { return Enabled; }
    void SetCollisionEnabled(ECollisionEnabled::Type In) { Enabled = In; }
    void SetCollisionProfileName(FName Name);
    FName GetCollisionProfileName() const { return Profile; }
    void FixupData(UObject*) {}
    friend FArchive& operator<<(FArchive& Ar, FBodyInstance& Body);

private:
    ECollisionChannel ObjectType = ECC_WorldStatic;
    ECollisionEnabled::Type Enabled = ECollisionEnabled::QueryAndPhysics;
    FCollisionResponseContainer Responses;
    FName Profile = UCollisionProfile::CustomCollisionProfileName;
};
