// GPUs of several pods on one node, chosen anew for all of them at once.
#pragma once

#include <span>

#include "device/node_ask.h"

namespace koord::device {

// A pod of the node, and what it has there by its own choice.
struct Companion {
  const Ask *ask = nullptr;
  Conditions conditions;  // as they were for that choice
  Grants grants;
  bool changed = false;
};

// Gives pods that ask for whole GPUs other sets of as many, so that the sum of the sets' link scores is the largest
// there is (best_gang); the node's other pods keep theirs. Where the sum does not grow nothing changes. Each
// pod's GPUs stay on the NUMA nodes that it keeps to and match its selector. Left out are pods whose GPUs are chosen
// by more than links: partitions, other types near to them, a topology scope, virtual functions, being alone;
// and whoever has another PickMode than kSet, or upstream's profile.
// `ledger` has what all pods of the node have. Returns how many ways it had to look at, in hundreds or so; 0: it
// could be seen that nothing is better.
int64_t choose_together(const Ledger &ledger, std::span<Companion> pods);

// How well the GPUs of one pod are linked with each other, and how well so many could be were all free.
int64_t link_score(const Inventory &inventory, const Grants &grants);
int64_t best_link_score(const Inventory &inventory, int32_t gpus);

}  // namespace koord::device
