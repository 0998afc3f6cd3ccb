#include "probe/synthetic_types.h"

#include <algorithm>

namespace koord::probe {

std::vector<SyntheticType> default_types(size_t levels, bool has_attached_memory) {
  constexpr size_t kCaches = 4;
  size_t left = levels - 1;  // without the PUs
  const auto assign = [&left](size_t most) {
    const size_t taken = std::min(left, most);
    left -= taken;
    return taken;
  };
  // Counted in hwloc's order of preference ...
  const size_t numa = assign(has_attached_memory ? 0 : 1);
  const size_t packages = assign(1);
  const size_t cores = assign(1);
  const size_t caches = assign(kCaches);
  // ... and listed in the order of the tree.
  std::vector<SyntheticType> types(left, {HWLOC_OBJ_GROUP, "group"});
  types.insert(types.end(), packages, {HWLOC_OBJ_PACKAGE, "pack"});
  types.insert(types.end(), numa, {HWLOC_OBJ_NUMANODE, "numa"});
  if (caches >= 3) types.push_back({HWLOC_OBJ_L3CACHE, "l3"});
  if (caches >= 1) types.push_back({HWLOC_OBJ_L2CACHE, "l2"});
  if (caches >= 2) types.push_back({HWLOC_OBJ_L1CACHE, "l1d"});
  if (caches >= 4) types.push_back({HWLOC_OBJ_L1ICACHE, "l1i"});
  types.insert(types.end(), cores, {HWLOC_OBJ_CORE, "core"});
  types.push_back({HWLOC_OBJ_PU, "pu"});
  return types;
}

}  // namespace koord::probe
