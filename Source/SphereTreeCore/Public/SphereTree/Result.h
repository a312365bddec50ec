#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace spheretree {

/// What went wrong, in a sentence for the user: what, where, what to do.
struct Error {
    std::string sentence;
};

/// A value, or the sentence that says why there is none. Bad input returns; bad code asserts.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : sentence_(std::move(error.sentence)) { assert(!sentence_.empty()); }

    explicit operator bool() const { return value_.has_value(); }
    const std::string& Sentence() const { return sentence_; }

    const T& operator*() const& { return Get(); }
    T& operator*() & { return const_cast<T&>(Get()); }
    T&& operator*() && { return std::move(const_cast<T&>(Get())); }
    const T* operator->() const { return &Get(); }
    T* operator->() { return const_cast<T*>(&Get()); }

private:
    const T& Get() const {
        assert(value_.has_value());
        return *value_;
    }

    std::optional<T> value_;
    std::string sentence_;
};

}  // namespace spheretree
