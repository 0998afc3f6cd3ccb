// The NUMA affinities that kubelet's CPU manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/cpu/machine.h"

namespace koord::kubelet {

constexpr int kMaxHintNodes = 16;

struct Hint {
  uint32_t mask;  // bit i: node_ids[i] of the list
  bool preferred;
};

struct Hints {
  // NUMA nodes that own CPUs, ascending. Bit i of a mask is the i-th of them.
  std::vector<int32_t> node_ids;
  std::vector<Hint> hints;  // by number of nodes, then lexicographic; empty if nothing fits
};

// available: CPUs that the container could get. reusable: CPUs left by init containers of its pod;
// they count in addition to `available`, and every hint includes all their nodes. For a container
// that has its CPUs already and requests as many, pass them as `available` and an empty `reusable`.
// align_by_socket: hints that span no more sockets than necessary are preferred as well. Throws
// kLimit on machines where more than kMaxHintNodes NUMA nodes own CPUs.
Hints hints(const Machine &machine, const CpuSet &available, const CpuSet &reusable, int wanted,
            bool align_by_socket);

}  // namespace koord::kubelet
