#include "Base/Task.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/TreeMeasure.h"
#include "Spheres/MinimumBall.h"
#include "Tree/Measure/SurfaceError.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <queue>
#include <vector>

namespace spheretree {

namespace {

constexpr int32_t kDirections = 512;
constexpr int64_t kMostQuestions = 6000;     // to the surface, for one node
constexpr double kSmallestCell = 1.0 / 512;  // of the node's radius
constexpr double kRounding = 1e-9;           // of the bounding radius: less than this is no fault

/// A cube of the ball. `most` bounds how far out of the object any of its points is: the signed distance changes by no
/// more than one walks.
struct FaultCell {
    Vec3 middle;
    double half = 0;
    double most = 0;

    friend bool operator<(const FaultCell& a, const FaultCell& b) { return a.most < b.most; }
};

struct ErrorVerdict {
    SurfaceProtrusion worst;  // found
    double undecided = 0;     // the most by which what was not looked at could pass the allowed
    bool isBroken = false;
};

class FaultSearch {
public:
    FaultSearch(const SurfaceQuery& surface, bool hasInside, const Sphere& ball, double allowed)
        : surface_(surface), hasInside_(hasInside), ball_(ball), allowed_(allowed) {}

    /// The ball's surface first, where the farthest point lies unless a cavity hides it; then the most promising cell.
    ErrorVerdict Run() {
        worst_ = FindSurfaceProtrusion(surface_, hasInside_, ball_, kDirections);
        Consider({ball_.centre, ball_.radius, 0});
        double undecided = 0;
        while (!open_.empty() && !(worst_.distance > allowed_)) {
            const FaultCell cell = open_.top();
            open_.pop();
            if (cell.half <= kSmallestCell * ball_.radius || questions_ >= kMostQuestions)
                undecided = std::max(undecided, cell.most - allowed_);
            else
                Divide(cell);
        }
        return {worst_, undecided, worst_.distance > allowed_};
    }

private:
    double SignedDistance(const Vec3& point) {
        ++questions_;
        const double distance = surface_.Distance(point);
        return hasInside_ && surface_.IsInside(point) ? -distance : distance;
    }

    void Divide(const FaultCell& cell) {
        const double quarter = cell.half / 2;
        for (int octant = 0; octant < 8; ++octant) {
            const Vec3 offset{octant & 1 ? quarter : -quarter, octant & 2 ? quarter : -quarter,
                              octant & 4 ? quarter : -quarter};
            Consider({cell.middle + offset, quarter, 0});
        }
    }

    /// Asks at the point of the ball nearest the cell's middle. Every other point of cell and ball is within the half
    /// diagonal of it, because going to the nearest point of a ball brings points closer together, never apart.
    void Consider(FaultCell cell) {
        const double reach = std::sqrt(3.0) * cell.half, away = Distance(cell.middle, ball_.centre);
        if (away > ball_.radius + reach) return;
        const double shrink = away > ball_.radius ? ball_.radius / away : 1;
        const Vec3 point = ball_.centre + (cell.middle - ball_.centre) * shrink;
        const double distance = SignedDistance(point);
        if (distance > worst_.distance) worst_ = {distance, point};
        cell.most = distance + reach;
        if (cell.most > allowed_) open_.push(cell);
    }

    const SurfaceQuery& surface_;
    const bool hasInside_;
    const Sphere ball_;
    const double allowed_;
    SurfaceProtrusion worst_;
    std::priority_queue<FaultCell> open_;
    int64_t questions_ = 0;
};

std::string DescribeProtrusion(int64_t node, const SurfaceProtrusion& worst, double error) {
    char text[256];
    std::snprintf(
        text, sizeof text,
        "Node %lld promises that it sticks out by at most %.9g, but its point (%.9g, %.9g, %.9g) is %.9g from "
        "the object.",
        static_cast<long long>(node), error, worst.point.x, worst.point.y, worst.point.z, worst.distance);
    return text;
}

std::string FirstErrorFault(const SphereTree& tree, const std::vector<ErrorVerdict>& verdicts) {
    for (size_t i = 0; i < verdicts.size(); ++i)
        if (verdicts[i].isBroken)
            return DescribeProtrusion(static_cast<int64_t>(i), verdicts[i].worst, tree.nodes[i].error);
    return "";
}

ErrorProof SumUp(const std::vector<ErrorVerdict>& verdicts) {
    ErrorProof proof;
    for (const ErrorVerdict& verdict : verdicts) {
        if (verdict.isBroken) continue;
        (verdict.undecided > 0 ? proof.searchedNodes : proof.provenNodes)++;
        proof.undecided = std::max(proof.undecided, verdict.undecided);
    }
    return proof;
}

}  // namespace

std::string FindErrorFault(const SphereTree& tree, const TriangleMesh& mesh, const Host& host, ErrorProof* proof) {
    if (std::string fault = FindStructureFault(tree); !fault.empty()) return fault;
    Result<CleanedMesh> cleaned = CleanMesh(mesh);
    if (!cleaned) return cleaned.Sentence();
    Task task(host, static_cast<double>(tree.nodes.size()));
    const Result<SurfaceQuery> surface = SurfaceQuery::Build(std::move(cleaned->mesh));
    if (!surface) return surface.Sentence();
    if (tree.hasInside && !surface->IsClosed())
        return "The tree's errors are measured to a solid, but the mesh is open: it has no inside.";

    const double rounding = kRounding * MinimumBall(surface->Mesh().vertices).radius;
    std::vector<ErrorVerdict> verdicts(tree.nodes.size());
    host.parallelFor(static_cast<int64_t>(tree.nodes.size()), [&](int64_t i) {
        if (task.Cancelled()) return;
        const TreeNode& node = tree.nodes[static_cast<size_t>(i)];
        FaultSearch search(*surface, tree.hasInside, node.sphere, node.error + rounding);
        verdicts[static_cast<size_t>(i)] = search.Run();
        task.Advance();
    });
    if (!task.Finish()) return "The proof was cancelled.";
    if (proof != nullptr) *proof = SumUp(verdicts);
    return FirstErrorFault(tree, verdicts);
}

}  // namespace spheretree
