#pragma once

#include "Containers/ArrayView.h"

class UStaticMesh;

// [D Runtime/Engine/FStaticMeshCompilingManager: Get 5.3, FinishCompilation 5.1 and 5.5] 5.3+
class FStaticMeshCompilingManager {
public:
    static FStaticMeshCompilingManager& Get();
    void FinishCompilation(TArrayView<UStaticMesh* const> InStaticMeshes);
};
