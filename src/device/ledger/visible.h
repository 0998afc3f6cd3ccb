// The GPUs named by NVIDIA_VISIBLE_DEVICES.
#pragma once

#include "device/ledger/inventory.h"

namespace koord::device {

struct VisibleGrants {
  Grants grants;    // whole GPUs, ascending by minor
  int unknown = 0;  // names that match no GPU of the node
};
// Names are ids of GPUs ("GPU-<uuid>", also with a replica "::1"), minors, or MIG instances, which
// stand for their GPU: "MIG-<uuid>" that a GPU's entry lists, "MIG-GPU-<uuid>/1/0" and "0:1". The
// runtime reads numbers as NVML indices, upstream writes minors.
VisibleGrants visible_grants(const Inventory &inventory, const object::VisibleGpus &visible);

}  // namespace koord::device
