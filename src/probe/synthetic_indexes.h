// Numbering of the objects of one level of a synthetic description: "0,2,1,3", "2*4:1*2" or
// "numa:core". hwloc accepts indexes of any size and silently ignores lists that do not fit.
#pragma once

#include <hwloc.h>

#include <climits>
#include <cstdint>
#include <span>
#include <string_view>

namespace koord::probe {

constexpr size_t kMaxSyntheticLevels = 32;
constexpr hwloc_obj_type_t kNoType = HWLOC_OBJ_TYPE_MAX;

struct SyntheticLevel {
  hwloc_obj_type_t type = kNoType;  // the text may name only numbers
  unsigned group_depth = UINT_MAX;
  uint64_t width = 1;        // objects of this level in the machine
  std::string_view indexes;  // empty if in order
};

// levels: all levels, the machine first and the CPUs last. Throws kInvalid or kLimit.
void check_indexes(const SyntheticLevel &level, std::span<const SyntheticLevel> levels);

}  // namespace koord::probe
