// Resources that pods hold on a node: CPUs, memory blocks and devices, per container.
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
  uint32_t kind = 0;  // index in MemorySetup
  uint64_t bytes = 0;

  friend bool operator==(const MemoryBlock &, const MemoryBlock &) = default;
};

// Devices of one resource.
struct HeldDevices {
  uint32_t resource = 0;                // index in DeviceSetup
  std::vector<uint32_t> devices;        // ascending
  std::optional<std::string> response;  // the plugin's answer, as kubelet stores it

  friend bool operator==(const HeldDevices &, const HeldDevices &) = default;
};

// An entry may exist and be empty. Kubelet distinguishes that from a missing entry.
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
  // Resources of the pod as a whole, of which its containers have parts (gate
  // PodLevelResourceManagers). They are released with the last container.
  std::optional<StoredCpus> cpus = std::nullopt;
  std::optional<std::vector<MemoryBlock>> memory = std::nullopt;

  bool empty() const { return containers.empty() && !cpus && !memory; }

  const ContainerHolding *find(std::string_view name) const {
    for (const ContainerHolding &container : containers)
      if (container.name == name) return &container;
    return nullptr;
  }
  friend bool operator==(const PodHolding &, const PodHolding &) = default;
};

}  // namespace koord::kubelet
