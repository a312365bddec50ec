#include "Drop.h"

#include <algorithm>
#include <cmath>

namespace spheretree::tool {

namespace {

constexpr double kGravity = 9.81;

/// Numbers from a seed, the same on every machine [Steele, Lea, Flood 2014, SplitMix].
class DropDice {
public:
    explicit DropDice(uint64_t seed) : state_(seed) {}
    double Between(double low, double high) {
        uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        z ^= z >> 31;
        return low + (high - low) * static_cast<double>(z >> 11) * 0x1.0p-53;
    }

private:
    uint64_t state_;
};

Vec3 Turned(const Quat& q, const Vec3& v) {
    const Vec3 u{q.x, q.y, q.z};
    const Vec3 t = 2 * Cross(u, v);
    return v + q.w * t + Cross(u, t);
}

Quat TurnedBy(const Quat& q, const Vec3& radians) {
    const Vec3 h = radians / 2;
    Quat sum{q.x + h.x * q.w + h.y * q.z - h.z * q.y, q.y + h.y * q.w + h.z * q.x - h.x * q.z,
             q.z + h.z * q.w + h.x * q.y - h.y * q.x, q.w - h.x * q.x - h.y * q.y - h.z * q.z};
    const double length = std::sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w);
    return {sum.x / length, sum.y / length, sum.z / length, sum.w / length};
}

/// A tree ready to fall, scaled to radius 1.
struct Shape {
    std::shared_ptr<const PackedTree> tree;
    double scale = 1;
    Vec3 centre;  // of mass, scaled
    Vec3 inverseInertia;
};

// Mass as the leaves hold it: each counts with its volume, overlaps count twice. Plausible, as the response is.
void WeighLeaves(const SphereTree& tree, Shape& shape) {
    double mass = 0;
    Vec3 moment;
    const auto forEachLeaf = [&](auto f) {
        for (const TreeNode& node : tree.nodes)
            if (node.childCount == 0) f(node.sphere, std::pow(std::max(node.sphere.radius * shape.scale, 1e-3), 3));
    };
    forEachLeaf([&](const Sphere& leaf, double volume) {
        mass += volume;
        moment += leaf.centre * (shape.scale * volume);
    });
    shape.centre = moment / mass;
    Vec3 inertia;
    forEachLeaf([&](const Sphere& leaf, double volume) {
        const Vec3 d = leaf.centre * shape.scale - shape.centre;
        const double radius = leaf.radius * shape.scale, own = 0.4 * radius * radius, part = volume / mass;
        inertia += Vec3{d.y * d.y + d.z * d.z + own, d.z * d.z + d.x * d.x + own, d.x * d.x + d.y * d.y + own} * part;
    });
    shape.inverseInertia = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
}

Result<std::vector<Shape>> MakeShapes(const std::vector<SphereTree>& trees) {
    std::vector<Shape> shapes;
    for (const SphereTree& tree : trees) {
        Result<std::shared_ptr<const PackedTree>> packed = SharePackedTree(tree);
        if (!packed) return Error{packed.Sentence()};
        Shape& shape = shapes.emplace_back();
        shape.tree = *packed;
        shape.scale = shape.tree->unit > 0 ? 1 / shape.tree->unit : 1;
        WeighLeaves(tree, shape);
    }
    return shapes;
}

// A floor at height 0, so wide that nobody falls off. Flat, because a cell of a height field is one box: the error of a
// slope would be its height.
HeightFieldDescription MakeFloor(double half) {
    HeightFieldDescription floor;
    floor.columns = floor.rows = 9;
    floor.spacing = 2 * half;
    floor.bottom = -4;
    floor.pose.position = {-8 * half, -8 * half, 0};
    floor.heights.assign(81, 0.0f);
    return floor;
}

/// Everything that moves, and what the budget is spent on.
class DropRun {
public:
    DropRun(const std::vector<Shape>& shapes, const DropSettings& settings, const Host& host)
        : shapes_(shapes), settings_(settings), host_(host) {
        traversal_.options = settings.traversal;
    }

    std::string Start(Drop& drop) {
        drop.floor = std::max(3.0, 0.55 * std::sqrt(static_cast<double>(settings_.count)));
        Result<BodyHandle> ground = scene_.AddHeightField(MakeFloor(drop.floor));
        if (!ground) return ground.Sentence();
        bodies_.resize(static_cast<size_t>(settings_.count) + 1);
        DropDice dice(settings_.seed);
        for (int32_t i = 0; i < settings_.count; ++i)
            if (std::string fault = AddBody(i, dice, drop); !fault.empty()) return fault;
        return "";
    }

    std::string RunFrame(int32_t frame, Drop& drop) {
        if (std::string fault = MoveBodies(); !fault.empty()) return fault;
        const double begun = host_.clockSeconds();
        if (std::string fault = scene_.Step(); !fault.empty()) return fault;
        BeginFrame(traversal_, scene_);
        const double before = host_.clockSeconds() - begun;
        const bool isRecorded = frame % settings_.every == 0;
        if (isRecorded) RecordFrame(frame, before, drop);
        const double resumed = host_.clockSeconds();
        Advance(traversal_, scene_, LeftOf(settings_.budget, before), host_);
        const double collecting = host_.clockSeconds();
        EndFrame(traversal_, scene_);
        CollectContacts(traversal_, scene_, {}, contacts_);
        const double ended = host_.clockSeconds();
        Remember(ended - collecting);
        if (isRecorded)
            drop.recorded.back().atBudget[static_cast<size_t>(drop.chosen)] = {traversal_.counters, contacts_};
        Respond();
        AddCost(before + ended - resumed, host_.clockSeconds() - ended, drop);
        return "";
    }

private:
    std::string AddBody(int32_t i, DropDice& dice, Drop& drop) {
        const int32_t across = std::max(1, static_cast<int32_t>(drop.floor / 1.1));
        const int32_t layer = i / (across * across), place = i % (across * across);
        const double gap = 2 * drop.floor / across;
        const auto cell = [&](int32_t k) { return (k + 0.5) * gap - drop.floor + dice.Between(-0.1, 0.1); };
        const Shape& shape = shapes_[static_cast<size_t>(i) % shapes_.size()];
        BodyDescription body;
        body.tree = shape.tree;
        body.scale = {shape.scale, shape.scale, shape.scale};
        Result<BodyHandle> handle = scene_.Add(body);
        if (!handle) return handle.Sentence();
        handles_.push_back(*handle);
        drop.treeOf.push_back(i % static_cast<int32_t>(shapes_.size()));
        RigidBody& rigid = bodies_.at(handle->index);
        rigid.inverseMass = 1;
        rigid.inverseInertia = shape.inverseInertia;
        rigid.pose.position.x = cell(place % across);
        rigid.pose.position.y = cell(place / across);
        rigid.pose.position.z = 1.5 + 2.2 * layer + dice.Between(0, 0.4);
        rigid.pose.rotation = TurnedBy({}, {dice.Between(-3, 3), dice.Between(-3, 3), dice.Between(-3, 3)});
        rigid.angularVelocity = {dice.Between(-1, 1), dice.Between(-1, 1), dice.Between(-1, 1)};
        return "";
    }

    const Shape& ShapeOf(size_t body) const { return shapes_[body % shapes_.size()]; }

    Pose TreePose(size_t body) const {
        const Pose& pose = bodies_[handles_[body].index].pose;
        return {pose.position - Turned(pose.rotation, ShapeOf(body).centre), pose.rotation};
    }

    std::string MoveBodies() {
        for (size_t i = 0; i < handles_.size(); ++i)
            if (std::string fault = scene_.Move(handles_[i], TreePose(i)); !fault.empty()) return fault;
        return "";
    }

    // The budget is the whole frame's: what went before is gone, and collecting must still fit in.
    Budget LeftOf(const Budget& budget, double before) const {
        if (!std::isfinite(budget.seconds)) return budget;
        return {budget.operations, std::max(0.0, budget.seconds - before - Reserve(budget.seconds))};
    }

    // Never more than half: a machine that was busy elsewhere once is no reason to stop searching.
    double Reserve(double budget) const { return std::min(1.3 * collecting_, budget / 2); }

    // What collecting took at most, forgotten slowly: less searched is less to collect, and would be forgotten at once.
    void Remember(double seconds) { collecting_ = std::max(seconds, 0.99 * collecting_); }

    // The same moment within every other budget, on copies: what the run itself does never hangs on what is recorded.
    void RecordFrame(int32_t frame, double before, Drop& drop) {
        RecordedFrame& recorded = drop.recorded.emplace_back();
        recorded.frame = frame;
        for (size_t i = 0; i < handles_.size(); ++i) recorded.poses.push_back(TreePose(i));
        recorded.atBudget.resize(drop.budgets.size());
        for (size_t i = 0; i < drop.budgets.size(); ++i) {
            if (static_cast<int32_t>(i) == drop.chosen) continue;
            Scene scene = scene_;
            Traversal traversal = traversal_;
            Advance(traversal, scene, LeftOf(drop.budgets[i], before), host_);
            EndFrame(traversal, scene);
            CollectContacts(traversal, scene, {}, recorded.atBudget[i].contacts);
            recorded.atBudget[i].counters = traversal.counters;
        }
    }

    void Respond() {
        for (const BodyHandle& handle : handles_) bodies_[handle.index].linearVelocity.z -= kGravity * settings_.step;
        // Balls stand off from the surface: only what is deeper than the certified error is surely too deep.
        for (ContactPoint& point : contacts_.points) point.depth = std::max(0.0, point.depth - point.error);
        ImpulseOptions options;
        options.timeStep = settings_.step;
        options.pushOut = 0.1;
        ApplyImpulses(contacts_, options, bodies_);
        for (const BodyHandle& handle : handles_) {
            RigidBody& body = bodies_[handle.index];
            body.linearVelocity *= 0.999;
            body.angularVelocity *= 0.98;
            if (const double spin = Length(body.angularVelocity); spin > 20) body.angularVelocity *= 20 / spin;
            body.pose.position += body.linearVelocity * settings_.step;
            body.pose.rotation = TurnedBy(body.pose.rotation, body.angularVelocity * settings_.step);
        }
    }

    void AddCost(double seconds, double response, Drop& drop) const {
        const FrameCounters& counters = traversal_.counters;
        drop.costs.push_back({seconds, response, counters.operations, counters.contacts, counters.worstBound});
    }

    const std::vector<Shape>& shapes_;
    const DropSettings& settings_;
    const Host& host_;
    Scene scene_;
    Traversal traversal_;
    Contacts contacts_;
    std::vector<BodyHandle> handles_;
    std::vector<RigidBody> bodies_;  // at their handle's index; the ground has no mass
    double collecting_ = 0;          // seconds
};

// An eighth to four times what was asked for, then everything.
void MakeBudgets(const Budget& asked, Drop& drop) {
    for (const double factor : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0}) {
        if (factor == 1.0) drop.chosen = static_cast<int32_t>(drop.budgets.size());
        Budget budget = asked;
        if (budget.operations != Budget::kNoLimit)
            budget.operations = static_cast<int64_t>(factor * static_cast<double>(budget.operations));
        budget.seconds *= factor;
        drop.budgets.push_back(budget);
    }
    drop.budgets.push_back(Budget::Unlimited());
}

}  // namespace

Result<Drop> DropBodies(const std::vector<SphereTree>& trees, const DropSettings& settings, const Host& host) {
    const Result<std::vector<Shape>> shapes = MakeShapes(trees);
    if (!shapes) return Error{shapes.Sentence()};
    Drop drop;
    for (const Shape& shape : *shapes) drop.scales.push_back(shape.scale);
    MakeBudgets(settings.budget, drop);
    DropRun run(*shapes, settings, host);
    if (std::string fault = run.Start(drop); !fault.empty()) return Error{fault};
    for (int32_t frame = 0; frame < settings.frames; ++frame) {
        if (std::string fault = run.RunFrame(frame, drop); !fault.empty()) return Error{fault};
        if (!host.progress((frame + 1.0) / settings.frames)) return Error{"The drop was cancelled."};
    }
    return drop;
}

}  // namespace spheretree::tool
