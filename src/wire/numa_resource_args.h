// NodeNUMAResourceArgs, the arguments of Koordinator's scheduler plugin of that name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "object/objects.h"

namespace koord::wire {

enum class ScoringType { kMostAllocated, kLeastAllocated, kBalancedAllocation };

struct ScoringArgs {
  std::optional<ScoringType> type;
  // Of resources, each once, 1..100. An empty list is one: nothing counts.
  std::optional<std::vector<std::pair<std::string, int32_t>>> weights;
};

struct NumaResourceArgs {
  // kDefault: only pods that ask are bound.
  object::PodBind default_bind = object::PodBind::kFullPcpus;
  object::NumaPolicy default_numa = object::NumaPolicy::kAbsent;
  ScoringArgs scoring;
  ScoringArgs numa_scoring;
};

// The object itself, or "" for the plugin's defaults; the proposal's CPUOrchestrationPluginArgs is read as
// well. Unknown fields are ignored. Throws kInvalid naming the field, kLimit (over 1 MiB, more than 64
// weights).
NumaResourceArgs read_numa_resource_args(std::string_view json);

}  // namespace koord::wire
