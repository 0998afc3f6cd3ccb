// The GPUs named by NVIDIA_VISIBLE_DEVICES.
#pragma once

#include "device/ledger/inventory.h"

namespace koord::device {

struct VisibleGrants {
  Grants grants;     // whole GPUs ascending by minor, then MIG instances
  Grants instances;  // MIG instances that stand for their GPU
  int unknown = 0;   // names that match no device of the node
};
// Names are ids of GPUs ("GPU-<uuid>", also with a replica "::1"), minors, or MIG instances. An
// instance of the inventory is a device of its own, unless `as_gpus` is set: device plugins with
// the strategy "single" count instances as GPUs. It then stands for its GPU, as all other instances
// do: "MIG-<uuid>" that a GPU's entry lists, "MIG-GPU-<uuid>/1/0" and "0:1". The runtime reads
// numbers as NVML indices, upstream writes minors.
VisibleGrants visible_grants(const Inventory &inventory, const object::VisibleGpus &visible,
                             bool as_gpus);

}  // namespace koord::device
