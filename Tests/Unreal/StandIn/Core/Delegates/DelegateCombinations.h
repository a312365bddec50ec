#pragma once

#include "Containers/Array.h"
#include "Delegates/Delegate.h"
#include "UObject/NameTypes.h"

#include <type_traits>

/// Calls a reflected function by its name, as the engine's script delegates do. False when the object or the name is
/// gone.
bool StandInCallByName(const void* Object, uint64 Serial, FName Function, void* const* Arguments, int32 Count);
/// A dynamic delegate only takes UFUNCTIONs: anything else is an error at run time, in the engine and here.
bool StandInHasFunction(const void* Object, FName Function);
/// What is bound: an object, as it was then, and the name of one of its functions.
struct StandInBinding {
    const void* Object;
    uint64 Serial;
    FName Function;
};
class FArchive;
void StandInArchiveBindings(FArchive& Ar, TArray<StandInBinding>& Bound);
/// "&UOwner::Method" → Method.
FName StandInMethodName(const char* Expression);

// [D dynamic-delegates-in-unreal-engine; Runtime/Core/UObject/TMulticastScriptDelegate, 5.3, 5.4] 5.3+
template <typename... Args>
class TDynamicMulticast {
public:
    template <typename T>
    void __Internal_AddDynamic(T* Object, void (T::*)(Args...), FName Function) {
        StandInAdd(Object, Function);
    }
    template <typename T>
    void __Internal_RemoveDynamic(T* Object, void (T::*)(Args...), FName Function) {
        const uint64 Serial = StandInSerial(Object);
        Bound.RemoveAll(
            [&](const StandInBinding& Entry) { return Entry.Serial == Serial && Entry.Function == Function; });
    }
    bool IsBound() const { return !Bound.IsEmpty(); }
    void Clear() { Bound.Empty(); }
    void RemoveAll(const UObject* Object) {
        const uint64 Serial = StandInSerial(Object);
        Bound.RemoveAll([&](const StandInBinding& Entry) { return Entry.Serial == Serial; });
    }
    void Broadcast(Args... Values) const {
        if (Bound.IsEmpty()) return;
        void* const Arguments[] = {const_cast<void*>(static_cast<const void*>(&Values))...};
        const TArray<StandInBinding> Copy = Bound;
        for (const StandInBinding& Entry : Copy)
            StandInCallByName(Entry.Object, Entry.Serial, Entry.Function, Arguments,
                              static_cast<int32>(sizeof...(Args)));
    }
    void StandInAdd(const void* Object, FName Function) {
        if (!ensure(StandInHasFunction(Object, Function))) return;
        Bound.Add({Object, StandInSerial(Object), Function});
    }
    friend FArchive& operator<<(FArchive& Ar, TDynamicMulticast& Delegate) {
        StandInArchiveBindings(Ar, Delegate.Bound);
        return Ar;
    }

private:
    TArray<StandInBinding> Bound;
};

// [D dynamic-delegates-in-unreal-engine] 5.3+; types and names alternate.
#define AddDynamic(Object, Method) __Internal_AddDynamic(Object, Method, StandInMethodName(#Method))
#define RemoveDynamic(Object, Method) __Internal_RemoveDynamic(Object, Method, StandInMethodName(#Method))
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(Name) \
    class Name : public TDynamicMulticast<> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, T1, N1) \
    class Name : public TDynamicMulticast<T1> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, T1, N1, T2, N2) \
    class Name : public TDynamicMulticast<T1, T2> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, T1, N1, T2, N2, T3, N3) \
    class Name : public TDynamicMulticast<T1, T2, T3> {}
