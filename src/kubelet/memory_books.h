// The memory manager's books: how much of which memory every NUMA node has left, and which nodes
// are grouped.
#pragma once

#include <cstdint>

#include "kubelet/attempt.h"
#include "kubelet/memory_setup.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Nothing booked.
MemoryBooks empty_books(const MemorySetup &setup);

inline MemoryUse &use_of(MemoryBooks &books, const MemorySetup &setup, size_t node, size_t kind) {
  return books.uses[node * setup.kinds() + kind];
}
inline const MemoryUse &use_of(const MemoryBooks &books, const MemorySetup &setup, size_t node,
                               size_t kind) {
  return books.uses[node * setup.kinds() + kind];
}

// What kubelet's file says of the machine under these books; no entries.
MemoryState machine_state(const NodeSetup &setup, const MemoryBooks &books);

// Takes `bytes` from the nodes in ascending order, each to exhaustion, and groups them. A block
// counts as an assignment of each of its nodes, even one of 0 bytes.
void book(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block, uint64_t bytes);
// Gives the block's bytes back, in ascending order too, which need not be where they came from.
void unbook(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block);

// Whether the memory manager proposes this set: a node that is grouped is not proposed alone, nor
// with others than its group one that is in use.
bool may_group(const MemoryBooks &books, numa::Mask nodes);
// Whether it refuses to allocate from it. That is less than what it does not propose: from a single
// node, which may come from the hints of CPUs, it allocates even where the node is grouped.
bool breaks_groups(const MemoryBooks &books, numa::Mask nodes);

}  // namespace koord::kubelet
