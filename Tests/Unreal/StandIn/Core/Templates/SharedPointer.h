#pragma once

#include "Misc/AssertionMacros.h"

#include <memory>
#include <utility>

// [D Runtime/Core/Templates/TSharedPtr/Mode, 5.4] 5.3+
enum class ESPMode { NotThreadSafe, ThreadSafe };

template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef;
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TWeakPtr;

// [D Runtime/Core/Templates/TSharedPtr, 5.5] 5.3+; "by default, thread safety features are turned on".
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr {
public:
    TSharedPtr() = default;
    TSharedPtr(std::nullptr_t) {}
    explicit TSharedPtr(std::shared_ptr<T> In) : Kept(std::move(In)) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TSharedPtr(const TSharedPtr<Other, Mode>& In)
        : Kept(In.StandInPointer()) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TSharedPtr(const TSharedRef<Other, Mode>& In)
        : Kept(In.StandInPointer()) {}
    T* Get() const { return Kept.get(); }
    T* operator->() const {
        check(Kept);
        return Kept.get();
    }
    T& operator*() const {
        check(Kept);
        return *Kept;
    }
    bool IsValid() const { return Kept != nullptr; }
    explicit operator bool() const { return IsValid(); }
    void Reset() { Kept.reset(); }
    TSharedRef<T, Mode> ToSharedRef() const {
        check(Kept);
        return TSharedRef<T, Mode>(Kept);
    }
    int32 GetSharedReferenceCount() const { return static_cast<int32>(Kept.use_count()); }
    friend bool operator==(const TSharedPtr& A, const TSharedPtr& B) { return A.Kept == B.Kept; }
    const std::shared_ptr<T>& StandInPointer() const { return Kept; }

private:
    std::shared_ptr<T> Kept;
};

// [D Runtime/Core/Templates/TSharedRef, 5.2] 5.3+; never null.
template <typename T, ESPMode Mode>
class TSharedRef {
public:
    explicit TSharedRef(std::shared_ptr<T> In) : Kept(std::move(In)) { check(Kept); }
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TSharedRef(const TSharedRef<Other, Mode>& In)
        : Kept(In.StandInPointer()) {}
    T& Get() const { return *Kept; }
    T* operator->() const { return Kept.get(); }
    T& operator*() const { return *Kept; }
    const std::shared_ptr<T>& StandInPointer() const { return Kept; }

private:
    std::shared_ptr<T> Kept;
};

// [D Runtime/Core/Templates/TWeakPtr, 5.4] 5.3+
template <typename T, ESPMode Mode>
class TWeakPtr {
public:
    TWeakPtr() = default;
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TWeakPtr(const TSharedPtr<Other, Mode>& In)
        : Kept(In.StandInPointer()) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TWeakPtr(const TSharedRef<Other, Mode>& In)
        : Kept(In.StandInPointer()) {}
    TSharedPtr<T, Mode> Pin() const { return TSharedPtr<T, Mode>(Kept.lock()); }
    bool IsValid() const { return !Kept.expired(); }

private:
    std::weak_ptr<T> Kept;
};

// [D Runtime/Core/Templates/TSharedFromThis] 5.3+
template <typename T>
class TSharedFromThis : public std::enable_shared_from_this<T> {
public:
    TSharedRef<T> AsShared() { return TSharedRef<T>(this->shared_from_this()); }
    template <typename Derived>
    static TSharedRef<Derived> SharedThis(Derived* This) {
        return TSharedRef<Derived>(std::static_pointer_cast<Derived>(This->shared_from_this()));
    }
};

// [N Runtime/Core/Templates/MakeShared] 5.3+
template <typename T, ESPMode Mode = ESPMode::ThreadSafe, typename... Args>
TSharedRef<T, Mode> MakeShared(Args&&... Values) {
    return TSharedRef<T, Mode>(std::make_shared<T>(std::forward<Args>(Values)...));
}
template <typename T>
TSharedRef<T> MakeShareable(T* Object) {
    return TSharedRef<T>(std::shared_ptr<T>(Object));
}
