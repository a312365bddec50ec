#pragma once

#include "UObject/NameTypes.h"

// [D Runtime/Core/ProfilingDebugging/FResourceSizeEx, 5.1, newest] 5.3+
struct FResourceSizeEx {
    FResourceSizeEx& AddDedicatedSystemMemoryBytes(size_t Bytes) {
        Total += Bytes;
        return *this;
    }
    size_t GetTotalMemoryBytes() const { return Total; }

private:
    size_t Total = 0;
};
