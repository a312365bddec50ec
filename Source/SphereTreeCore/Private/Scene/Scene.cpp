#include "SphereTree/Scene.h"

#include "Scene/SceneData.h"

#include <cmath>
#include <string>
#include <utility>

namespace spheretree {

namespace {
const char* const kStale = "The handle names no living body; it was removed, or never added.";
constexpr double kFastest = 1e12;

std::string FindVelocityFault(const Vec3& linear, const Vec3& angular) {
    const bool sound =
        LargestAbs(linear) < kFastest && LargestAbs(angular) < kFastest && IsFinite(linear) && IsFinite(angular);
    return sound ? "" : "A velocity is not finite, or beyond 1e12.";
}

std::string FindBodyFault(const BodyDescription& body) {
    if (body.tree && body.shape) return "A body has a sphere-tree or a shape, not both.";
    if (!body.shape && (!body.tree || body.tree->blocks.empty()))
        return "A body needs a packed sphere-tree or a shape.";
    if (std::string fault = body.shape ? FindShapeFault(*body.shape) : ""; !fault.empty()) return fault;
    if (std::string fault = FindPoseFault(body.pose); !fault.empty()) return fault;
    if (std::string fault =
            body.tree ? FindScaleFault(body.scale, *body.tree) : FindScaleFault(body.scale, *body.shape);
        !fault.empty())
        return fault;
    if (!(body.importance >= 0 && body.importance < 1e12f)) return "The importance must be a number from 0 on.";
    return FindVelocityFault(body.linearVelocity, body.angularVelocity);
}
}  // namespace

Scene::Scene(const SceneOptions& options) : data_(std::make_unique<Data>()) { data_->options = options; }
Scene::Scene(const Scene& other) : data_(std::make_unique<Data>(*other.data_)) {}
Scene& Scene::operator=(const Scene& other) {
    if (this != &other) data_ = std::make_unique<Data>(*other.data_);
    return *this;
}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

Result<BodyHandle> Scene::Add(const BodyDescription& description) {
    if (std::string fault = FindBodyFault(description); !fault.empty()) return Error{std::move(fault)};
    const uint32_t place = data_->TakePlace();
    Body& body = data_->bodies[place];
    body.tree = description.tree;
    body.shape = description.shape;
    body.isTreeless = !body.tree;
    body.pose = description.pose;
    body.scale = description.scale;
    body.linearVelocity = description.linearVelocity;
    body.angularVelocity = description.angularVelocity;
    body.groups = description.groups;
    body.mask = description.mask;
    body.family = description.family;
    body.importance = description.importance;
    body.responseClass = description.responseClass;
    body.isStatic = description.isStatic;
    body.user = description.user;
    DeriveFrame(body);
    return data_->HandleOf(place);
}

Result<BodyHandle> Scene::AddHeightField(const HeightFieldDescription& field) {
    if (std::string fault = FindPoseFault(field.pose); !fault.empty()) return Error{std::move(fault)};
    Result<HeightGrid> grid = MakeHeightGrid(field);
    if (!grid) return Error{grid.Sentence()};
    const uint32_t place = data_->TakePlace();
    Body& body = data_->bodies[place];
    body.ground = std::make_shared<HeightGrid>(std::move(*grid));
    body.pose = field.pose;
    body.groups = field.groups;
    body.mask = field.mask;
    body.responseClass = field.responseClass;
    body.isStatic = true;
    body.isGround = body.isTreeless = true;
    body.user = field.user;
    DeriveFrame(body);
    return data_->HandleOf(place);
}

bool Scene::Remove(BodyHandle handle) {
    Body* body = data_->Find(handle);
    if (!body) return false;
    body->alive = false;
    data_->removedPlaces.push_back(handle.index);
    return true;
}

std::string Scene::Move(BodyHandle handle, const Pose& pose) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (std::string fault = FindPoseFault(pose); !fault.empty()) return fault;
    body->pose = pose;
    DeriveFrame(*body);
    data_->Queue(handle.index);
    return "";
}

std::string Scene::SetVelocity(BodyHandle handle, const Vec3& linear, const Vec3& angular) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (std::string fault = FindVelocityFault(linear, angular); !fault.empty()) return fault;
    if (body->linearVelocity == linear && body->angularVelocity == angular) return "";
    body->linearVelocity = linear;
    body->angularVelocity = angular;
    data_->Queue(handle.index);
    return "";
}

std::string Scene::SetScale(BodyHandle handle, const Vec3& scale) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (body->isGround) return "A height field has no scale.";
    if (std::string fault = body->tree ? FindScaleFault(scale, *body->tree) : FindScaleFault(scale, *body->shape);
        !fault.empty())
        return fault;
    body->scale = scale;
    DeriveFrame(*body);
    data_->Queue(handle.index);
    return "";
}

std::string Scene::SetTree(BodyHandle handle, std::shared_ptr<const PackedTree> tree) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (!body->tree) return "Only a body with a sphere-tree can be given another.";
    if (!tree || tree->blocks.empty()) return "A body needs a packed sphere-tree.";
    if (std::string fault = FindScaleFault(body->scale, *tree); !fault.empty()) return fault;
    body->tree = std::move(tree);
    DeriveFrame(*body);
    data_->Queue(handle.index);
    for (ScenePair& pair : data_->pairs.Pairs())  // its nodes are others now
        if (pair.a == handle.index || pair.b == handle.index) pair.witnessA = pair.witnessB = -1;
    return "";
}

std::string Scene::SetFilter(BodyHandle handle, uint32_t groups, uint32_t mask) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (body->groups == groups && body->mask == mask) return "";
    body->groups = groups;
    body->mask = mask;
    data_->refilter = true;
    return "";
}

std::string Scene::SetImportance(BodyHandle handle, float importance) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (!(importance >= 0 && importance < 1e12f)) return "The importance must be a number from 0 on.";
    body->importance = importance;
    return "";
}

std::string Scene::SetResponseClass(BodyHandle handle, ResponseClass responseClass) {
    Body* body = data_->Find(handle);
    if (!body) return kStale;
    if (body->responseClass == responseClass) return "";
    body->responseClass = responseClass;
    data_->refilter = true;
    return "";
}

std::string Scene::SetPairAside(BodyHandle a, BodyHandle b, bool isAside) {
    Body *first = data_->Find(a), *second = data_->Find(b);
    if (!first || !second) return kStale;
    if (first == second) return "A body is no pair with itself.";
    std::erase_if(data_->aside,
                  [&](const AsidePair& pair) { return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a); });
    if (isAside) data_->aside.push_back({a, b});
    first->hasAside = first->hasAside || isAside;
    second->hasAside = second->hasAside || isAside;
    data_->refilter = true;
    return "";
}

void Scene::SetDefaultResponse(Detail detail) {
    data_->responses.SetDefault(detail);
    data_->refilter = true;
}
void Scene::SetClassResponse(ResponseClass of, Detail detail) {
    data_->responses.SetClass(of, detail);
    data_->refilter = true;
}
void Scene::SetPairResponse(ResponseClass a, ResponseClass b, Detail detail) {
    data_->responses.SetPair(a, b, detail);
    data_->refilter = true;
}
void Scene::ResetClassResponse(ResponseClass of) {
    data_->responses.ResetClass(of);
    data_->refilter = true;
}
void Scene::ResetPairResponse(ResponseClass a, ResponseClass b) {
    data_->responses.ResetPair(a, b);
    data_->refilter = true;
}
Detail Scene::ResponseOf(ResponseClass a, ResponseClass b) const { return data_->responses.Of(a, b); }

bool Scene::Find(BodyHandle handle, BodyView& view) const {
    const Body* body = data_->Find(handle);
    if (!body) return false;
    view.handle = handle;
    view.pose = body->pose;
    view.scale = body->scale;
    view.linearVelocity = body->linearVelocity;
    view.angularVelocity = body->angularVelocity;
    view.bounds = {body->centre, body->radius};
    view.tree = body->tree;
    view.shape = body->shape;
    view.isStatic = body->isStatic;
    view.importance = body->importance;
    view.responseClass = body->responseClass;
    view.user = body->user;
    return true;
}

std::vector<BodyHandle> Scene::Bodies() const {
    std::vector<BodyHandle> handles;
    for (uint32_t place = 0; place < data_->bodies.size(); ++place)
        if (data_->bodies[place].alive) handles.push_back(data_->HandleOf(place));
    return handles;
}

std::vector<std::pair<BodyHandle, BodyHandle>> Scene::Pairs() const {
    std::vector<std::pair<BodyHandle, BodyHandle>> pairs;
    for (const ScenePair& pair : data_->pairs.Pairs())
        if (data_->bodies[pair.a].alive && data_->bodies[pair.b].alive)
            pairs.emplace_back(data_->HandleOf(pair.a), data_->HandleOf(pair.b));
    return pairs;
}

BroadPhaseCounts Scene::Counts() const { return data_->counts; }

}  // namespace spheretree
