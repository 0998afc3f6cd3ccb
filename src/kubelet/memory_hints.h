// The NUMA affinities kubelet's memory manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kubelet/memory_books.h"
#include "kubelet/memory_setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

struct MemoryKindRequest {
  int kind;  // of MemorySetup, or kUnknown: then no node has any
  uint64_t bytes;
};

// Every set of nodes that has enough of all kinds and may be used as a group, ascending by mask;
// none where nothing is requested. Sets as narrow as the machine would allow if it were empty are
// preferred. `reusable` is what init containers of the pod left.
std::vector<numa::Hint> memory_hints(const MemorySetup &setup, const MemoryBooks &books,
                                     std::span<const MemoryBlock> reusable,
                                     std::span<const MemoryKindRequest> requests);

// The preferred, then the narrowest, then the lowest of those that hold all of `nodes`; nullptr:
// none does.
const numa::Hint *best_hint(std::span<const numa::Hint> hints, numa::Mask nodes);

// The most of one kind that a set of nodes has that may be used as a group.
uint64_t most_available(const MemorySetup &setup, const MemoryBooks &books,
                        std::span<const MemoryBlock> reusable, int kind);

// What is left of one kind by init containers on exactly these nodes.
uint64_t reusable_bytes(std::span<const MemoryBlock> reusable, numa::Mask nodes, int kind);

}  // namespace koord::kubelet
