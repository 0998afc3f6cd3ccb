// A kubelet that starts finds state of its predecessor: what it checks, and what it goes on with.
#pragma once

#include "base/cpu_set.h"
#include "kubelet/attempt.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// The default set to go on with. Throws kConflict, in kubelet's words, where the state does not
// suit the machine or the configuration, or contradicts itself.
CpuSet restore_cpus(const NodeSetup &setup, const CpuState &state);

// The same of memory; the blocks are good for block_of() then.
MemoryBooks restore_memory(const NodeSetup &setup, const MemoryState &state);

MemoryBlock block_of(const NodeSetup &setup, const BlockState &block);

}  // namespace koord::kubelet
