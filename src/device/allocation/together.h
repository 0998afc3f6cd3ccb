// Joint re-selection of the GPUs of several pods on one node.
#pragma once

#include <span>

#include "device/allocation/node_request.h"
#include "device/link/link_gang.h"

namespace koord::device {

// A pod of the node and the devices that were allocated to it alone.
struct Companion {
  const Request *request = nullptr;
  NodeConditions conditions;  // those of that allocation
  Grants grants;
  bool changed = false;
};

// Tie-break among equally linked sets: the pods'
// current sets, or the sets with the smallest minors.
enum class Ties { kStay, kMinors };

// Gives pods that request whole GPUs other sets of the same size so that the pods are linked best
// (best_gang). The node's other pods keep their devices. Each pod's GPUs stay on its NUMA nodes and
// match its selector. Pods are left out if more than links decides about their GPUs: partitions,
// joint types, a topology scope, virtual functions, exclusive devices, a PickMode other than kSet,
// or upstream's profile. Links to the GPUs of pods that are left out count as links between pods.
// `ledger` accounts for all pods of the node. Returns the number of combinations examined, in units
// of about a hundred, or 0 if no search was needed.
int64_t choose_together(const Ledger &ledger, std::span<Companion> pods, Ties ties);

// Returns how well the GPUs of pods on one node are linked.
GangLinks links_of(const Inventory &inventory, std::span<const Grants *const> pods);
// Returns the best total link score of `count` of these GPUs.
int64_t most_links(const Inventory &inventory, DeviceMask gpus, int32_t count);
// Returns the GPUs each of which would fit such a pod now.
DeviceMask fitting_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions);

}  // namespace koord::device
