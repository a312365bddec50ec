#pragma once

#include "SphereTree/MotionConstraint.h"
#include "SphereTree/Result.h"
#include "SphereTree/SubsetTable.h"

#include <filesystem>
#include <vector>

namespace spheretree::tool {

/// What a constraint file holds. Its layout is in Docs/Tabulate.md; angles there are in degrees.
struct ConstraintFile {
    MotionConstraint constraint;
    std::vector<DisplacementField> fields;
};

/// The error is one whole sentence that names the file.
Result<ConstraintFile> ReadConstraintFile(const std::filesystem::path& path);

}  // namespace spheretree::tool
