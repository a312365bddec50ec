#pragma once

#include "Surface/Hierarchy.h"

namespace spheretree {

/// The far field of a node's eight children: expansions of their winding numbers about their middles.
struct alignas(32) WideMoments {
    float middle[3][8];
    float reachSquare[8];  // farther than this (squared), the expansion holds; negative for unused lanes
    float first[3][8];     // N
    float second[6][8];    // xx yy zz xy xz yz
    float third[10][8];    // xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz

    WideMoments() {}  // leaves all open: a vector of many need not be written twice
};

/// One entry per node of the hierarchy. False when cancelled.
bool BuildMoments(const Hierarchy& hierarchy, const Host& host, Task& task, std::vector<WideMoments>& out);

double SumWinding(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Vec3& point);
double SumWindingExactly(const Hierarchy& hierarchy, const Vec3& point);

}  // namespace spheretree
