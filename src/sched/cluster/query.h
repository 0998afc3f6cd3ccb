// A query to a cluster: the pod, and a what-if to apply to the cluster.
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

// Restricts what plans may do with a pod. The numbers are those of koord_protection.
enum class Protection : int32_t {
  kNone = 0,
  kAvoid = 1,  // evicted only if there is no other way
  kKeep = 2    // neither evicted nor moved
};

// A what-if for one query: pods to remove and pods to
// add, and the protection of other pods from plans.
struct WhatIf {
  struct AddedPod {
    ShapePtr shape;
    uint32_t node;
  };
  struct Guarded {
    std::string_view uid;
    Protection protection;
  };
  std::vector<std::string_view> removed;  // uids of pods to remove
  std::vector<AddedPod> added;
  std::vector<Guarded> guarded;
  // Reservations that the pod may take from. The first of each node counts.
  std::vector<std::string_view> reservations;
  bool empty() const { return removed.empty() && added.empty() && reservations.empty(); }
};

// Conditions for reserving a pod.
struct ReserveConditions {
  uint64_t generation = 0;  // of the verdict relied on; 0 to accept the present state
  numa::Mask affinity = 0;  // see Conditions
  int32_t priority = 0;     // of the pod
};

}  // namespace koord::sched
