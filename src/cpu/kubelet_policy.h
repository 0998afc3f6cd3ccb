// Kubelet's static CPU policy: its options, its admission checks and what it gives one container.
#pragma once

#include <cstdint>
#include <span>

#include "base/cpu_set.h"
#include "base/kubelet_version.h"
#include "base/refusal.h"
#include "cpu/kubelet_machine.h"

namespace koord::kubelet {

// Numbers are those of KOORD_KUBELET_*.
enum Option : uint32_t {
  kFullPcpusOnly = 1,
  kDistributeNuma = 2,
  kAlignBySocket = 4,
  kDistributeCores = 8,
  kStrictReservation = 16,
  kUncoreCache = 32,
  kAllOptions = 63
};

// Throws kInvalid, in kubelet's words, for options that exclude each other; also for unknown bits.
void check_options(uint32_t options);
// The same, and kAlignBySocket needs a machine with at least as many NUMA nodes as sockets.
void check_options(uint32_t options, const Machine &machine);

// The reserved CPUs and every thread of their cores.
CpuSet reserved_physical(const Machine &machine, const CpuSet &reserved);

// One run of the assignment the options choose: packed or distributed. This is also how kubelet
// picks its reserved CPUs from all CPUs when none are configured.
Refusal assign(const Machine &machine, uint32_t options, const CpuSet &available, int wanted,
               CpuSet &out, KubeletVersion version = kDefaultKubeletVersion);

// The sets of one node at one moment.
struct Pools {
  const CpuSet &shared;    // the default set: what no container has exclusively, reserved included
  const CpuSet &reserved;  // kubelet's own
  const CpuSet &reusable;  // left by finished init containers of the same pod
};

// What a container gets that asks for `wanted` whole CPUs and has nothing yet. affinity: NUMA node
// ids of the topology manager's hint, empty when it has no preference. On refusal `out` is empty.
// Throws kInvalid for options check_options(options) rejects, and for NUMA nodes that the machine
// does not have or that are listed twice.
Refusal pick(const Machine &machine, uint32_t options, int wanted, const Pools &pools,
             std::span<const int32_t> affinity, CpuSet &out,
             KubeletVersion version = kDefaultKubeletVersion);

}  // namespace koord::kubelet
