// What pods hold of a node: CPUs and blocks of memory, container by container.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stored_cpus.h"
#include "numa/hints.h"

namespace koord::kubelet {

struct MemoryBlock {
  numa::Mask nodes = 0;
  uint32_t kind = 0;  // of MemorySetup
  uint64_t bytes = 0;

  friend bool operator==(const MemoryBlock &, const MemoryBlock &) = default;
};

// An entry may be there and be empty; kubelet tells the two apart.
struct ContainerHolding {
  std::string name;
  bool has_cpus = false;
  bool has_memory = false;
  StoredCpus cpus;
  std::vector<MemoryBlock> memory;

  bool empty() const { return !has_cpus && !has_memory; }
  friend bool operator==(const ContainerHolding &, const ContainerHolding &) = default;
};

struct PodHolding {
  std::string uid;
  std::vector<ContainerHolding> containers;

  const ContainerHolding *find(std::string_view name) const {
    for (const ContainerHolding &container : containers)
      if (container.name == name) return &container;
    return nullptr;
  }
  friend bool operator==(const PodHolding &, const PodHolding &) = default;
};

}  // namespace koord::kubelet
