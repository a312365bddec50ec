// Static meshes: their descriptions, render data, collision and user data.

#include "Engine/StaticMesh.h"
#include "MeshDescription.h"
#include "PhysicsEngine/BodySetup.h"
#include "StaticMeshCompiler.h"
#include "StaticMeshResources.h"

STANDIN_IMPLEMENT(UStaticMesh, "Engine")
STANDIN_IMPLEMENT(UBodySetup, "Engine")

void UStaticMesh::AddAssetUserData(UAssetUserData* Data) {
    RemoveUserDataOfClass(Data->GetClass());
    UserData.Add(Data);
}
void UStaticMesh::RemoveUserDataOfClass(TSubclassOf<UAssetUserData> Class) {
    UserData.RemoveAll([&](UAssetUserData* Data) { return Data->IsA(Class.Get()); });
}
UAssetUserData* UStaticMesh::GetAssetUserDataOfClass(TSubclassOf<UAssetUserData> Class) {
    for (UAssetUserData* Data : UserData)
        if (Data->IsA(Class.Get())) return Data;
    return nullptr;
}
void UStaticMesh::StandInReferences(StandInVisitor& Visitor) {
    Super::StandInReferences(Visitor);
    for (UAssetUserData* Data : UserData) Visitor.Visit(Data);
    if (BodySetup) Visitor.Visit(BodySetup);
}
void UStaticMesh::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    int32 Count = UserData.Num();
    Ar << Count << bCustomizedCollision;
    UserData.SetNum(Count);
    for (UAssetUserData*& Data : UserData) {
        UObject* Object = Data;
        Ar << Object;
        Data = static_cast<UAssetUserData*>(Object);
    }
    UObject* Body = BodySetup;
    Ar << Body;
    BodySetup = static_cast<UBodySetup*>(Body);
}

FMeshDescription* UStaticMesh::CreateMeshDescription(int32 LodIndex) {
    Models[LodIndex].StandInDescription = std::make_shared<FMeshDescription>();
    return Models[LodIndex].StandInDescription.get();
}
FMeshDescription* UStaticMesh::GetMeshDescription(int32 LodIndex) const {
    check(!bStandInCompiling);  // nobody may look at a mesh that is being built
    return Models.IsValidIndex(LodIndex) ? Models[LodIndex].StandInDescription.get() : nullptr;
}
void UStaticMesh::CommitMeshDescription(int32 LodIndex) { check(GetMeshDescription(LodIndex)); }
bool UStaticMesh::IsHiResMeshDescriptionValid() const { return HiRes.StandInDescription != nullptr; }
FMeshDescription* UStaticMesh::CreateHiResMeshDescription() {
    HiRes.StandInDescription = std::make_shared<FMeshDescription>();
    return HiRes.StandInDescription.get();
}
FMeshDescription* UStaticMesh::GetHiResMeshDescription() const { return HiRes.StandInDescription.get(); }
void UStaticMesh::CommitHiResMeshDescription() { check(GetHiResMeshDescription()); }
FStaticMeshRenderData* UStaticMesh::GetRenderData() { return RenderData.get(); }
const FStaticMeshRenderData* UStaticMesh::GetRenderData() const { return RenderData.get(); }
void UStaticMesh::SetRenderData(TUniquePtr<FStaticMeshRenderData>&& In) { RenderData.reset(In.Release()); }
void UStaticMesh::CalculateExtendedBounds() {
    if (RenderData) Bounds = RenderData->Bounds;
}
void UStaticMesh::CreateBodySetup() {
    if (!BodySetup) BodySetup = NewObject<UBodySetup>(this);
}

namespace {
template <typename T>
TArray<T>& StandInSized(FArchive& Ar, TArray<T>& Elements) {
    int32 Count = Elements.Num();
    Ar << Count;
    Elements.SetNum(Count);
    for (T& Element : Elements) {
        ECollisionEnabled::Type Enabled = Element.GetCollisionEnabled();
        Ar << Enabled;
        Element.SetCollisionEnabled(Enabled);
    }
    return Elements;
}
}  // namespace

void UBodySetup::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    for (FKSphereElem& Sphere : StandInSized(Ar, AggGeom.SphereElems)) Ar << Sphere.Center << Sphere.Radius;
    for (FKBoxElem& Box : StandInSized(Ar, AggGeom.BoxElems))
        Ar << Box.Center << Box.Rotation << Box.X << Box.Y << Box.Z;
    for (FKSphylElem& Capsule : StandInSized(Ar, AggGeom.SphylElems))
        Ar << Capsule.Center << Capsule.Rotation << Capsule.Radius << Capsule.Length;
    for (FKConvexElem& Hull : StandInSized(Ar, AggGeom.ConvexElems)) {
        FTransform Transform = Hull.GetTransform();
        Ar << Hull.VertexData << Transform;
        Hull.SetTransform(Transform);
    }
}

FStaticMeshCompilingManager& FStaticMeshCompilingManager::Get() {
    static FStaticMeshCompilingManager Only;
    return Only;
}
void FStaticMeshCompilingManager::FinishCompilation(TArrayView<UStaticMesh* const> Meshes) {
    for (UStaticMesh* Mesh : Meshes) Mesh->bStandInCompiling = false;
}

FVertexID FMeshDescription::CreateVertex() {
    return FVertexID(AllVertices.StandInPlaces.Add(std::optional<StandInVertex>(StandInVertex())));
}
FVertexInstanceID FMeshDescription::CreateVertexInstance(const FVertexID Vertex) {
    check(AllVertices.IsValid(Vertex));
    return FVertexInstanceID(Instances.Add(Vertex));
}
FTriangleID FMeshDescription::CreateTriangle(const FPolygonGroupID Group, TArrayView<const FVertexInstanceID> Corners) {
    check(Corners.Num() == 3 && Group.GetValue() >= 0 && Group.GetValue() < Groups);
    StandInTriangle Made;
    for (int32 i = 0; i < 3; ++i) Made.Corners[i] = Instances[Corners[i].GetValue()];
    return FTriangleID(AllTriangles.StandInPlaces.Add(std::optional<StandInTriangle>(Made)));
}
// Vertices that no triangle needs any more go too; the others keep their ids, so gaps remain.
void FMeshDescription::DeleteTriangles(const TArray<FTriangleID>& Which) {
    TArray<bool> Orphans;
    Orphans.Init(false, AllVertices.GetArraySize());
    for (const FTriangleID Triangle : Which) {
        for (const FVertexID Corner : GetTriangleVertices(Triangle)) Orphans[Corner.GetValue()] = true;
        AllTriangles.StandInPlaces[Triangle.GetValue()].reset();
    }
    for (const FTriangleID Triangle : AllTriangles.GetElementIDs())
        for (const FVertexID Corner : GetTriangleVertices(Triangle)) Orphans[Corner.GetValue()] = false;
    for (int32 i = 0; i < Orphans.Num(); ++i)
        if (Orphans[i]) AllVertices.StandInPlaces[i].reset();
}
