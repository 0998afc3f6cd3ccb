// Kubelet's static CPU policy: options, admission checks and the assignment for one container.
#pragma once

#include <cstdint>
#include <span>

#include "base/cpu_set.h"
#include "base/kubelet_version.h"
#include "base/refusal.h"
#include "kubelet/cpu/machine.h"

namespace koord::kubelet {

// Values equal those of KOORD_KUBELET_*.
enum Option : uint32_t {
  kFullPcpusOnly = 1,
  kDistributeNuma = 2,
  kAlignBySocket = 4,
  kDistributeCores = 8,
  kStrictReservation = 16,
  kUncoreCache = 32,
  kAllOptions = 63
};

// Throws kInvalid, with kubelet's message, for options that exclude each other; also for
// unknown bits.
void check_options(uint32_t options);
// Also rejects kAlignBySocket on a machine that has fewer NUMA nodes than sockets.
void check_options(uint32_t options, const Machine &machine);

// Returns the reserved CPUs and every thread of their cores.
CpuSet reserved_physical(const Machine &machine, const CpuSet &reserved);

// Runs the assignment that the options select: packed or distributed. Kubelet also uses it to pick
// its reserved CPUs from all CPUs if none are configured. nodes_of_hint: the number of NUMA nodes
// in the topology manager's hint if `available` are its CPUs, 0 otherwise.
Refusal assign(const Machine &machine, uint32_t options, const CpuSet &available, int wanted,
               CpuSet &out, KubeletVersion version = kDefaultKubeletVersion, int nodes_of_hint = 0);

// The CPU sets of one node at one moment.
struct Pools {
  const CpuSet &shared;    // default set: CPUs without an exclusive owner, `reserved` included
  const CpuSet &reserved;  // reserved for kubelet and the system
  const CpuSet &reusable;  // left by finished init containers of the same pod
};

// Picks the CPUs of a container that requests `wanted` whole CPUs and has none yet. affinity: NUMA
// node ids of the topology manager's hint, empty if it has no preference. On refusal `out` is
// empty. Throws kInvalid for options that check_options(options) rejects, and for NUMA nodes that
// the machine does not have or that are listed twice.
Refusal pick(const Machine &machine, uint32_t options, int wanted, const Pools &pools,
             std::span<const int32_t> affinity, CpuSet &out,
             KubeletVersion version = kDefaultKubeletVersion);

}  // namespace koord::kubelet
