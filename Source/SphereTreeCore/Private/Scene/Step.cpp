// The broad phase: what changed since the last step, carried into the sorted lists and the set of pairs.

#include "Scene/SceneData.h"
#include "SphereTree/Scene.h"

#include <algorithm>
#include <string>

namespace spheretree {

namespace {
// From so many new and gone bodies on (and an eighth of all), sorting everything beats moving each through the lists.
constexpr size_t kFewestForRebuild = 64;
constexpr double kLongestStep = 1e6;
}  // namespace

Body* Scene::Data::Find(BodyHandle handle) {
    if (handle.index >= bodies.size()) return nullptr;
    Body& body = bodies[handle.index];
    return body.alive && body.generation == handle.generation ? &body : nullptr;
}

uint32_t Scene::Data::TakePlace() {
    uint32_t place = static_cast<uint32_t>(bodies.size());
    if (freePlaces.empty()) {
        bodies.emplace_back();
        bodies.back().generation = 1;
    } else {
        place = freePlaces.back();
        freePlaces.pop_back();
        const uint32_t generation = bodies[place].generation;
        bodies[place] = Body{};
        bodies[place].generation = generation;
    }
    bodies[place].alive = true;
    bodies[place].queued = true;  // until it stands in the lists, a move is nothing more to do
    addedPlaces.push_back(place);
    return place;
}

void Scene::Data::Queue(uint32_t place) {
    if (bodies[place].queued) return;
    bodies[place].queued = true;
    dirty.push_back(place);
}

Detail Scene::Data::DetailOf(const Body& a, const Body& b) const {
    if ((a.isStatic && b.isStatic) || !(a.mask & b.groups) || !(b.mask & a.groups)) return Detail::None;
    if (a.isGround && b.isGround) return Detail::None;
    if (a.family != 0 && a.family == b.family) return Detail::None;
    if (a.hasAside && b.hasAside && IsAside(a, b)) return Detail::None;
    return responses.Of(a.responseClass, b.responseClass);
}

bool Scene::Data::IsAside(const Body& a, const Body& b) const {
    const BodyHandle first = HandleOf(static_cast<uint32_t>(&a - bodies.data()));
    const BodyHandle second = HandleOf(static_cast<uint32_t>(&b - bodies.data()));
    return std::any_of(aside.begin(), aside.end(), [&](const AsidePair& pair) {
        return (pair.a == first && pair.b == second) || (pair.a == second && pair.b == first);
    });
}

void Scene::Data::Begin(uint32_t a, uint32_t b) {
    const Detail detail = DetailOf(bodies[a], bodies[b]);
    if (detail == Detail::None) return;
    if (static_cast<int64_t>(pairs.Pairs().size()) >= options.mostPairs && !pairs.Find(a, b)) {
        overflowed = true;
        return;
    }
    bool isNew = false;
    const int64_t place = pairs.Add(a, b, isNew);
    pairs.Pairs()[static_cast<size_t>(place)].detail = detail;
    counts.begun += isNew;
}

void Scene::Data::End(uint32_t a, uint32_t b) { Drop(a, b); }

void Scene::Data::Drop(uint32_t a, uint32_t b) {
    const ScenePair* pair = pairs.Find(a, b);
    if (!pair) return;
    if (pair->touching) ended.push_back({pair->id, HandleOf(pair->a), HandleOf(pair->b)});
    axes.Forget(pair->id);
    pairs.Remove(a, b);
    ++counts.ended;
}

void Scene::Data::Free(uint32_t place) {
    Body& body = bodies[place];
    std::erase_if(aside, [&](const AsidePair& pair) { return pair.a.index == place || pair.b.index == place; });
    body.tree.reset();
    body.ground.reset();
    body.shape.reset();
    body.hasAside = false;
    ++body.generation;
    freePlaces.push_back(place);
}

// Sorts everything anew. Pairs that go on keep what they remember.
void Scene::Data::RebuildAll() {
    std::vector<uint32_t> names;
    std::vector<Extent> boxes;
    for (uint32_t place = 0; place < bodies.size(); ++place) {
        if (!bodies[place].alive) continue;
        names.push_back(place);
        boxes.push_back(BoundsOf(bodies[place]));
    }
    const auto gone = [this](const ScenePair& pair) {
        const Body &a = bodies[pair.a], &b = bodies[pair.b];
        return !a.alive || !b.alive || DetailOf(a, b) == Detail::None || !Overlap(BoundsOf(a), BoundsOf(b));
    };
    for (size_t i = pairs.Pairs().size(); i-- > 0;) {
        const ScenePair pair = pairs.Pairs()[i];
        if (gone(pair)) Drop(pair.a, pair.b);
    }
    overflowed = false;
    sweep.Rebuild(names, boxes, *this);
}

void Scene::Data::ApplyChanges() {
    for (const uint32_t place : removedPlaces)
        if (sweep.Holds(place)) sweep.Remove(place, *this);
    for (const uint32_t place : dirty)
        if (bodies[place].alive) sweep.Update(place, BoundsOf(bodies[place]), *this);
    for (const uint32_t place : addedPlaces)
        if (bodies[place].alive) sweep.Insert(place, BoundsOf(bodies[place]), *this);
}

std::string Scene::Step(double timeStepSeconds) {
    Data& data = *data_;
    if (!(timeStepSeconds >= 0 && timeStepSeconds < kLongestStep))
        return "A time step must be a number of seconds from 0 on.";
    ++data.step;
    if (timeStepSeconds != data.timeStep) {  // every body that has a velocity now reaches farther, or less far
        data.timeStep = timeStepSeconds;
        for (uint32_t place = 0; place < data.bodies.size(); ++place) {
            const Body& body = data.bodies[place];
            if (body.alive && !(body.linearVelocity == Vec3{} && body.angularVelocity == Vec3{})) data.Queue(place);
        }
    }
    data.counts.moved = data.counts.begun = data.counts.ended = 0;
    const int64_t swapsBefore = data.sweep.Swaps();
    data.sweep.Resize(static_cast<uint32_t>(data.bodies.size()));
    for (const auto* list : {&data.dirty, &data.addedPlaces})
        for (const uint32_t place : *list) {
            if (!data.bodies[place].alive) continue;
            DeriveMotion(data.bodies[place], data.timeStep);
            data.bodies[place].changed = data.step;
            data.bodies[place].queued = false;
            ++data.counts.moved;
        }
    const size_t changes = data.addedPlaces.size() + data.removedPlaces.size();
    const bool many = changes >= kFewestForRebuild && changes * 8 >= data.bodies.size();
    if (many || data.refilter || data.overflowed)
        data.RebuildAll();
    else
        data.ApplyChanges();
    data.refilter = false;
    for (const uint32_t place : data.removedPlaces) data.Free(place);
    data.removedPlaces.clear();
    data.addedPlaces.clear();
    data.dirty.clear();
    data.counts.swaps = data.sweep.Swaps() - swapsBefore;
    data.counts.pairs = static_cast<int64_t>(data.pairs.Pairs().size());
    data.counts.bodies = static_cast<int64_t>(data.bodies.size() - data.freePlaces.size());
    if (!data.overflowed) return "";
    return "More than " + std::to_string(data.options.mostPairs) +
           " pairs of bodies overlap; spread the crowd, filter it, or raise SceneOptions::mostPairs. Contacts are "
           "incomplete.";
}

std::string Scene::FindFault() const {
    const Data& data = *data_;
    if (!data.sweep.IsSound()) return "The sorted lists are out of order.";
    if (!data.dirty.empty() || !data.addedPlaces.empty() || !data.removedPlaces.empty()) return "";  // between steps
    Scene copy(*this);
    int64_t expected = 0;
    for (uint32_t a = 0; a < data.bodies.size(); ++a)
        for (uint32_t b = a + 1; b < data.bodies.size(); ++b) {
            const Body &first = data.bodies[a], &second = data.bodies[b];
            if (!first.alive || !second.alive || data.DetailOf(first, second) == Detail::None) continue;
            if (!Overlap(BoundsOf(first), BoundsOf(second))) continue;
            ++expected;
            if (!copy.data_->pairs.Find(a, b))
                return "Bodies " + std::to_string(a) + " and " + std::to_string(b) + " overlap, but are no pair.";
        }
    if (expected != static_cast<int64_t>(data.pairs.Pairs().size()))
        return "A pair is left whose bodies do not overlap.";
    return "";
}

}  // namespace spheretree
