// The nearest state of the memory manager with which kubelet starts.
#pragma once

#include <vector>

#include "kubelet/checkup.h"
#include "kubelet/repair.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

struct MemoryRepair {
  MemoryState state;
  std::vector<Change> changes;
};

// Kubelet accepts the outcome whatever `state` says; a state in which check_memory() finds nothing
// stays as it is. What is said of the machine follows from the machine and the entries; an entry
// that cannot be booked is dropped, the one with the later uid where two are in each other's way.
// `present`: entries of other pods are dropped; nullptr: not known.
MemoryRepair repair_memory(const NodeSetup &setup, const MemoryState &state,
                           const PodSet *present = nullptr);

}  // namespace koord::kubelet
