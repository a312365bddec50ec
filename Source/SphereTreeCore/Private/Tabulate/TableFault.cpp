#include "SphereTree/SubsetTable.h"

#include "Scene/Rigid.h"

#include <cmath>
#include <string>

namespace spheretree {

namespace {

constexpr double kMostLength = 1e12;

bool IsLength(double value) { return value >= 0 && value < kMostLength; }

std::string FindSphereFault(const SubsetTable& table, size_t body) {
    const std::vector<TableSphere>& spheres = table.spheres[body];
    for (size_t i = 0; i < spheres.size(); ++i) {
        const TableSphere& sphere = spheres[i];
        const std::string name = "Sphere " + std::to_string(i) + " of body " + std::to_string(body + 1);
        if (!IsFinite(sphere.sphere.centre) || !(LargestAbs(sphere.sphere.centre) < kMostLength))
            return name + " is not finite.";
        if (!(sphere.sphere.radius > 0) || !IsLength(sphere.sphere.radius)) return name + " has no radius.";
        if (!IsLength(sphere.error)) return name + " has no sound error.";
        if (!IsFinite(sphere.cone.axis) || !(LargestAbs(sphere.cone.axis) <= 2) || !(sphere.cone.halfAngle >= 0) ||
            !(sphere.cone.halfAngle <= 100))
            return name + " has a normal cone that is none.";
        if (sphere.index < 0 || sphere.original < 0 || sphere.index >= table.figures.all[body])
            return name + " has an origin that is none.";
    }
    return "";
}

std::string FindPairsFault(const SubsetTable& table) {
    std::vector<uint8_t> rowEnded(table.spheres[0].size(), 0);
    for (size_t i = 0; i < table.pairs.size(); ++i) {
        const TablePair& pair = table.pairs[i];
        const std::string name = "Pair " + std::to_string(i);
        if (pair.a < 0 || pair.b < 0 || static_cast<size_t>(pair.a) >= table.spheres[0].size() ||
            static_cast<size_t>(pair.b) >= table.spheres[1].size())
            return name + " names a sphere that does not exist.";
        if (!(pair.likelihood >= 0 && pair.likelihood <= 1)) return name + " has a likelihood that is none.";
        if (rowEnded[static_cast<size_t>(pair.a)]) return name + " stands apart from the other pairs of its row.";
        if (i + 1 < table.pairs.size() && table.pairs[i + 1].a != pair.a) rowEnded[static_cast<size_t>(pair.a)] = 1;
    }
    return "";
}

std::string FindFieldsFault(const SubsetTable& table) {
    if (table.fields.size() > static_cast<size_t>(kMostFields)) return "The table has too many displacement fields.";
    for (const DisplacementField& field : table.fields) {
        if (field.displacements.size() != table.spheres[1].size())
            return "A displacement field does not have one displacement per sphere.";
        if (!(field.weight.low <= field.weight.high) || !(std::fabs(field.weight.low) < 1e6) ||
            !(std::fabs(field.weight.high) < 1e6))
            return "A displacement field has weights that are none.";
        for (const Vec3& way : field.displacements)
            if (!IsFinite(way) || !(LargestAbs(way) < kMostLength)) return "A displacement field is not finite.";
    }
    if (!table.fields.empty() && table.keep != SubsetKeep::Pairs)
        return "A table of a deforming body must keep all pairs.";
    return "";
}

}  // namespace

std::string FindTableFault(const SubsetTable& table) {
    if (std::string fault = FindConstraintFault(table.constraint); !fault.empty()) return fault;
    if (!(table.fraction > 0 && table.fraction <= 16) || !(table.slop > 0) || !IsLength(table.slop) ||
        !IsLength(table.slack) || !IsFinite(table.secondCentre) || !(LargestAbs(table.secondCentre) < kMostLength) ||
        !IsLength(table.secondReach))
        return "The table's fraction, slop, slack or reach is no length.";
    for (const CountPair* counts : {&table.figures.all, &table.figures.kept})
        for (const int64_t count : *counts)
            if (count < 0 || count > INT32_MAX) return "The table's counts of spheres are none.";
    for (size_t body = 0; body < 2; ++body) {
        if (static_cast<int64_t>(table.spheres[body].size()) != table.figures.kept[body])
            return "The table has another number of spheres than its figures say.";
        if (std::string fault = FindSphereFault(table, body); !fault.empty()) return fault;
    }
    if (static_cast<int64_t>(table.pairs.size()) != table.figures.keptPairs)
        return "The table has another number of pairs than its figures say.";
    if (std::string fault = FindFieldsFault(table); !fault.empty()) return fault;
    return FindPairsFault(table);
}

}  // namespace spheretree
