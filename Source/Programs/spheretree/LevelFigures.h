#pragma once

#include "SphereTree/SphereTree.h"
#include "SphereTree/TreeMeasure.h"

#include <nlohmann/json.hpp>

#include <string>

namespace spheretree::tool {

/// What the tree says of itself: spheres and certified errors per level, without a mesh.
TreeMeasure FiguresOfTree(const SphereTree& tree);

/// The levels as a table for people: certified errors, and with `isMeasured` the referee's figures too.
std::string LevelText(const TreeMeasure& measure, bool isMeasured);
nlohmann::ordered_json LevelJson(const TreeMeasure& measure, bool isMeasured);

/// One sentence: how many nodes and levels, made by which method, what is promised.
std::string TreeSentence(const SphereTree& tree);
nlohmann::ordered_json TreeJson(const SphereTree& tree);

}  // namespace spheretree::tool
