// Copies of objects with all that they contain, as play-in-editor makes them of a world.
//
// [D Runtime/CoreUObject/StaticDuplicateObjectEx]: a copy of the object and of the objects in it, each under its name;
// references to what was copied lead to the copies, all others stay. [D Runtime/CoreUObject/UObject/PostDuplicate]:
// called after all was copied and before PostLoad. What the page leaves open: whether an object that lies in the
// source, but that nothing refers to, is copied too (a subsystem, say). Even versions of ours copy it, odd ones do not.

#include "Delegates/DelegateCombinations.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "StandInDuplicator.h"
#include "UObject/UObjectGlobals.h"

#include <map>
#include <vector>

namespace {

bool IsWithin(const UObject* Object, const UObject* Whole) {
    for (const UObject* Step = Object; Step; Step = Step->GetOuter())
        if (Step == Whole) return true;
    return false;
}

/// Writes one object, and remembers which parts of the whole it refers to.
class FReferenceSaver final : public FDuplicator {
public:
    FReferenceSaver(FArchive& InInner, std::vector<UObject*>& InFound) : FDuplicator(InInner, true), Found(InFound) {}
    using FDuplicator::operator<<;
    FArchive& operator<<(UObject*& Object) override {
        if (Object) Found.push_back(Object);
        return FDuplicator::operator<<(Object);
    }

private:
    std::vector<UObject*>& Found;
};

/// Reads it again; what was copied is replaced by its copy.
class FCopyLoader final : public FDuplicator {
public:
    FCopyLoader(FArchive& InInner, const std::map<UObject*, UObject*>& InCopies)
        : FDuplicator(InInner, false), Copies(InCopies) {}
    using FDuplicator::operator<<;
    FArchive& operator<<(UObject*& Object) override {
        FDuplicator::operator<<(Object);
        const auto Known = Copies.find(Object);
        if (Known != Copies.end()) Object = Known->second;
        return *this;
    }

private:
    const std::map<UObject*, UObject*>& Copies;
};

struct FPart {
    UObject* Object;
    TArray<uint8> Bytes;
};

/// The parts of an object in an order in which each comes after the one that it lies in.
class FCollector {
public:
    explicit FCollector(UObject* InWhole) : Whole(InWhole) { Add(Whole); }
    void Add(UObject* Object) {
        if (!IsValid(Object) || Object->HasAnyFlags(RF_DuplicateTransient) || !IsWithin(Object, Whole)) return;
        for (const FPart& Part : Parts)
            if (Part.Object == Object) return;
        if (Object != Whole) Add(Object->GetOuter());
        Parts.push_back({Object, {}});
        FMemoryWriter Writer(Parts.back().Bytes, true);
        std::vector<UObject*> Found;
        FReferenceSaver Saver(Writer, Found);
        Object->Serialize(Saver);
        for (UObject* One : Found) Add(One);
    }
    std::vector<FPart> Parts;

private:
    UObject* Whole;
};

UObject* MakeCopy(const FObjectDuplicationParameters& Parameters, const UObject* Source, UObject* Outer) {
    const bool bIsRoot = Source == Parameters.SourceObject;
    const FName Name = bIsRoot ? Parameters.DestName : Source->GetFName();
    if (!bIsRoot)
        for (UObject* Made : StandInObjects::Within(Outer))
            if (Made->GetOuter() == Outer && Made->GetFName() == Name) return Made;  // by the copy's constructor
    return StandInObjects::Make(Source->GetClass(), Outer, Name, Parameters.ApplyFlags);
}

}  // namespace

UObject* StaticDuplicateObjectEx(FObjectDuplicationParameters& Parameters) {
    FCollector Collector(Parameters.SourceObject);
    if (STANDIN_MINOR % 2 == 0)
        for (UObject* Object : StandInObjects::Within(Parameters.SourceObject)) Collector.Add(Object);
    std::map<UObject*, UObject*> Copies;
    for (const FPart& Part : Collector.Parts) {
        const bool bIsRoot = Part.Object == Parameters.SourceObject;
        UObject* Outer = bIsRoot ? Parameters.DestOuter : Copies[Part.Object->GetOuter()];
        Copies[Part.Object] = MakeCopy(Parameters, Part.Object, Outer);
    }
    for (const FPart& Part : Collector.Parts) {
        FMemoryReader Reader(Part.Bytes, true);
        FCopyLoader Loader(Reader, Copies);
        Copies[Part.Object]->Serialize(Loader);
    }
    for (const FPart& Part : Collector.Parts) {
        Copies[Part.Object]->PostDuplicate(Parameters.DuplicateMode);
        Copies[Part.Object]->PostDuplicate(Parameters.DuplicateMode == EDuplicateMode::PIE);
    }
    for (const FPart& Part : Collector.Parts)
        if (!Parameters.bSkipPostLoad) Copies[Part.Object]->PostLoad();
    return Copies[Parameters.SourceObject];
}

// [D Runtime/Core/TBaseDynamicMulticastDelegate: "serializable"]: an object and a name for each binding.
void StandInArchiveBindings(FArchive& Ar, TArray<StandInBinding>& Bound) {
    if (Ar.IsSaving()) Bound.RemoveAll([](const StandInBinding& One) { return !StandInObjects::Find(One.Serial); });
    int32 Count = Bound.Num();
    Ar << Count;
    if (Ar.IsLoading()) {
        if (!StandInTrustCount(Ar, Count, 1)) return;
        Bound.Empty();
    }
    for (int32 i = 0; i < Count; ++i) {
        UObject* Object = Ar.IsSaving() ? StandInObjects::Find(Bound[i].Serial) : nullptr;
        FName Function = Ar.IsSaving() ? Bound[i].Function : FName();
        Ar << Object;
        Ar << Function;
        if (Ar.IsLoading() && Object) Bound.Add({Object, Object->StandInId(), Function});
    }
}
