// Changes of holdings that are decided but not applied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sched/pod/holding.h"

namespace koord::sched {

// The numbers are those of koord_step_kind.
enum class ChangeKind : int32_t {
  kRelease = 0,  // a pod releases its holding
  kPlace = 1,    // a pod is placed on a node
  kMove = 2      // the holding of a pod changes on its node
};

struct Change {
  ChangeKind kind = ChangeKind::kRelease;
  uint32_t node = 0;
  int32_t priority = 0;
  std::string uid;
  Holding holding;  // after the step; empty for kRelease
};

// Steps in order, and the state of the nodes on which they were decided.
struct Changes {
  struct Basis {
    uint32_t node;
    uint64_t generation;
  };
  std::vector<Change> steps;
  std::vector<Basis> basis;
};

}  // namespace koord::sched
