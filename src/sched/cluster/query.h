// What a caller asks of a cluster: for which pod, and what to think otherwise meanwhile.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sched/pod/holding.h"
#include "sched/verdict/judge.h"

namespace koord::sched {

struct Query {
  ShapePtr shape;
  bool skip_fit = false;  // see Conditions
  Conditions conditions() const { return {skip_fit, 0}; }
};

// What plans may do with a pod. Numbers are those of koord_protection.
enum class Protection : int32_t {
  kNone = 0,
  kAvoid = 1,  // evicted only where there is no other way
  kKeep = 2    // neither evicted nor moved
};

// Pods to think away and pods to think there, for one query; and how far plans may go with others.
struct WhatIf {
  struct There {
    ShapePtr shape;
    uint32_t node;
  };
  struct Guarded {
    std::string_view uid;
    Protection protection;
  };
  std::vector<std::string_view> away;  // uids
  std::vector<There> there;
  std::vector<Guarded> guarded;
  std::vector<std::string_view>
      from;  // reservations that the pod may take from; of a node the first counts
  bool empty() const { return away.empty() && there.empty() && from.empty(); }
};

// On what a pod is reserved.
struct ReserveConditions {
  uint64_t generation = 0;  // of the verdict relied on; 0: whatever it is by now
  numa::Mask affinity = 0;  // see Conditions
  int32_t priority = 0;     // of the pod
};

}  // namespace koord::sched
