#include "SphereTree/SubsetQuery.h"

#include "Scene/Rigid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace spheretree {

namespace {

constexpr double kSmallestUnit = 1e-9;  // so that no place is beyond the floats, however small the spheres are
constexpr float kNowhereLane = 1e18f;   // its square is a finite float, and nothing reaches it

float FloatAbove(double value) {
    const float nearest = static_cast<float>(value);
    return static_cast<double>(nearest) >= value ? nearest
                                                 : std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

Vec3 MiddleOfSpheres(const std::vector<TableSphere>& spheres) {
    if (spheres.empty()) return {};
    Vec3 low = spheres[0].sphere.centre, high = low;
    for (const TableSphere& sphere : spheres) {
        const Vec3& c = sphere.sphere.centre;
        low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
        high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    return (low + high) / 2;
}

double ExtentOf(const std::vector<TableSphere>& spheres, const Vec3& origin) {
    double extent = 0;
    for (const TableSphere& sphere : spheres)
        extent = std::max(extent, Distance(sphere.sphere.centre, origin) + sphere.sphere.radius);
    return extent;
}

/// How far the fields can carry a sphere at most.
double LargestDeformation(const SubsetTable& table) {
    std::vector<double> sum(table.spheres[1].size(), 0);
    for (const DisplacementField& field : table.fields) {
        const double most = std::max(std::fabs(field.weight.low), std::fabs(field.weight.high));
        for (size_t i = 0; i < sum.size(); ++i) sum[i] += most * Length(field.displacements[i]);
    }
    return sum.empty() ? 0 : *std::max_element(sum.begin(), sum.end());
}

SubsetBlock EmptySubsetBlock() {
    SubsetBlock block;
    for (int lane = 0; lane < kLanes; ++lane) {
        block.ax[lane] = block.ay[lane] = block.az[lane] = kNowhereLane;
        block.bx[lane] = block.by[lane] = block.bz[lane] = 0;
        block.reach[lane] = block.error[lane] = 0;
    }
    return block;
}

/// A centre as floats, and by how much rounding moved it.
double PutCentre(const Vec3& centre, float& x, float& y, float& z) {
    x = static_cast<float>(centre.x);
    y = static_cast<float>(centre.y);
    z = static_cast<float>(centre.z);
    return Length(centre - Vec3{x, y, z});
}

// What rounding moved a centre is added to the reach, so that the float balls contain the baked ones.
void PutPair(PackedSubsets& packed, size_t number) {
    const SubsetTable& table = packed.table;
    const TablePair& pair = table.pairs[number];
    const TableSphere &a = table.spheres[0][static_cast<size_t>(pair.a)],
                      &b = table.spheres[1][static_cast<size_t>(pair.b)];
    SubsetBlock& block = packed.blocks[number / kLanes];
    const size_t lane = number % kLanes;
    const double perUnit = 1 / packed.unit;
    const double moved =
        PutCentre((a.sphere.centre - packed.origin[0]) * perUnit, block.ax[lane], block.ay[lane], block.az[lane]) +
        PutCentre((b.sphere.centre - packed.origin[1]) * perUnit, block.bx[lane], block.by[lane], block.bz[lane]);
    const double reach = (a.sphere.radius + b.sphere.radius + table.slack) * perUnit;
    block.reach[lane] = FloatAbove(reach * (1 + 1e-14) + moved + 1e-14);
    block.error[lane] = FloatAbove((a.error + b.error + table.slack) * perUnit * (1 + 1e-14) + 2 * moved + 1e-14);
}

void PutFields(PackedSubsets& packed) {
    packed.laneSphere.assign(packed.blocks.size() * kLanes, -1);
    for (size_t i = 0; i < packed.table.pairs.size(); ++i) packed.laneSphere[i] = packed.table.pairs[i].b;
    const auto column = [&](auto number) {
        std::vector<float>& values = packed.fieldColumns.emplace_back();
        for (size_t i = 0; i < packed.table.spheres[1].size(); ++i) values.push_back(static_cast<float>(number(i)));
    };
    for (const DisplacementField& field : packed.table.fields) {
        column([&](size_t i) { return field.displacements[i].x / packed.unit; });
        column([&](size_t i) { return field.displacements[i].y / packed.unit; });
        column([&](size_t i) { return field.displacements[i].z / packed.unit; });
    }
}

}  // namespace

Result<std::shared_ptr<const PackedSubsets>> PackSubsets(const SubsetTable& table) {
    if (std::string fault = FindTableFault(table); !fault.empty()) return Error{std::move(fault)};
    auto packed = std::make_shared<PackedSubsets>();
    packed->table = table;
    for (size_t body = 0; body < 2; ++body) packed->origin[body] = MiddleOfSpheres(table.spheres[body]);
    const double first = ExtentOf(table.spheres[0], packed->origin[0]),
                 second = ExtentOf(table.spheres[1], packed->origin[1]) + LargestDeformation(table);
    packed->unit = std::max({first, second, kSmallestUnit});
    packed->span = (first + second + table.slack) / packed->unit;
    packed->blocks.assign((table.pairs.size() + kLanes - 1) / kLanes, EmptySubsetBlock());
    for (size_t i = 0; i < table.pairs.size(); ++i) PutPair(*packed, i);
    if (!table.fields.empty()) PutFields(*packed);
    return std::shared_ptr<const PackedSubsets>(std::move(packed));
}

}  // namespace spheretree
