// GPUs of several pods on one node, chosen anew for all of them at once.
#pragma once

#include <span>

#include "device/allocation/node_request.h"
#include "device/link/link_gang.h"

namespace koord::device {

// A pod of the node, and what it has there by its own choice.
struct Companion {
  const Request *request = nullptr;
  NodeConditions conditions;  // as they were for that choice
  Grants grants;
  bool changed = false;
};

// Which sets win among those that are linked equally well: those that the pods have, or those of
// the smallest minors.
enum class Ties { kStay, kMinors };

// Gives pods that ask for whole GPUs other sets of as many, so that they are linked best
// (best_gang); the node's other pods keep theirs. Each pod's GPUs stay on the NUMA nodes that it
// keeps to and match its selector. Left out are pods whose GPUs are chosen by more than links:
// partitions, other types near to them, a topology scope, virtual functions, being alone; and
// whoever has another PickMode than kSet, or upstream's profile. Links to what they have count as
// those between pods. `ledger` has what all pods of the node have. Returns how many ways it had to
// look at, in hundreds or so; 0: it could be seen that nothing is better.
int64_t choose_together(const Ledger &ledger, std::span<Companion> pods, Ties ties);

// How well the GPUs of pods of one node are linked.
GangLinks links_of(const Inventory &inventory, std::span<const Grants *const> pods);
// The best links that `count` of these GPUs can have.
int64_t most_links(const Inventory &inventory, DeviceMask gpus, int32_t count);
// GPUs that would do for such a pod as things are, one by one.
DeviceMask fitting_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions);

}  // namespace koord::device
