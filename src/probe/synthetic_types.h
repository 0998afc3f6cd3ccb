// Types for the levels of a synthetic description that names none, such as "2 8 2".
#pragma once

#include <hwloc.h>

#include <string_view>
#include <vector>

namespace koord::probe {

struct SyntheticType {
  hwloc_obj_type_t type;
  std::string_view name;  // as a description spells it
};

// Returns the types that hwloc chooses, the outermost first and the PUs last. `levels` counts them
// all and is not 0.
std::vector<SyntheticType> default_types(size_t levels, bool has_attached_memory);

}  // namespace koord::probe
