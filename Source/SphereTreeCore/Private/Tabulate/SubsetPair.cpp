#include "SphereTree/SubsetQuery.h"

#include "Scene/Rigid.h"
#include "Tabulate/Joint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace spheretree {

namespace {

bool IsPlainScale(const Vec3& first, const Vec3& second) {
    return first == second && first.x > 0 && first.x == first.y && first.y == first.z && std::isfinite(first.x);
}

/// The second body in the first one's frame, in the mesh's unit.
Pose RelativePose(const Pose& first, const Pose& second, double scale) {
    const Quat back = Conjugate(Normalized(first.rotation));
    const Vec3 way = ToRotation(back) * (second.position - first.position);
    return {way / scale, Multiply(back, Normalized(second.rotation))};
}

bool IsSoundPose(const Pose& pose) {
    const double squared = LengthSquared(pose.rotation);
    return IsFinite(pose.position) && squared > 1e-12 && squared < 1e12;
}

}  // namespace

/// The two bodies in a scene of their own, made when they are first needed.
struct SubsetPair::Trees {
    Scene scene;
    BodyHandle body[2];
    Traversal traversal;
    Contacts contacts;
};

SubsetPair::SubsetPair(std::shared_ptr<const PackedSubsets> subsets, std::shared_ptr<const PackedTree> first,
                       std::shared_ptr<const PackedTree> second)
    : subsets_(std::move(subsets)), trees_{std::move(first), std::move(second)} {}
SubsetPair::~SubsetPair() = default;
SubsetPair::SubsetPair(SubsetPair&&) noexcept = default;
SubsetPair& SubsetPair::operator=(SubsetPair&&) noexcept = default;

void SubsetPair::Ask(const SubsetAsk& ask, const Budget& budget, const Host& host, SubsetContacts& out) {
    out.fellBack = false;
    out.why.clear();
    out.work = {};
    const bool isPlain = IsPlainScale(ask.firstScale, ask.secondScale);
    if (!ask.refusal && isPlain && IsSoundPose(ask.first) && IsSoundPose(ask.second)) {
        const double scale = ask.firstScale.x;
        BeginSubsets(state_, *subsets_, RelativePose(ask.first, ask.second, scale), ask.weights, !ask.pointsWanted);
        if (state_.insideRange) {
            out.work = AdvanceSubsets(state_, *subsets_, budget, host);
            CollectSubsets(state_, *subsets_, ask.first, scale, ask.contacts, out);
            return;
        }
    }
    out.fellBack = true;
    out.why = ask.refusal ? ask.refusal
              : isPlain   ? "The pose or the weights lie outside what was tabulated."
                          : "The bodies are not scaled alike, or unevenly.";
    AskTrees(ask, budget, host, out);
}

void SubsetPair::AskTrees(const SubsetAsk& ask, const Budget& budget, const Host& host, SubsetContacts& out) {
    out.points.clear();
    out.hitPairs = 0;
    out.touching = true;
    out.isConfirmed = out.finished = false;
    out.errorBound = std::numeric_limits<double>::infinity();
    if (!subsets_->table.fields.empty()) {
        out.why += " Trees do not change their shape, so nothing more is known.";
        return;
    }
    if (!trees_[0] || !trees_[1]) {
        out.why += " There are no trees to ask.";
        return;
    }
    const Pose poses[2] = {ask.first, ask.second};
    const Vec3 scales[2] = {ask.firstScale, ask.secondScale};
    if (!fallback_) fallback_ = std::make_unique<Trees>();
    for (size_t i = 0; i < 2; ++i) {
        fallback_->scene.Remove(fallback_->body[i]);
        BodyDescription body;
        body.tree = trees_[i];
        body.pose = poses[i];
        body.scale = scales[i];
        const Result<BodyHandle> added = fallback_->scene.Add(body);
        if (!added) {
            out.why += " " + added.Sentence();
            return;
        }
        fallback_->body[i] = *added;
    }
    fallback_->scene.Step();
    BeginFrame(fallback_->traversal, fallback_->scene);
    out.work = Advance(fallback_->traversal, fallback_->scene, budget, host);
    CollectContacts(fallback_->traversal, fallback_->scene, ask.contacts, fallback_->contacts);
    out.finished = out.work.finished;
    out.touching = !fallback_->contacts.contacts.empty();
    out.errorBound = 0;
    for (const Contact& contact : fallback_->contacts.contacts) {
        const bool turned = !(contact.a == fallback_->body[0]);
        out.isConfirmed = contact.isConfirmed;
        out.errorBound = contact.errorBound;
        out.points = fallback_->contacts.points;
        for (ContactPoint& point : out.points) {
            if (!turned) continue;
            point.normal = -point.normal;
            std::swap(point.nodeA, point.nodeB);
            std::swap(point.levelA, point.levelB);
        }
    }
}

}  // namespace spheretree
