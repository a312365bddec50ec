#pragma once

#include "Containers/Array.h"

#include <utility>

// [D Runtime/Core/Containers/TPair, 5.4: Map.h] 5.3+
template <typename K, typename V>
struct TPair {
    K Key;
    V Value;
};

// [D Runtime/Core/Containers/TMap, TMapBase, 5.5] 5.3+. Searched from front to back: our maps are small.
template <typename K, typename V>
class TMap {
public:
    V& Add(const K& Key, const V& Value) {
        if (V* Found = Find(Key)) return *Found = Value;
        return Pairs[Pairs.Add({Key, Value})].Value;
    }
    V& FindOrAdd(const K& Key) {
        if (V* Found = Find(Key)) return *Found;
        return Pairs[Pairs.Add({Key, V{}})].Value;
    }
    V* Find(const K& Key) {
        for (TPair<K, V>& Pair : Pairs)
            if (Pair.Key == Key) return &Pair.Value;
        return nullptr;
    }
    const V* Find(const K& Key) const { return const_cast<TMap*>(this)->Find(Key); }
    bool Contains(const K& Key) const { return Find(Key) != nullptr; }
    int32 Remove(const K& Key) {
        return Pairs.RemoveAll([&](const TPair<K, V>& Pair) { return Pair.Key == Key; });
    }
    int32 Num() const { return Pairs.Num(); }
    bool IsEmpty() const { return Pairs.IsEmpty(); }
    void Reset() { Pairs.Reset(); }
    void Empty() { Pairs.Empty(); }
    TPair<K, V>* begin() { return Pairs.GetData(); }
    TPair<K, V>* end() { return Pairs.GetData() + Pairs.Num(); }
    const TPair<K, V>* begin() const { return Pairs.GetData(); }
    const TPair<K, V>* end() const { return Pairs.GetData() + Pairs.Num(); }

private:
    TArray<TPair<K, V>> Pairs;
};
