// Facts about each refusal reason: its topic, which selects the file with its sentence, and
// whether evicting pods may resolve it. The table is in reason_facts.cc; a reason without a row
// does not compile.
#pragma once

#include <cstdint>

#include "base/generated/reason.h"

namespace koord {

enum class Topic : uint8_t {
  kNothing,  // granted, or a number of another version
  kCpus,     // wording/spec_sentence.cc
  kNuma,     // wording/spec_sentence.cc: NUMA nodes
  kWhole,    // wording/spec_sentence.cc: whole nodes, plans and reservations
  kDevices,  // wording/device_sentence.cc
  kRunning,  // wording/node_sentence.cc: pods that run on a node
  kClaims    // wording/claim_sentence.cc: claims of pods
};
enum class Resolution : uint8_t { kResolvable, kUnresolvable };

struct ReasonFacts {
  Topic topic = Topic::kNothing;
  Resolution resolution = Resolution::kResolvable;
};
ReasonFacts facts_of(Reason reason) noexcept;

inline bool is_about_devices(Reason reason) noexcept {
  return facts_of(reason).topic == Topic::kDevices;
}

}  // namespace koord
