#include "ConstraintFile.h"

#include "TreeFile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <string>

namespace spheretree::tool {

namespace {

using ConstraintJson = nlohmann::json;

constexpr double kRadiansPerDegree = std::numbers::pi / 180;
constexpr uintmax_t kLargestConstraintFile = uintmax_t{256} << 20;

struct ConstraintFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

double NumberOf(const ConstraintJson& json, const std::string& name) {
    if (!json.is_number()) throw ConstraintFault("\"" + name + "\" must be a number");
    return json.get<double>();
}

Vec3 VectorFrom(const ConstraintJson& json, const std::string& name) {
    if (!json.is_array() || json.size() != 3) throw ConstraintFault("\"" + name + "\" must be three numbers");
    return {NumberOf(json[0], name), NumberOf(json[1], name), NumberOf(json[2], name)};
}

Pose PoseFrom(const ConstraintJson& json, const std::string& name) {
    if (!json.is_object()) throw ConstraintFault("\"" + name + "\" must have a position and a rotation");
    Pose pose;
    if (json.contains("position")) pose.position = VectorFrom(json["position"], name);
    if (json.contains("rotation")) {
        const ConstraintJson& turn = json["rotation"];
        if (!turn.is_array() || turn.size() != 4)
            throw ConstraintFault("\"" + name + "\": a rotation is four numbers, x, y, z, w");
        pose.rotation = {NumberOf(turn[0], name), NumberOf(turn[1], name), NumberOf(turn[2], name),
                         NumberOf(turn[3], name)};
    }
    return pose;
}

MotionRange RangeFrom(const ConstraintJson& json, const std::string& name) {
    if (!json.is_array() || json.size() != 2) throw ConstraintFault("\"" + name + "\" must be pairs of numbers");
    return {NumberOf(json[0], name), NumberOf(json[1], name)};
}

MotionKind KindFrom(const ConstraintJson& json) {
    const std::string word = json.is_string() ? json.get<std::string>() : "";
    for (int32_t i = 0; i < kMotionKindCount; ++i)
        if (word == MotionKindName(static_cast<MotionKind>(i))) return static_cast<MotionKind>(i);
    throw ConstraintFault("\"kind\" must be fixed, hinge, double-hinge, slider, ball, planar, box or poses");
}

/// Which of the ranges are angles, by place.
bool IsAngle(MotionKind kind, size_t place) {
    switch (kind) {
        case MotionKind::Slider:
            return false;
        case MotionKind::Planar:
            return place == 2;
        case MotionKind::Box:
            return place >= 3;
        default:
            return true;
    }
}

MotionConstraint ConstraintFrom(const ConstraintJson& json) {
    MotionConstraint constraint;
    constraint.kind = KindFrom(json.value("kind", ConstraintJson()));
    if (json.contains("rest")) constraint.rest = PoseFrom(json["rest"], "rest");
    if (json.contains("pivot")) constraint.pivot = VectorFrom(json["pivot"], "pivot");
    if (json.contains("axis")) constraint.axis = VectorFrom(json["axis"], "axis");
    if (json.contains("secondAxis")) constraint.secondAxis = VectorFrom(json["secondAxis"], "secondAxis");
    if (json.contains("cone")) constraint.cone = NumberOf(json["cone"], "cone") * kRadiansPerDegree;
    const ConstraintJson ranges = json.value("ranges", ConstraintJson::array());
    if (!ranges.is_array()) throw ConstraintFault("\"ranges\" must be a list of pairs of numbers");
    for (size_t i = 0; i < ranges.size(); ++i) {
        MotionRange range = RangeFrom(ranges[i], "ranges");
        const double unit = IsAngle(constraint.kind, i) ? kRadiansPerDegree : 1;
        constraint.ranges.push_back({range.low * unit, range.high * unit});
    }
    const ConstraintJson poses = json.value("poses", ConstraintJson::array());
    if (!poses.is_array()) throw ConstraintFault("\"poses\" must be a list");
    if (poses.size() > static_cast<size_t>(kMostRecordedPoses)) throw ConstraintFault("it has too many poses");
    for (const ConstraintJson& pose : poses) constraint.poses.push_back(PoseFrom(pose, "poses"));
    return constraint;
}

void AddFields(const ConstraintJson& json, ConstraintFile& file) {
    const ConstraintJson list = json.value("fields", ConstraintJson::array());
    if (!list.is_array()) throw ConstraintFault("\"fields\" must be a list");
    for (const ConstraintJson& entry : list) {
        if (!entry.is_object() || !entry.contains("weight") || !entry.contains("displacements") ||
            !entry["displacements"].is_array())
            throw ConstraintFault("each of \"fields\" must have a weight and displacements");
        DisplacementField& field = file.fields.emplace_back();
        std::vector<Vec3>& points = file.fieldPoints.emplace_back();
        field.weight = RangeFrom(entry["weight"], "weight");
        for (const ConstraintJson& way : entry["displacements"])
            field.displacements.push_back(VectorFrom(way, "displacements"));
        if (!entry.contains("points")) continue;
        if (!entry["points"].is_array() || entry["points"].empty() ||
            entry["points"].size() != field.displacements.size())
            throw ConstraintFault("\"points\" must be as many as the displacements");
        for (const ConstraintJson& point : entry["points"]) points.push_back(VectorFrom(point, "points"));
    }
}

}  // namespace

Result<ConstraintFile> ReadConstraintFile(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code code;
    const uintmax_t size = std::filesystem::file_size(path, code);
    if (code || std::filesystem::is_directory(path, code)) return Error{name + " cannot be read."};
    if (size > kLargestConstraintFile) return Error{name + " is larger than 256 MiB; no constraint is."};
    const std::vector<uint8_t> bytes = ReadWholeFile(path);
    try {
        const ConstraintJson json = ConstraintJson::parse(bytes.begin(), bytes.end());
        if (!json.is_object()) return Error{name + " holds no constraint: it must be a JSON object with a \"kind\"."};
        ConstraintFile file;
        file.constraint = ConstraintFrom(json);
        AddFields(json, file);
        if (const std::string fault = FindConstraintFault(file.constraint); !fault.empty())
            return Error{name + " makes no sense. " + fault};
        return file;
    } catch (const ConstraintFault& fault) {
        return Error{name + " holds no constraint: " + fault.what() + "."};
    } catch (const ConstraintJson::exception&) {
        return Error{name + " is not JSON."};
    }
}

std::vector<DisplacementField> FieldsFor(const ConstraintFile& file, const BodySpheres& body) {
    std::vector<DisplacementField> fields = file.fields;
    for (size_t k = 0; k < fields.size(); ++k) {
        const std::vector<Vec3>& points = file.fieldPoints[k];
        if (points.empty()) continue;
        fields[k].displacements.clear();
        for (const Sphere& sphere : body.spheres) {
            const auto nearest = std::min_element(points.begin(), points.end(), [&](const Vec3& x, const Vec3& y) {
                return LengthSquared(x - sphere.centre) < LengthSquared(y - sphere.centre);
            });
            fields[k].displacements.push_back(
                file.fields[k].displacements[static_cast<size_t>(nearest - points.begin())]);
        }
    }
    return fields;
}

}  // namespace spheretree::tool
