// RebindResource: a request to assign other CPUs to a node's pods, and its outcome.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/log.h"

namespace koord::wire {

// The values are those of koord_rebind_action and koord_rebind_phase.
enum class RebindAction : int32_t { kCpu = 1 };
enum class RebindPhase : int32_t {
  kNone = 0,
  kPending = 1,
  kSucceed = 2,
  kFailed = 3,
  kUnknown = 4
};

struct RebindResource {
  static constexpr int64_t kDeadline = 600;  // seconds, if none is stated
  static constexpr int64_t kLongestDeadline = INT32_MAX;
  static constexpr size_t kLongestNode = 253;  // bytes, as for any Kubernetes name

  std::string node;
  RebindAction action = RebindAction::kCpu;
  int64_t deadline = kDeadline;
  RebindPhase phase = RebindPhase::kNone;
};

// Throws kInvalid naming the field, kLimit.
RebindResource read_rebind_resource(std::string_view json, const Log &log);

// Returns a JSON merge patch (RFC 7396) of the status. Throws kInvalid for a time that is not RFC
// 3339, and kLimit for a reason that is too long. An empty reason removes an earlier one.
constexpr size_t kLongestReason = 1024;  // bytes
std::string rebind_status_patch(RebindPhase phase, std::string_view time, std::string_view reason);

}  // namespace koord::wire
