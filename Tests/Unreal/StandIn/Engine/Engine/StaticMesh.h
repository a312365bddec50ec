#pragma once

#include "Engine/AssetUserData.h"
#include "Engine/StaticMeshSourceData.h"
#include "Templates/SubclassOf.h"

class FStaticMeshRenderData;
class UBodySetup;

// [D Runtime/Engine/FMeshNaniteSettings] 5.3+
struct FMeshNaniteSettings {
    uint8 bEnabled : 1 = 0;
};

// [D Runtime/Engine/UStaticMesh: IInterface_AssetUserData, GetMeshDescription, CreateMeshDescription,
// CreateHiResMeshDescription; HoudiniEngineForUnreal UnrealMeshTranslator.cpp:351 (the finer source), vitruvio
// VitruvioCooker.cpp:231 (AddSourceModel, CommitMeshDescription), glTFRuntime glTFRuntimeParserStaticMeshes.cpp (render
// data, bounds), AGXUnreal AGX_EditorUtilities.cpp:432 (bCustomizedCollision up to 5.6)] 5.3+
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
    int32 GetNumSourceModels() const { return Models.Num(); }
    FStaticMeshSourceModel& AddSourceModel() { return Models.AddDefaulted_GetRef(); }
    FStaticMeshSourceModel& GetSourceModel(int32 Index) { return Models[Index]; }
    const FStaticMeshSourceModel& GetSourceModel(int32 Index) const { return Models[Index]; }
    FMeshDescription* CreateMeshDescription(int32 LodIndex);
    FMeshDescription* GetMeshDescription(int32 LodIndex) const;
    void CommitMeshDescription(int32 LodIndex);
    bool IsHiResMeshDescriptionValid() const;
    FMeshDescription* CreateHiResMeshDescription();
    FMeshDescription* GetHiResMeshDescription() const;
    void CommitHiResMeshDescription();
    FStaticMeshSourceModel& GetHiResSourceModel() { return HiRes; }
    bool IsCompiling() const { return bStandInCompiling; }
    FStaticMeshRenderData* GetRenderData();
    const FStaticMeshRenderData* GetRenderData() const;
    void SetRenderData(TUniquePtr<FStaticMeshRenderData>&& In);
    FBoxSphereBounds GetBounds() const { return Bounds; }
    void CalculateExtendedBounds();
    UBodySetup* GetBodySetup() const { return BodySetup; }
    void CreateBodySetup();
    FMeshNaniteSettings NaniteSettings;
    bool bCustomizedCollision = false;

    void Serialize(FArchive& Ar) override;
    void StandInReferences(StandInVisitor& Visitor) override;
    bool bStandInCompiling = false;

private:
    TArray<UAssetUserData*> UserData;
    TArray<FStaticMeshSourceModel> Models;
    FStaticMeshSourceModel HiRes;
    std::shared_ptr<FStaticMeshRenderData> RenderData;
    FBoxSphereBounds Bounds;
    UBodySetup* BodySetup = nullptr;
};
