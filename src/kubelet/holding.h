// What pods hold of a node: CPUs, blocks of memory and devices, container by container.
#pragma once

#include <cstdint>
#include <optional>
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

// Of one resource.
struct HeldDevices {
  uint32_t resource = 0;                // of DeviceSetup
  std::vector<uint32_t> devices;        // ascending
  std::optional<std::string> response;  // what the plugin answered, as kubelet keeps it

  friend bool operator==(const HeldDevices &, const HeldDevices &) = default;
};

// An entry may be there and be empty; kubelet tells the two apart.
struct ContainerHolding {
  std::string name;
  bool has_cpus = false;
  bool has_memory = false;
  StoredCpus cpus;
  std::vector<MemoryBlock> memory;
  std::vector<HeldDevices> devices;

  bool empty() const { return !has_cpus && !has_memory && devices.empty(); }
  const HeldDevices *find_devices(uint32_t resource) const {
    for (const HeldDevices &held : devices)
      if (held.resource == resource) return &held;
    return nullptr;
  }
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
