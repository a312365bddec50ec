#pragma once

#include "Engine/AssetUserData.h"
#include "Templates/SubclassOf.h"

// [D Runtime/Engine/UStaticMesh: IInterface_AssetUserData] 5.3+
class UStaticMesh : public UObject {
    STANDIN_CLASS(UStaticMesh, UObject)
public:
    virtual void AddAssetUserData(UAssetUserData* Data);
    virtual void RemoveUserDataOfClass(TSubclassOf<UAssetUserData> Class);
    virtual UAssetUserData* GetAssetUserDataOfClass(TSubclassOf<UAssetUserData> Class);
    template <typename T>
    T* GetAssetUserData() {
        return Cast<T>(GetAssetUserDataOfClass(T::StaticClass()));
    }
    void StandInReferences(StandInVisitor& Visitor) override;

private:
    TArray<UAssetUserData*> UserData;
};
