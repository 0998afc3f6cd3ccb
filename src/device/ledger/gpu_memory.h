// A GPU's memory in bytes and in percent.
#pragma once

#include "device/ledger/ledger.h"

namespace koord::device {

// The bytes that a percentage comes to, rounded down.
constexpr int64_t memory_of(int64_t percent, int64_t total) {
  // Wide divisions are slow.
  if (percent >= 0 && percent <= 100 && total >= 0 && total <= INT64_MAX / 100)
    return percent * total / 100;
  const Wide bytes = Wide{percent} * total / 100;
  return bytes > INT64_MAX ? INT64_MAX : static_cast<int64_t>(bytes);
}

// Fills in bytes from percent of a GPU's memory, or the other way: rounded down and up, both down
// under kUpstream. Percents rounded up go no further than what is left, so that bytes decide how
// many pods share a GPU. If both are stated, the lesser is raised to the other, except under
// kUpstream. Other devices are left alone, and GPUs that do not exist or do not state their memory.
void complete_memory(const Ledger &ledger, Profile profile, Grant &grant);
// Fills in the memory of a new pod's grant. Refuses a GPU that does not exist or is not healthy.
Refusal fill_memory(const Ledger &ledger, Profile profile, Grant &grant);

}  // namespace koord::device
