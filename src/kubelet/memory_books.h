// Accounts of the memory manager: the free memory of each kind on every NUMA node, and the
// groups of nodes.
#pragma once

#include <cstdint>

#include "kubelet/attempt.h"
#include "kubelet/memory_setup.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Returns accounts without any assignment.
MemoryBooks empty_books(const MemorySetup &setup);

inline MemoryUse &use_of(MemoryBooks &books, const MemorySetup &setup, size_t node, size_t kind) {
  return books.uses[node * setup.kinds() + kind];
}
inline const MemoryUse &use_of(const MemoryBooks &books, const MemorySetup &setup, size_t node,
                               size_t kind) {
  return books.uses[node * setup.kinds() + kind];
}

// Returns the machine part of kubelet's file for these accounts, without entries.
MemoryState machine_state(const NodeSetup &setup, const MemoryBooks &books);

// Takes `bytes` from the nodes in ascending order, each to exhaustion, and groups them. A block
// counts as an assignment of each of its nodes, even one of 0 bytes.
void book(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block, uint64_t bytes);
// Returns the block's bytes to its nodes in ascending order. They need not return to the nodes from
// which they were taken.
void unbook(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block);

// Returns true if the memory manager proposes this set. It does not propose a grouped node alone,
// or a node in use with other nodes than its group.
bool may_group(const MemoryBooks &books, numa::Mask nodes);
// Returns true if the memory manager refuses to allocate from this set. It refuses fewer sets than
// it omits from its hints: a single node is accepted even if it is grouped, because it may come
// from the hints for CPUs.
bool breaks_groups(const MemoryBooks &books, numa::Mask nodes);

}  // namespace koord::kubelet
