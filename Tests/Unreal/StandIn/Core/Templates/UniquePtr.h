#pragma once

#include <memory>
#include <utility>

// [D Runtime/Core/TUniquePtr and Runtime/Core/Templates/TUniquePtr/Reset, Release, application_version=5.4
// and 5.5] 5.3+
template <typename T>
class TUniquePtr {
public:
    TUniquePtr() = default;
    explicit TUniquePtr(T* Object) : Kept(Object) {}
    template <typename Other>
    TUniquePtr(TUniquePtr<Other>&& In) : Kept(In.Release()) {}
    T* Get() const { return Kept.get(); }
    T* operator->() const { return Kept.get(); }
    T& operator*() const { return *Kept; }
    bool IsValid() const { return Kept != nullptr; }
    explicit operator bool() const { return IsValid(); }
    void Reset() { Kept.reset(); }
    T* Release() { return Kept.release(); }

private:
    std::unique_ptr<T> Kept;
};

// [D Runtime/Core/Templates/MakeUnique, application_version=5.5] 5.3+
template <typename T, typename... Args>
TUniquePtr<T> MakeUnique(Args&&... Values) {
    return TUniquePtr<T>(new T(std::forward<Args>(Values)...));
}
