// The NUMA affinities that kubelet's memory manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kubelet/memory_books.h"
#include "kubelet/memory_setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

struct MemoryKindRequest {
  int kind;  // index in MemorySetup; kUnknown if no node has the kind
  uint64_t bytes;
};

// Returns every set of nodes that has enough of all kinds and may be used as a group, ascending by
// mask. Returns none if nothing is requested. Sets as narrow as the empty machine would allow are
// preferred. reusable: memory that init containers of the pod left.
std::vector<numa::Hint> memory_hints(const MemorySetup &setup, const MemoryBooks &books,
                                     std::span<const MemoryBlock> reusable,
                                     std::span<const MemoryKindRequest> requests);

// Returns the best hint that contains all of `nodes`: preferred ones first, then narrower, then
// lower ones. Returns nullptr if there is none.
const numa::Hint *best_hint(std::span<const numa::Hint> hints, numa::Mask nodes);

// Returns the largest amount of one kind on any set of nodes that may be used as a group.
uint64_t most_available(const MemorySetup &setup, const MemoryBooks &books,
                        std::span<const MemoryBlock> reusable, int kind);

// Returns the bytes of one kind that init containers left on exactly these nodes.
uint64_t reusable_bytes(std::span<const MemoryBlock> reusable, numa::Mask nodes, int kind);

}  // namespace koord::kubelet
