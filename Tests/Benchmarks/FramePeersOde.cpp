#include "FramePeers.h"

#include <ode/ode.h>

#include <cstdarg>

namespace spheretree::bench {
namespace {

class Ode final : public Peer {
public:
    explicit Ode(const TriangleMesh& mesh) {
        dInitODE2(0);
        dSetMessageHandler([](int, const char*, va_list) {});  // it complains about every deep contact
        dAllocateODEDataForThread(dAllocateMaskAll);
        for (const Vec3& v : mesh.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
        for (const Triangle& t : mesh.triangles)
            for (const int32_t index : t) indices_.push_back(static_cast<dTriIndex>(index));
        data_ = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data_, vertices_.data(), 3 * sizeof(double), static_cast<int>(vertices_.size() / 3),
                                    indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
        a_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
        b_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
        contacts_.resize(4096);
    }
    ~Ode() override {
        dGeomDestroy(a_);
        dGeomDestroy(b_);
        dGeomTriMeshDataDestroy(data_);
        dCloseODE();
    }
    std::string Name() const override { return "ODE trimesh"; }
    bool Touches(const Pose& a, const Pose& b) override {
        return Ask(a, b, 1 | static_cast<int>(CONTACTS_UNIMPORTANT)) > 0;
    }
    int64_t AllContacts(const Pose& a, const Pose& b) override { return Ask(a, b, static_cast<int>(contacts_.size())); }

private:
    static void Place(dGeomID geom, const Pose& pose) {
        const dQuaternion q{pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z};
        dGeomSetPosition(geom, pose.position.x, pose.position.y, pose.position.z);
        dGeomSetQuaternion(geom, q);
    }
    int64_t Ask(const Pose& a, const Pose& b, int flags) {
        Place(a_, a);
        Place(b_, b);
        return dCollide(a_, b_, flags, contacts_.data(), sizeof(dContactGeom));
    }
    std::vector<double> vertices_;
    std::vector<dTriIndex> indices_;
    std::vector<dContactGeom> contacts_;
    dTriMeshDataID data_;
    dGeomID a_, b_;
};

}  // namespace

std::unique_ptr<Peer> MakeOde(const TriangleMesh& mesh) { return std::make_unique<Ode>(mesh); }

}  // namespace spheretree::bench
