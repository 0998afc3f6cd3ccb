// Trial state of a node during the admission of one pod: the parts that the pod may change, in
// working form. The resources of other pods are already subtracted. The managers of CPUs, memory
// and devices derive their advice from it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/pod_allocation.h"
#include "numa/hints.h"

namespace koord::kubelet {

// State of one NUMA node in the memory manager.
struct MemoryCell {
  int64_t assignments = 0;
  numa::Mask group = 0;  // the nodes it is grouped with, itself included

  friend bool operator==(const MemoryCell &, const MemoryCell &) = default;
};
struct MemoryUse {
  uint64_t reserved = 0;
  uint64_t free = 0;

  friend bool operator==(const MemoryUse &, const MemoryUse &) = default;
};

struct MemoryBooks {
  std::vector<MemoryCell> cells;
  std::vector<MemoryUse> uses;  // one row of kinds per node

  friend bool operator==(const MemoryBooks &, const MemoryBooks &) = default;
};

// Resources that init containers of the pod left for its later containers.
struct Reusable {
  CpuSet cpus;
  std::vector<MemoryBlock> memory;  // one per set of nodes and kind
  std::vector<uint32_t> devices;    // ascending
};

// One of the ways in which kubelet can choose devices: it takes them in the order of a hash map, or
// as their plugin prefers. Ways differ if they leave different numbers of devices near a NUMA node.
struct DeviceChoice {
  static constexpr uint64_t kMostWays = 4096;

  uint64_t rest = 0;  // number of the way, less the choices so far; way 0 takes the lowest numbers
  uint64_t ways = 1;  // number of ways, at most kMostWays
};

struct Attempt {
  CpuSet shared;  // the default set
  MemoryBooks memory;
  std::vector<bool> devices_in_use;  // by device number
  Reusable reusable;
  PodHolding pod;
  DeviceChoice *choice = nullptr;  // nullptr: way 0

  ContainerHolding &at(std::string_view name) {
    for (ContainerHolding &container : pod.containers)
      if (container.name == name) return container;
    return pod.containers.emplace_back(
        ContainerHolding{std::string(name), false, false, {}, {}, {}});
  }
};

// Advice of one manager for a container or pod.
struct Advice {
  numa::Opinion opinion = numa::Opinion::kNoPreference;
  std::vector<numa::Hint> hints;
};

}  // namespace koord::kubelet
