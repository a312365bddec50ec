#include "Simulation.h"

#include "SphereTree/PackedTree.h"
#include "SphereTree/Scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>

namespace spheretree::tool {

namespace {

// Engine only: its output is fixed by the standard, that of the distributions is not.
class Dice {
public:
    explicit Dice(uint64_t seed) : engine_(seed) {}
    double Between(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    Vec3 Direction() {
        for (;;) {
            const double x = Between(-1, 1), y = Between(-1, 1), z = Between(-1, 1);
            const double squared = x * x + y * y + z * z;
            if (squared <= 1 && squared > 1e-6) return Vec3{x, y, z} / std::sqrt(squared);
        }
    }

private:
    std::mt19937_64 engine_;
};

struct Flight {
    Vec3 start, velocity, axis;
    double turning = 0;
    Vec3 firstAxis;
    double firstTurn = 0;

    Pose At(double seconds) const {
        const auto about = [](const Vec3& line, double angle) {
            const Vec3 a = line * std::sin(angle / 2);
            return Quat{a.x, a.y, a.z, std::cos(angle / 2)};
        };
        const Quat p = about(axis, turning * seconds), q = about(firstAxis, firstTurn);
        return {start + velocity * seconds,
                {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                 p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z}};
    }
};

std::vector<Flight> MakeFlights(const SimulationSettings& settings, double radius) {
    Dice dice(settings.seed);
    const double sphere = radius * std::cbrt(settings.count / settings.fill);
    std::vector<Flight> flights(static_cast<size_t>(settings.count));
    for (Flight& flight : flights) {
        const Vec3 outward = dice.Direction();
        flight.start = outward * (sphere * dice.Between(0.6, 1.4));
        flight.velocity = outward * (-sphere * dice.Between(0.2, 0.6));
        flight.axis = dice.Direction();
        flight.turning = dice.Between(0, 2);
        flight.firstAxis = dice.Direction();
        flight.firstTurn = dice.Between(0, 6.283185307179586);
    }
    return flights;
}

void AddFrame(SimulationRow& row, const FrameCounters& now, bool finished) {
    row.byFrame.push_back(now);
    row.operations += static_cast<double>(now.operations);
    row.overrunMicroseconds = std::max(row.overrunMicroseconds, now.overrunMicroseconds);
    row.pairs += static_cast<double>(now.pairs);
    if (now.nodePairs == 0) return;
    ++row.frames;
    row.unfinished += !finished;
    row.contacts += static_cast<double>(now.contacts);
    row.openPairs += static_cast<double>(now.openPairs);
    row.nodePairs += static_cast<double>(now.nodePairs);
    row.worstBound += now.worstBound;
    row.worstError += now.worstError;
    row.rmsError += now.rmsError;
    row.bestError += now.bestError;
}

void MakeMeans(SimulationRow& row, int32_t frames, double radius) {
    const double all = std::max(frames, 1), touched = static_cast<double>(std::max<int64_t>(row.frames, 1));
    row.operations /= all;
    row.pairs /= all;
    for (double* value : {&row.contacts, &row.openPairs, &row.nodePairs}) *value /= touched;
    for (double* value : {&row.worstBound, &row.worstError, &row.rmsError, &row.bestError}) *value /= touched * radius;
}

}  // namespace

Result<SimulationRow> Simulate(const SphereTree& tree, const SimulationSettings& settings, const Budget& budget,
                               const Host& host) {
    Result<std::shared_ptr<const PackedTree>> packed = SharePackedTree(tree);
    if (!packed) return Error{packed.Sentence()};
    const double radius = settings.radius > 0 ? settings.radius : (*packed)->unit;
    const std::vector<Flight> flights = MakeFlights(settings, radius);
    Scene scene;
    std::vector<BodyHandle> bodies;
    for (const Flight& flight : flights) {
        BodyDescription body;
        body.tree = *packed;
        body.pose = flight.At(0);
        Result<BodyHandle> handle = scene.Add(body);
        if (!handle) return Error{handle.Sentence()};
        bodies.push_back(*handle);
    }
    Traversal traversal;
    traversal.options = settings.traversal;
    SimulationRow row;
    row.budget = budget;
    for (int32_t frame = 0; frame < settings.frames; ++frame) {
        for (size_t i = 0; i < bodies.size(); ++i)
            if (std::string fault = scene.Move(bodies[i], flights[i].At(settings.seconds * frame / settings.frames));
                !fault.empty())
                return Error{fault};
        if (std::string fault = scene.Step(); !fault.empty()) return Error{fault};
        BeginFrame(traversal, scene);
        const Progress progress = Advance(traversal, scene, budget, host);
        EndFrame(traversal, scene);
        AddFrame(row, traversal.counters, progress.finished);
    }
    MakeMeans(row, settings.frames, radius);
    return row;
}

Result<Budget> ReadBudget(const std::string& words) {
    Budget budget;
    for (size_t at = 0; at < words.size();) {
        const size_t comma = std::min(words.find(',', at), words.size());
        const std::string word = words.substr(at, comma - at);
        char* end = nullptr;
        const double value = std::strtod(word.c_str(), &end);
        const std::string unit = end;
        if (!(value >= 0) || end == word.c_str() || !(value < 1e15))
            return Error{"A budget is a number with ops, ms or us: 20000ops, 0.5ms."};
        if (unit == "ops")
            budget.operations = static_cast<int64_t>(value);
        else if (unit == "ms")
            budget.seconds = value * 1e-3;
        else if (unit == "us")
            budget.seconds = value * 1e-6;
        else
            return Error{"A budget is a number with ops, ms or us: 20000ops, 0.5ms."};
        at = comma + 1;
    }
    return budget;
}

bool SchedulerOfWord(const std::string& word, Scheduler& scheduler) {
    constexpr std::array<std::pair<const char*, Scheduler>, 4> kWords{{{"best-first", Scheduler::BestFirst},
                                                                       {"breadth-first", Scheduler::BreadthFirst},
                                                                       {"two-class", Scheduler::TwoClass},
                                                                       {"depth-first", Scheduler::DepthFirst}}};
    for (const auto& [name, value] : kWords)
        if (word == name) {
            scheduler = value;
            return true;
        }
    return false;
}

}  // namespace spheretree::tool
