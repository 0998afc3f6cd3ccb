// Enumerates sets of NUMA nodes.
#pragma once

#include "numa/hints.h"

namespace koord::numa {

// Calls visit(set) for each set of `size` out of `nodes`, ascending, until it returns false.
// Returns true if it never did. `nodes` has fewer than 64 members.
template <typename Visit>
bool for_each_set(Mask nodes, int size, Visit &&visit) {
  const int count = width(nodes);
  if (size > count) return true;
  if (size == 0) return visit(Mask{0});
  const bool dense = nodes == first_nodes(static_cast<size_t>(count));
  const Mask end = Mask{1} << count;
  // Gosper's hack over positions in `nodes`.
  for (Mask at = (Mask{1} << size) - 1; at < end;) {
    Mask set = at;
    if (!dense) {
      set = 0;
      Mask rest = nodes;
      for (Mask bits = at; bits != 0; bits >>= 1, rest &= rest - 1)
        if ((bits & 1) != 0) set |= rest & (~rest + 1);
    }
    if (!visit(set)) return false;
    const Mask low = at & (~at + 1);
    const Mask up = at + low;
    at = up | (((at ^ up) >> 2) / low);
  }
  return true;
}

}  // namespace koord::numa
