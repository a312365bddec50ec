#pragma once

#include "Containers/Array.h"
#include "Misc/AssertionMacros.h"
#include "Templates/SharedPointer.h"

#include <functional>

class UObject;
bool StandInIsAlive(const void* Object, uint64 Serial);
uint64 StandInSerial(const void* Object);

// [D Runtime/Core/Delegates/TMulticastDelegateBase, 5.3: FDelegateHandle] 5.3+
struct FDelegateHandle {
    uint64 Id = 0;
    bool IsValid() const { return Id != 0; }
    void Reset() { Id = 0; }
    friend bool operator==(FDelegateHandle A, FDelegateHandle B) { return A.Id == B.Id; }
};

uint64 StandInNextDelegate();

// [D Runtime/Core/TDelegateRegistration_InRetValTy-/BindUObject] 5.3+. Binding to a dead object does nothing when it is
// executed.
template <typename Signature>
class TDelegate;
template <typename R, typename... Args>
class TDelegate<R(Args...)> {
public:
    template <typename F>
    static TDelegate CreateLambda(F Callable) {
        TDelegate Out;
        Out.Call = std::move(Callable);
        return Out;
    }
    static TDelegate CreateStatic(R (*Function)(Args...)) { return CreateLambda(Function); }
    template <typename T, typename Base>
    static TDelegate CreateUObject(T* Object, R (Base::*Method)(Args...)) {
        TDelegate Out = CreateLambda([Object, Method](Args... Values) -> R { return (Object->*Method)(Values...); });
        Out.Owner = Object;
        Out.Serial = StandInSerial(Object);
        return Out;
    }
    template <typename T, typename Base>
    static TDelegate CreateRaw(T* Object, R (Base::*Method)(Args...)) {
        return CreateLambda([Object, Method](Args... Values) -> R { return (Object->*Method)(Values...); });
    }
    // [D Runtime/Core/Delegates/TDelegate/CreateSP] 5.3+
    template <typename T, typename Base>
    static TDelegate CreateSP(T* Object, R (Base::*Method)(Args...)) {
        std::weak_ptr<void> Weak = Object->shared_from_this();
        return CreateLambda([Weak, Object, Method](Args... Values) -> R {
            check(!Weak.expired());
            return (Object->*Method)(Values...);
        });
    }
    template <typename F>
    void BindLambda(F Callable) {
        *this = CreateLambda(std::move(Callable));
    }
    template <typename T, typename Base>
    void BindUObject(T* Object, R (Base::*Method)(Args...)) {
        *this = CreateUObject(Object, Method);
    }
    bool IsBound() const { return Call && (!Owner || StandInIsAlive(Owner, Serial)); }
    R Execute(Args... Values) const {
        check(IsBound());
        return Call(Values...);
    }
    bool ExecuteIfBound(Args... Values) const {
        if (!IsBound()) return false;
        Call(Values...);
        return true;
    }
    void Unbind() { Call = nullptr; }
    const void* StandInOwner() const { return Owner; }

private:
    std::function<R(Args...)> Call;
    const void* Owner = nullptr;
    uint64 Serial = 0;
};

// [D Runtime/Core/Delegates/TMulticastDelegateBase/RemoveAll, 5.5] 5.3+. Whoever is added or removed during a broadcast
// does not disturb it.
template <typename Signature>
class TMulticastDelegate;
template <typename... Args>
class TMulticastDelegate<void(Args...)> {
public:
    using FDelegate = TDelegate<void(Args...)>;
    FDelegateHandle Add(const FDelegate& Delegate) {
        Bound.Add({FDelegateHandle{StandInNextDelegate()}, Delegate});
        return Bound.Last().Handle;
    }
    template <typename F>
    FDelegateHandle AddLambda(F Callable) {
        return Add(FDelegate::CreateLambda(std::move(Callable)));
    }
    template <typename T, typename Base>
    FDelegateHandle AddUObject(T* Object, void (Base::*Method)(Args...)) {
        return Add(FDelegate::CreateUObject(Object, Method));
    }
    template <typename T, typename Base>
    FDelegateHandle AddRaw(T* Object, void (Base::*Method)(Args...)) {
        return Add(FDelegate::CreateRaw(Object, Method));
    }
    bool Remove(FDelegateHandle Handle) {
        return Bound.RemoveAll([&](const FEntry& Entry) { return Entry.Handle == Handle; }) > 0;
    }
    int32 RemoveAll(const void* Owner) {
        return Bound.RemoveAll([&](const FEntry& Entry) { return Entry.Delegate.StandInOwner() == Owner; });
    }
    bool IsBound() const {
        return Bound.ContainsByPredicate([](const FEntry& Entry) { return Entry.Delegate.IsBound(); });
    }
    void Clear() { Bound.Empty(); }
    void Broadcast(Args... Values) const {
        if (Bound.IsEmpty()) return;
        const TArray<FEntry> Copy = Bound;
        for (const FEntry& Entry : Copy)
            if (Bound.ContainsByPredicate([&](const FEntry& Now) { return Now.Handle == Entry.Handle; }))
                Entry.Delegate.ExecuteIfBound(Values...);
    }

private:
    struct FEntry {
        FDelegateHandle Handle;
        FDelegate Delegate;
    };
    TArray<FEntry> Bound;
};

// [D delegates-and-lamba-functions-in-unreal-engine] 5.3+
#define DECLARE_DELEGATE(Name) using Name = TDelegate<void()>
#define DECLARE_DELEGATE_OneParam(Name, A) using Name = TDelegate<void(A)>
#define DECLARE_DELEGATE_RetVal(R, Name) using Name = TDelegate<R()>
#define DECLARE_DELEGATE_RetVal_OneParam(R, Name, A) using Name = TDelegate<R(A)>
#define DECLARE_MULTICAST_DELEGATE(Name) using Name = TMulticastDelegate<void()>
#define DECLARE_MULTICAST_DELEGATE_OneParam(Name, A) using Name = TMulticastDelegate<void(A)>
#define DECLARE_MULTICAST_DELEGATE_TwoParams(Name, A, B) using Name = TMulticastDelegate<void(A, B)>
#define DECLARE_MULTICAST_DELEGATE_ThreeParams(Name, A, B, C) using Name = TMulticastDelegate<void(A, B, C)>

// [N Runtime/Core/Delegates/FSimpleDelegate] 5.3+
using FSimpleDelegate = TDelegate<void()>;
using FSimpleMulticastDelegate = TMulticastDelegate<void()>;
