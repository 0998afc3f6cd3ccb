// Filter: decides if a pod of a shape may run on a node, and on which of its NUMA nodes.
#pragma once

#include "base/refusal.h"
#include "sched/placing/placement.h"

namespace koord::sched {

struct Judgement {
  Refusal refusal;
  bool unresolvable = false;  // the node would refuse the pod even without other pods
  bool late = false;          // upstream's NodeNUMAResource makes this check in Reserve only
  Placement placement;        // valid unless the pod is refused
};

// Selects the amounts of the whole node to check. Only kAll checks spec.unschedulable.
enum class Fit {
  kAll,
  kOwn,  // what Koordinator's plugin checks beside NodeResourcesFit: amplified CPU, under upstream
  kNone
};

// Evaluates everything that does not depend on the choice of NUMA nodes.
Judgement prepare(const View &node, const Shape &shape, const Options &options, Fit fit);

// Returns true if the node's devices decide who gets a resource, and not its amount of it.
bool is_decided_by_devices(const View &node, ResourceId resource);

// Returns true if the node's label SpreadByPCPUs lets the pod have several CPUs of a core when one
// CPU of each core is not enough (Placement::fills_cores).
bool may_fill_cores(const View &node, const Options &options, const Placement &placement);

// Judges everything except that there are enough devices, which choosing
// them will check. Devices only influence the choice of NUMA nodes.
Judgement judge_beside_devices(const View &node, const Shape &shape, const Options &options,
                               const Conditions &conditions);

Judgement judge(const View &node, const Shape &shape, const Options &options,
                const Conditions &conditions);

// Returns true if removing pods cannot resolve the reason.
bool is_unresolvable(Reason reason) noexcept;
// Returns the flags of the verdict of a node that refuses a pod.
uint32_t flags_of(const Shape &shape, const Refusal &refusal, bool unresolvable);

}  // namespace koord::sched
