// Tabulated subsets beside sphere-trees on the joints of Tests/Scenes/Joints.h: the comparison of [Navarro Newball
// 2008] 3 with the paper's own figures next to ours, and the time of a query beside the time of a traversal of the same
// spheres on the same poses. SPHERETREE_TABULATE_POSES sets how many poses `verify` looks at (20,000).

#include "Scenes/Hosts.h"
#include "Scenes/Joints.h"
#include "SphereTree/Contact.h"
#include "SphereTree/SubsetQuery.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace spheretree {
namespace {

constexpr int32_t kSteps = 2000;  // of the path
constexpr int64_t kProductsPerTest = 4, kProductsPerMove = 9, kProductsPerEllipsoid = 41;

// --- a tree over given spheres: the paper's "sphere tree obtained from the low level"

Sphere BallAround(const std::vector<Sphere>& spheres, const std::vector<int32_t>& part) {
    Vec3 low = spheres[static_cast<size_t>(part[0])].centre, high = low;
    for (const int32_t i : part) {
        const Vec3& c = spheres[static_cast<size_t>(i)].centre;
        low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
        high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
    Sphere ball{(low + high) / 2, 0};
    for (const int32_t i : part) {
        const Sphere& s = spheres[static_cast<size_t>(i)];
        ball.radius = std::max(ball.radius, Distance(ball.centre, s.centre) + s.radius);
    }
    return ball;
}

void Halve(const std::vector<Sphere>& spheres, const std::vector<int32_t>& whole, int times,
           std::vector<std::vector<int32_t>>& out) {
    if (times == 0 || whole.size() < 2) {
        if (!whole.empty()) out.push_back(whole);
        return;
    }
    std::vector<int32_t> part = whole;
    const auto at = [&](int32_t i, int axis) {
        const Vec3& c = spheres[static_cast<size_t>(i)].centre;
        return axis == 0 ? c.x : axis == 1 ? c.y : c.z;
    };
    int longest = 0;
    double widest = -1;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax_element(part.begin(), part.end(),
                                                     [&](int32_t x, int32_t y) { return at(x, axis) < at(y, axis); });
        if (at(*high, axis) - at(*low, axis) > widest) {
            widest = at(*high, axis) - at(*low, axis);
            longest = axis;
        }
    }
    std::sort(part.begin(), part.end(), [&](int32_t x, int32_t y) {
        return at(x, longest) != at(y, longest) ? at(x, longest) < at(y, longest) : x < y;
    });
    std::vector<int32_t> upper;
    for (size_t i = part.size() / 2; i < part.size(); ++i) upper.push_back(part[i]);
    part.resize(part.size() / 2);
    Halve(spheres, part, times - 1, out);
    Halve(spheres, upper, times - 1, out);
}

SphereTree TreeOver(const std::vector<Sphere>& spheres, const std::vector<double>& errors) {
    SphereTree tree;
    std::vector<std::vector<int32_t>> parts(1);
    parts[0].resize(spheres.size());
    std::iota(parts[0].begin(), parts[0].end(), 0);
    tree.nodes.push_back({BallAround(spheres, parts[0]), 0, -1, -1, 0, 0});
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        TreeNode node = tree.nodes[i];
        if (parts[i].size() == 1 && node.level > 0) {
            node.sphere = spheres[static_cast<size_t>(parts[i][0])];
            node.error = errors[static_cast<size_t>(parts[i][0])];
        } else {
            std::vector<std::vector<int32_t>> children;
            Halve(spheres, parts[i], 3, children);
            node.error = 2 * node.sphere.radius;
            node.firstChild = static_cast<int32_t>(tree.nodes.size());
            node.childCount = static_cast<int32_t>(children.size());
            for (std::vector<int32_t>& child : children) {
                tree.nodes.push_back({BallAround(spheres, child), 0, static_cast<int32_t>(i), -1, 0, node.level + 1});
                parts.push_back(std::move(child));
            }
        }
        tree.nodes[i] = node;
    }
    return tree;
}

// --- both ways to answer, over the same steps

struct Cost {
    double tests = 0, updates = 0, microseconds = 0;
    int64_t contacts = 0;
};

class Path {
public:
    explicit Path(const scenes::JointScene& scene) : scene_(scene), ranges_(ParameterRanges(scene.constraint)) {
        for (const DisplacementField& field : scene.fields) ranges_.push_back(field.weight);
    }
    /// To and fro, each parameter at its own speed: what a frame after a frame looks like.
    std::vector<double> Values(int32_t step) const {
        constexpr double kSpeed[6] = {3, 7.3, 11.7, 5.1, 13.3, 17.9};
        std::vector<double> values;
        for (size_t k = 0; k < ranges_.size(); ++k) {
            const double wave = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * kSpeed[k % 6] * step / kSteps);
            values.push_back(ranges_[k].low + (ranges_[k].high - ranges_[k].low) * wave);
        }
        return values;
    }
    Pose PoseOfStep(int32_t step) const {
        std::vector<double> values = Values(step);
        values.resize(values.size() - scene_.fields.size());
        return PoseOfMotion(scene_.constraint, values);
    }
    std::vector<double> Weights(int32_t step) const {
        const std::vector<double> values = Values(step);
        return {values.end() - static_cast<int64_t>(scene_.fields.size()), values.end()};
    }

private:
    const scenes::JointScene& scene_;
    std::vector<MotionRange> ranges_;
};

double Seconds() { return scenes::MakeThreadedHost(1).clockSeconds(); }

Cost RunTable(const SubsetTable& table, const Path& path, bool points) {
    const auto packed = *PackSubsets(table);
    SubsetPair pair(packed, nullptr, nullptr);
    std::vector<SubsetAsk> asks(kSteps);
    for (int32_t i = 0; i < kSteps; ++i) {
        asks[static_cast<size_t>(i)].second = path.PoseOfStep(i);
        asks[static_cast<size_t>(i)].weights = path.Weights(i);
        asks[static_cast<size_t>(i)].pointsWanted = points;
    }
    Cost cost;
    SubsetContacts contacts;
    const double start = Seconds();
    for (const SubsetAsk& ask : asks) {
        pair.Ask(ask, Budget::Unlimited(), {}, contacts);
        if (contacts.fellBack) std::printf("a pose of the path fell back: %s\n", contacts.why.c_str());
        cost.tests += static_cast<double>(contacts.work.tests);
        cost.updates += static_cast<double>(contacts.work.updates);
        cost.contacts += contacts.touching;
    }
    cost.microseconds = (Seconds() - start) * 1e6 / kSteps;
    cost.tests /= kSteps;
    cost.updates /= kSteps;
    return cost;
}

Cost RunTrees(const SphereTree& a, const SphereTree& b, const Path& path, Detail detail, bool coherent) {
    Scene scene;
    scene.SetDefaultResponse(detail);
    BodyDescription first, second;
    first.tree = *SharePackedTree(a);
    second.tree = *SharePackedTree(b);
    const BodyHandle fixed = *scene.Add(first);
    const BodyHandle moving = *scene.Add(second);
    (void)fixed;
    std::vector<Pose> poses;
    for (int32_t i = 0; i < kSteps; ++i) poses.push_back(path.PoseOfStep(i));
    Traversal traversal;
    traversal.options.coherent = coherent;
    Contacts contacts;
    Cost cost;
    const double start = Seconds();
    for (const Pose& pose : poses) {
        scene.Move(moving, pose);
        scene.Step();
        BeginFrame(traversal, scene);
        Advance(traversal, scene, Budget::Unlimited());
        CollectContacts(traversal, scene, {}, contacts);
        cost.tests += static_cast<double>(traversal.counters.tests);
        cost.updates += static_cast<double>(traversal.counters.updates);
        cost.contacts += static_cast<int64_t>(contacts.contacts.size());
    }
    cost.microseconds = (Seconds() - start) * 1e6 / kSteps;
    cost.tests /= kSteps;
    cost.updates /= kSteps;
    return cost;
}

/// The share of steps whose first parameter lies where anything can collide: the paper's angular region.
double RegionShare(const SubsetTable& table, const Path& path) {
    const auto packed = *PackSubsets(table);
    SubsetState state;
    double low = 1e300, high = -1e300;
    for (int32_t i = 0; i < kSteps; ++i) {
        BeginSubsets(state, *packed, path.PoseOfStep(i), path.Weights(i), true);
        AdvanceSubsets(state, *packed, Budget::Unlimited());
        if (state.hits.empty()) continue;
        low = std::min(low, path.Values(i)[0]);
        high = std::max(high, path.Values(i)[0]);
    }
    int32_t inside = 0;
    for (int32_t i = 0; i < kSteps; ++i) inside += path.Values(i)[0] >= low && path.Values(i)[0] <= high;
    return static_cast<double>(inside) / kSteps;
}

// --- what is printed

void PrintRow(const char* name, const CountPair& spheres, const Cost& cost, double baseline) {
    std::printf(
        "  %-38s %5lld + %-5lld %9.1f tests %9.0f products %9.3f us", name, static_cast<long long>(spheres[0]),
        static_cast<long long>(spheres[1]), cost.tests,
        cost.tests * static_cast<double>(kProductsPerTest) + cost.updates * static_cast<double>(kProductsPerMove),
        cost.microseconds);
    if (baseline > 0) std::printf("  %6.1f x", baseline / cost.microseconds);
    std::printf("  %lld touching\n", static_cast<long long>(cost.contacts));
}

void PrintPaper(const scenes::PaperFigures& paper, const SubsetFigures& f) {
    if (paper.tests == 0) return;
    std::printf("  the paper's pair: %lld + %lld spheres -> %lld + %lld, %lld tests a step, %lld products\n",
                static_cast<long long>(paper.before[0]), static_cast<long long>(paper.before[1]),
                static_cast<long long>(paper.after[0]), static_cast<long long>(paper.after[1]),
                static_cast<long long>(paper.tests), static_cast<long long>(paper.products));
    std::printf("  this pair:        %lld + %lld spheres -> %lld + %lld, %lld tests a step, %lld products\n",
                static_cast<long long>(f.all[0]), static_cast<long long>(f.all[1]), static_cast<long long>(f.kept[0]),
                static_cast<long long>(f.kept[1]), static_cast<long long>(f.keptPairs),
                static_cast<long long>(f.keptPairs * kProductsPerTest));
}

void PrintSets(const SubsetFigures& f) {
    std::printf("  M_s %lld + %lld, M_sc %lld + %lld (T_c %lld), M_sm %lld + %lld (%lld), M_ss %lld + %lld (%lld)\n",
                static_cast<long long>(f.all[0]), static_cast<long long>(f.all[1]),
                static_cast<long long>(f.colliding[0]), static_cast<long long>(f.colliding[1]),
                static_cast<long long>(f.collidingPairs), static_cast<long long>(f.smallest[0]),
                static_cast<long long>(f.smallest[1]), static_cast<long long>(f.smallestPairs),
                static_cast<long long>(f.minimal[0]), static_cast<long long>(f.minimal[1]),
                static_cast<long long>(f.minimalPairs));
}

void PrintVerdict(const char* name, const SubsetTable& table, const BodySpheres& a, const BodySpheres& b,
                  const scenes::JointScene& scene) {
    const char* wanted = std::getenv("SPHERETREE_TABULATE_POSES");
    VerifyOptions options;
    if (wanted != nullptr) options.poses = std::atoll(wanted);
    const Result<SubsetVerdict> verdict =
        VerifySubsets(table, a, b, options, scene.fields, scenes::MakeThreadedHost(2));
    if (!verdict) {
        std::printf("  %s: %s\n", name, verdict.Sentence().c_str());
        return;
    }
    std::printf("  verify %-31s %lld poses, %lld colliding, %lld missed (deepest %.4f), told early by %.4f at most\n",
                name, static_cast<long long>(verdict->poses), static_cast<long long>(verdict->collidingPoses),
                static_cast<long long>(verdict->missedPoses), verdict->deepestMiss, verdict->earliest);
}

std::vector<Sphere> SpheresIn(const std::vector<TableSphere>& table, std::vector<double>& errors) {
    std::vector<Sphere> spheres;
    for (const TableSphere& sphere : table) {
        spheres.push_back(sphere.sphere);
        errors.push_back(sphere.error);
    }
    return spheres;
}

SphereTree TreeOverTable(const std::vector<TableSphere>& table) {
    std::vector<double> errors;
    const std::vector<Sphere> spheres = SpheresIn(table, errors);
    return TreeOver(spheres, errors);
}

struct NamedTable {
    const char* name;
    SubsetReduction reduction;
    SubsetKeep keep;
    double loss;
};

constexpr NamedTable kTables[] = {
    {"T_c, every pair", SubsetReduction::None, SubsetKeep::Pairs, 0},
    {"the paper's reduction", SubsetReduction::Paper, SubsetKeep::Bodies, 0},
    {"cover, keeps rows", SubsetReduction::Cover, SubsetKeep::Rows, 0},
    {"cover, keeps bodies", SubsetReduction::Cover, SubsetKeep::Bodies, 0},
    {"cover, keeps bodies, loss 0.02", SubsetReduction::Cover, SubsetKeep::Bodies, 0.02},
};

void CompareRigid(const scenes::JointScene& scene, const BodySpheres& a, const BodySpheres& b,
                  const std::vector<SubsetTable>& tables, const Path& path) {
    const SphereTree treeA = TreeOver(a.spheres, a.errors), treeB = TreeOver(b.spheres, b.errors);
    const CountPair all = tables[0].figures.all;
    const Cost full = RunTrees(treeA, treeB, path, Detail::Full, true);
    std::printf("  per step of %d                         spheres\n", kSteps);
    PrintRow("sphere-trees, all contacts", all, full, full.microseconds);
    PrintRow("sphere-trees, from the roots", all, RunTrees(treeA, treeB, path, Detail::Full, false), full.microseconds);
    PrintRow("sphere-trees, one point", all, RunTrees(treeA, treeB, path, Detail::Witnessed, true), full.microseconds);
    PrintRow("sphere-trees, touching or not", all, RunTrees(treeA, treeB, path, Detail::Simple, true),
             full.microseconds);
    const SphereTree subsetA = TreeOverTable(tables[1].spheres[0]), subsetB = TreeOverTable(tables[1].spheres[1]);
    PrintRow("tight sphere-trees on M_sm", tables[1].figures.kept, RunTrees(subsetA, subsetB, path, Detail::Full, true),
             full.microseconds);
    for (size_t i = 0; i < tables.size(); ++i)
        PrintRow(kTables[i].name, tables[i].figures.kept, RunTable(tables[i], path, true), full.microseconds);
    const double share = RegionShare(tables[0], path);
    const double products = static_cast<double>(tables[1].figures.kept[0] * tables[1].figures.kept[1]);
    std::printf(
        "  angular region: %.0f %% of the steps fall into it (paper: 22 %%), %.1f tests a step on M_sm (paper: 43.6)\n",
        100 * share, share * products);
    for (size_t i = 0; i < tables.size(); ++i) PrintVerdict(kTables[i].name, tables[i], a, b, scene);
}

void CompareDeforming(const scenes::JointScene& scene, const BodySpheres& a, const BodySpheres& b,
                      const SubsetTable& table, const Path& path) {
    PrintRow("T_c, every pair", table.figures.kept, RunTable(table, path, true), 0);
    std::printf("  sphere against ellipsoid: %lld products a step (paper: 2870), %lld by the table (paper: 1072)\n",
                static_cast<long long>(table.figures.kept[0] * kProductsPerEllipsoid),
                static_cast<long long>(table.figures.keptPairs * kProductsPerTest));
    PrintVerdict("T_c", table, a, b, scene);
}

void Compare(const scenes::JointScene& scene) {
    const BodySpheres a = scenes::FirstSpheres(scene), b = scenes::SecondSpheres(scene);
    const Path path(scene);
    std::vector<SubsetTable> tables;
    double seconds = 0;
    for (const NamedTable& wanted : kTables) {
        SubsetOptions options;
        options.reduction = wanted.reduction;
        options.keep = wanted.keep;
        options.loss = wanted.loss;
        const double start = Seconds();
        tables.push_back(*TabulateSubsets(a, b, scene.constraint, options, scene.fields, scenes::MakeThreadedHost(2)));
        seconds = std::max(seconds, Seconds() - start);
        if (!scene.fields.empty()) break;
    }
    std::printf("\n%s, tabulated in %.2f s at most\n", scene.name.c_str(), seconds);
    PrintSets(tables[0].figures);
    PrintPaper(scene.paper, scene.fields.empty() ? tables[3].figures : tables[0].figures);
    if (scene.fields.empty())
        CompareRigid(scene, a, b, tables, path);
    else
        CompareDeforming(scene, a, b, tables[0], path);
}

}  // namespace
}  // namespace spheretree

int main() {
    for (const spheretree::scenes::JointScene& scene : spheretree::scenes::MakeJointScenes())
        spheretree::Compare(scene);
}
