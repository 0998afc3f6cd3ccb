// What every reason of refusal answers beside its number: what it is about, which says where its
// sentence is, and whether evicting pods may resolve it. The answers are a table in
// reason_facts.cc; without a row nothing compiles.
#pragma once

#include <cstdint>

#include "base/generated/reason.h"

namespace koord {

enum class Topic : uint8_t {
  kNothing,  // it was granted, or the number is of another version
  kCpus,     // wording/spec_sentence.cc
  kNuma,     // wording/spec_sentence.cc: NUMA nodes
  kWhole,    // wording/spec_sentence.cc: whole nodes, plans and reservations
  kDevices,  // wording/device_sentence.cc
  kRunning,  // wording/node_sentence.cc: pods that run on a node
  kClaims    // wording/claim_sentence.cc: what pods say that they hold
};
enum class Eviction : uint8_t { kMayHelp, kNeverHelps };

struct ReasonFacts {
  Topic topic = Topic::kNothing;
  Eviction eviction = Eviction::kMayHelp;
};
ReasonFacts facts_of(Reason reason) noexcept;

inline bool is_about_devices(Reason reason) noexcept {
  return facts_of(reason).topic == Topic::kDevices;
}

}  // namespace koord
