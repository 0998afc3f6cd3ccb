// Comparison of placements of a gang with GPUs.
#pragma once

#include <cstdint>

#include "device/link/link_gang.h"

namespace koord::plan {

struct GangWorth {
  int64_t nodes = 0;        // nodes used; fewer are better
  device::GangLinks links;  // more are better, first within pods, then between pods of one node
};

inline bool is_better(const GangWorth &a, const GangWorth &b) {
  return a.nodes != b.nodes ? a.nodes < b.nodes : a.links > b.links;
}
inline GangWorth operator+(const GangWorth &a, const GangWorth &b) {
  return {a.nodes + b.nodes, {a.links.inside + b.links.inside, a.links.between + b.links.between}};
}

}  // namespace koord::plan
