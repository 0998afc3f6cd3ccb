// The nearest miss: why claims do not fit, and what would make them fit.
#pragma once

#include <cstdint>

#include "dra/problem.h"
#include "dra/search.h"

namespace koord::dra {

enum class MissReason {
  kNone,
  kPoolIncomplete,  // a request for all devices, while a pool is incomplete or invalid
  kTooFewDevices,   // one request has too few devices, even alone
  kClaimLimit,      // a claim's requests need more than kMaxClaimDevices
  kConstraint,      // all requests fit without one of the constraints
  kTogether,        // each request fits, but not all of them together
  kUndecided,       // the steps ran out
  kPodLimit         // all claims need more than kMaxPodDevices
};

// Relaxations that make the claims fit; each alone is enough.
enum Remedy : uint32_t {
  kDropConstraint = 1,  // Miss::constraint
  kFewerDevices = 2,    // Miss::short_devices less for Miss::option
  kTolerateTaints = 4,
  kFreeDevices = 8,  // if nothing else used the devices
};

struct Miss {
  MissReason reason = MissReason::kNone;
  int option = kNoIndex;  // the alternative that lacks devices
  int constraint = kNoIndex;
  uint32_t needed = 0;
  uint32_t available = 0;  // devices that the alternative could use if it were alone
  // Devices that the selectors match and the alternative cannot use, each by the first cause.
  uint32_t unusable = 0, tainted = 0, in_use = 0, too_small = 0, without_attribute = 0;
  uint32_t short_devices = 0;
  uint32_t remedies = 0;
  bool truncated = false;  // the steps ran out before all remedies were tried
  uint64_t steps = 0;
};

// Looks for the reason and, with `search`, for remedies. Each remedy is a search of its own; all
// together take at most about `max_steps`, including the preparation of their problems. `problem`
// has no answer.
Miss find_miss(const Problem &problem, bool truncated);
void find_remedies(const Problem &problem, Search &search, uint64_t max_steps, Miss &miss);

}  // namespace koord::dra
