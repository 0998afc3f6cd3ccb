// Filter: may a pod of a shape run on a node, and on which of its NUMA nodes.
#pragma once

#include "base/refusal.h"
#include "sched/placing/placement.h"

namespace koord::sched {

struct Judgement {
  Refusal refusal;
  bool hopeless = false;  // refused for more of a resource than the node would have were it empty
  bool late = false;      // refused for what upstream's NodeNUMAResource checks in Reserve only
  Placement placement;    // where nothing is refused
};

// Which amounts of the whole node are checked, and whether spec.unschedulable is.
enum class Fit {
  kAll,
  kOwn,  // what Koordinator's plugin checks beside NodeResourcesFit: amplified CPU, under upstream
  kNone
};

// All that does not depend on which NUMA nodes are chosen.
Judgement prepare(const View &node, const Shape &shape, const Options &options, Fit fit);

// Returns true if the node's devices decide who gets a resource, and not its amount of it.
bool devices_settle(const View &node, ResourceId resource);

// Returns true if the node's label SpreadByPCPUs lets the pod have several CPUs of a core when one
// CPU of each core is not enough (Placement::fills_cores).
bool may_fill_cores(const View &node, const Options &options, const Placement &placement);

// Devices matter only for which NUMA nodes are chosen: whether there are enough is told with the
// choice of them.
Judgement judge_beside_devices(const View &node, const Shape &shape, const Options &options,
                               const Conditions &conditions);

Judgement judge(const View &node, const Shape &shape, const Options &options,
                const Conditions &conditions);

// No taking away of pods would change the answer.
bool is_unresolvable(Reason reason) noexcept;

}  // namespace koord::sched
