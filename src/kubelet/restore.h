// Restores the state of an earlier kubelet: checks it and returns the state to continue with.
#pragma once

#include "base/cpu_set.h"
#include "kubelet/attempt.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// Returns the default set to continue with. Throws kConflict with kubelet's message if the state
// does not match the machine or the configuration, or contradicts itself.
CpuSet restore_cpus(const NodeSetup &setup, const CpuState &state);

// Does the same for memory. If it succeeds, block_of() accepts the blocks of the state.
MemoryBooks restore_memory(const NodeSetup &setup, const MemoryState &state);

// Returns true if the machine has the block's NUMA nodes and its kind of memory on each of them.
bool is_valid(const NodeSetup &setup, const BlockState &block);
// The block must be valid.
MemoryBlock block_of(const NodeSetup &setup, const BlockState &block);

}  // namespace koord::kubelet
