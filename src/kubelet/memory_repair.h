// Finds the nearest state of the memory manager with which kubelet starts.
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

// Kubelet accepts the result for every `state`. A state without findings of check_memory() is not
// changed. The machine part is computed from the machine and the entries. An entry that cannot be
// booked is dropped; of two entries in conflict, that of the later uid. present: entries of other
// pods are dropped; nullptr if unknown.
MemoryRepair repair_memory(const NodeSetup &setup, const MemoryState &state,
                           const PodSet *present = nullptr);

}  // namespace koord::kubelet
