// Whose rules apply. What they differ in: base/profile_rules.h.
#pragma once

#include <cstdint>

namespace koord {

// Whose answer is wanted. Numbers are those of koord_profile.
enum class Profile : int32_t {
  kSpec = 0,      // the Koordinator proposals and kubelet's manuals, as written
  kUpstream = 1,  // Koordinator v1.8, CPU for CPU
  kKubelet = 2,   // kubelet 1.36 static CPU policy, its known defects repaired
  kNrtMatch = 3,  // scheduler-plugins' NodeResourceTopologyMatch
};

}  // namespace koord
