#pragma once

#include "SphereTree/Recipe.h"
#include "SphereTree/TriangleMesh.h"

#include <string>
#include <string_view>

namespace spheretree::tool {

/// 32 hexadecimal digits that stand for everything a bake depends on: the geometry as it was read, every field of the
/// recipe, and the version of the tool. Same key, same tree.
std::string BakeKey(const TriangleMesh& mesh, const Recipe& recipe);

/// Likewise for any text.
std::string TextKey(std::string_view text);

/// Every field of a recipe on one line, in the order of its declaration.
std::string RecipeLine(const Recipe& recipe);

}  // namespace spheretree::tool
