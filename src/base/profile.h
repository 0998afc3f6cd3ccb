// The profiles. Their differences are in base/profile_rules.h.
#pragma once

#include <cstdint>

namespace koord {

// The implementation whose answers are reproduced. Values equal those of koord_profile.
enum class Profile : int32_t {
  kSpec = 0,      // the Koordinator proposals and kubelet's manuals, as written
  kUpstream = 1,  // Koordinator v1.8, CPU for CPU
  kKubelet = 2,   // kubelet 1.36 static CPU policy, with its known defects repaired
  kNrtMatch = 3,  // scheduler-plugins' NodeResourceTopologyMatch
};

}  // namespace koord
