// NodeResourceTopologyMatchArgs, the arguments of the scheduler plugin of that name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace koord::wire {

struct NrtMatchArgs {
  std::string strategy = "LeastAllocated";                    // scoringStrategy.type, as written
  std::vector<std::pair<std::string, int32_t>> weights = {};  // its resources, in their order
};

// Reads the object. An empty text gives the plugin's defaults. Unknown fields are ignored. Throws
// kInvalid naming the field, kLimit (over 1 MiB).
NrtMatchArgs read_nrt_match_args(std::string_view json);

}  // namespace koord::wire
