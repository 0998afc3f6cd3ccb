// Several pods at once or none of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct GangPod {
  sched::ShapePtr shape;
  std::string_view uid;
  int32_t priority = 0;
};

struct GangConditions {
  uint32_t max_nodes = 0;  // the most nodes to use; 0: any number
  uint64_t work = 5000;    // tries of a pod on a node, and the looks of GangBoard
  bool skip_fit = false;
  std::vector<uint32_t> excluded;  // nodes that take no pod of the gang, ascending
};

struct GangAnswer {
  Refusal refusal;
  sched::Changes changes;  // the most demanding pod first
  size_t placed = 0;       // all, or the most that one attempt placed
  size_t nodes = 0;        // that the pods are on
  size_t blocked = 0;      // where refused: the first pod that the first attempt could not place
  uint64_t work = 0;       // that was done
};

// Places every pod, the most demanding first. First each goes where Reserve would send it were it
// the only one: to the best node as it is by then. Where that fails, other combinations are tried:
// for pods of one shape in a way that finds one wherever there is one, else until the work is done
// (Reason::kSearchLimit). Pods that ask for GPUs are brought together (Together). uids differ.
GangAnswer place_gang(const sched::Scene &scene, std::span<const GangPod> pods,
                      const GangConditions &conditions);

}  // namespace koord::plan
