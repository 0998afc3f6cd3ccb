// scoringStrategy in the arguments of Koordinator's plugins.
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
  // The weight of each resource, 1..100. An empty list is valid: no resource counts then.
  std::optional<std::vector<std::pair<std::string, int32_t>>> weights;
};

// Reads the member `field` of `args`, if present. Throws
// kInvalid naming the field, kLimit (more than 64 weights).
ScoringArgs read_scoring(const JsonValue &args, std::string_view field);

}  // namespace koord::wire
