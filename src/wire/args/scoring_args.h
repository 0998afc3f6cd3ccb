// scoringStrategy, as Koordinator's plugins have it in their arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/json/json.h"

namespace koord::wire {

enum class ScoringType { kMostAllocated, kLeastAllocated, kBalancedAllocation };

struct ScoringArgs {
  std::optional<ScoringType> type;
  // The weight of each resource, 1..100. An empty list is one: nothing counts.
  std::optional<std::vector<std::pair<std::string, int32_t>>> weights;
};

// The member `field` of `args`, if it is there. Throws kInvalid naming the field, kLimit (more than
// 64 weights).
ScoringArgs read_scoring(const JsonValue &args, std::string_view field);

}  // namespace koord::wire
