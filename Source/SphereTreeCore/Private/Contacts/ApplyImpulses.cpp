#include "Scene/Rigid.h"
#include "SphereTree/Contact.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

// One body as one point sees it.
struct Lever {
    RigidBody* body = nullptr;
    Rotation turn;
    Vec3 arm;

    Lever(RigidBody& of, const Vec3& position)
        : body(&of), turn(ToRotation(Normalized(of.pose.rotation))), arm(position - of.pose.position) {}
    Vec3 AngularResponse(const Vec3& torque) const { return turn * Scaled(turn.Back(torque), body->inverseInertia); }
    Vec3 Velocity() const { return body->linearVelocity + Cross(body->angularVelocity, arm); }
    double Yielding(const Vec3& direction) const {
        return body->inverseMass + Dot(direction, Cross(AngularResponse(Cross(arm, direction)), arm));
    }
    void Push(const Vec3& impulse) {
        body->linearVelocity += impulse * body->inverseMass;
        body->angularVelocity += AngularResponse(Cross(arm, impulse));
    }
};

double WantedSpeed(const ContactPoint& point, double approach, const ImpulseOptions& options) {
    const double bounce = approach < -options.restingSpeed ? -options.restitution * approach : 0;
    const double push = options.pushOut * std::max(0.0, point.depth - options.slop) / std::max(options.timeStep, 1e-9);
    return std::max(bounce, std::min(push, 10 * options.restingSpeed));
}

// Coulomb's friction: against the sliding, at most so large a part of what pressed.
void Rub(Lever& a, Lever& b, const Vec3& normal, double pressed, double friction) {
    const Vec3 relative = b.Velocity() - a.Velocity();
    const Vec3 sliding = relative - normal * Dot(relative, normal);
    const double speed = Length(sliding);
    if (!(speed > 1e-9)) return;
    const Vec3 direction = sliding / speed;
    const double yielding = a.Yielding(direction) + b.Yielding(direction);
    if (!(yielding > 0)) return;
    const double impulse = std::min(speed / yielding, friction * pressed);
    a.Push(direction * impulse);
    b.Push(direction * -impulse);
}

void Press(RigidBody& bodyA, RigidBody& bodyB, const ContactPoint& point, double wanted, double& sum, double friction) {
    Lever a(bodyA, point.position), b(bodyB, point.position);
    const double approach = Dot(b.Velocity() - a.Velocity(), point.normal);
    const double yielding = a.Yielding(point.normal) + b.Yielding(point.normal);
    if (!(yielding > 0)) return;
    const double before = sum;
    sum = std::max(0.0, sum + (wanted - approach) / yielding);  // bodies push, they never pull
    const double impulse = sum - before;
    a.Push(point.normal * -impulse);
    b.Push(point.normal * impulse);
    Rub(a, b, point.normal, std::max(impulse, 0.0), friction);
}

}  // namespace

void ApplyImpulses(const Contacts& contacts, const ImpulseOptions& options, std::vector<RigidBody>& bodies) {
    std::vector<double> wanted(contacts.points.size()), pressed(contacts.points.size(), 0.0);
    const auto forEachPoint = [&](auto f) {
        for (const Contact& contact : contacts.contacts) {
            if (contact.a.index >= bodies.size() || contact.b.index >= bodies.size()) continue;
            for (int32_t i = contact.firstPoint; i < contact.firstPoint + contact.pointCount; ++i)
                f(bodies[contact.a.index], bodies[contact.b.index], static_cast<size_t>(i));
        }
    };
    forEachPoint([&](RigidBody& a, RigidBody& b, size_t i) {
        const ContactPoint& point = contacts.points[i];
        const double approach =
            Dot(Lever(b, point.position).Velocity() - Lever(a, point.position).Velocity(), point.normal);
        wanted[i] = WantedSpeed(point, approach, options);
    });
    for (int32_t round = 0; round < options.iterations; ++round)
        forEachPoint([&](RigidBody& a, RigidBody& b, size_t i) {
            Press(a, b, contacts.points[i], wanted[i], pressed[i], options.friction);
        });
}

}  // namespace spheretree
