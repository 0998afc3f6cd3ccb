// The NUMA affinities kubelet's CPU manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cpu_set.h"
#include "cpu/kubelet_machine.h"

namespace koord::kubelet {

constexpr int kMaxHintNodes = 16;

struct Hint {
  uint32_t mask;  // bit i: node_ids[i] of the list
  bool preferred;
};

struct Hints {
  std::vector<int32_t>
      node_ids;             // NUMA nodes that own CPUs, ascending: what the mask bits stand for
  std::vector<Hint> hints;  // by number of nodes, then lexicographic; empty: nothing fits
};

// available: CPUs a container could get; reusable: those left by init containers of its pod, which
// are to be counted on top of `available`, and outside of which no hint may lead. For a container
// that has its CPUs already and asks for as many: available = those, reusable = {}.
// align_by_socket: a hint that needs no more sockets than necessary is preferred as well.
// Throws kLimit on machines where more than kMaxHintNodes NUMA nodes own CPUs.
Hints hints(const Machine &machine, const CpuSet &available, const CpuSet &reusable, int wanted,
            bool align_by_socket);

}  // namespace koord::kubelet
