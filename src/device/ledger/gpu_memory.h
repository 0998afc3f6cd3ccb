// GPU memory in bytes and in percent.
#pragma once

#include "device/ledger/ledger.h"

namespace koord::device {

// Returns the bytes of a percentage, rounded down.
constexpr int64_t memory_of(int64_t percent, int64_t total) {
  // Wide divisions are slow.
  if (percent >= 0 && percent <= 100 && total >= 0 && total <= INT64_MAX / 100)
    return percent * total / 100;
  const Wide bytes = Wide{percent} * total / 100;
  return bytes > INT64_MAX ? INT64_MAX : static_cast<int64_t>(bytes);
}

// Fills in the bytes for a percentage of a GPU's memory, rounded down, or the percentage for bytes,
// rounded up; both are rounded down under kUpstream. A percentage that is rounded up does not
// exceed what is left, so that bytes decide how many pods share a GPU. If both are stated, the
// lesser is raised to the other, except under kUpstream. Other devices are not changed, nor are
// GPUs that do not exist or do not state their memory.
void complete_memory(const Ledger &ledger, Profile profile, Grant &grant);
// Lowers the percentage of a GPU's memory to what is left, if the grant states bytes, too.
void limit_ratio(const Ledger &ledger, Grant &grant);
// Returns the percentage that an allocation states beside bytes. It is at least 1: a pod on a GPU
// whose percentages others used up, by rounding, holds none in the accounts.
constexpr int64_t stated_ratio(int64_t ratio, int64_t bytes) {
  return bytes > 0 && ratio < 1 ? 1 : ratio;
}
// Fills in the memory of a new pod's grant. Refuses a GPU that does not exist or is not healthy.
Refusal fill_memory(const Ledger &ledger, Profile profile, Grant &grant);

}  // namespace koord::device
