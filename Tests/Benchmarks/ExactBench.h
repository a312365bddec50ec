#pragma once

// The parts of exact-bench.
namespace spheretree::bench {

void CompareExactPairs();   // first hit and all contacts beside FCL and Bullet
void CompareConvexPairs();  // GJK beside FCL and libccd
void PrintThesisTables();   // [Van den Bergen 1999] tables 5.1, 5.4, 5.5, 5.6
void MeasureIsaGjk();       // 4.4.3, the box of twenty bodies
void MeasureDeformation();  // 5.2.5, and how long a refitted sphere-tree stays useful

}  // namespace spheretree::bench
