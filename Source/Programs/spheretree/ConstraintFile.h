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
    std::vector<std::vector<Vec3>>
        fieldPoints;  // per field; empty: its displacements stand in the order of the spheres
};

/// The fields for the spheres of a body: with points, each sphere takes the displacement of the nearest one. (Importers
/// do not keep the order of vertices, so points are what a file can say.)
std::vector<DisplacementField> FieldsFor(const ConstraintFile& file, const BodySpheres& body);

/// The error is one whole sentence that names the file.
Result<ConstraintFile> ReadConstraintFile(const std::filesystem::path& path);

}  // namespace spheretree::tool
