// Changes to who holds what, decided and not made yet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sched/pod/holding.h"

namespace koord::sched {

// Numbers are those of koord_step_kind.
enum class ChangeKind : int32_t {
  kRelease = 0,  // a pod lets go of what it holds
  kPlace = 1,    // a pod comes to a node
  kMove = 2      // a pod of the node holds something else
};

struct Change {
  ChangeKind kind = ChangeKind::kRelease;
  uint32_t node = 0;
  int32_t priority = 0;
  std::string uid;
  Holding holding;  // after it; none where the pod lets go
};

// Steps in their order, and the state of the nodes that they were decided on.
struct Changes {
  struct Basis {
    uint32_t node;
    uint64_t generation;
  };
  std::vector<Change> steps;
  std::vector<Basis> basis;
};

}  // namespace koord::sched
