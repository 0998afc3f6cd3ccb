// The GPUs that NVIDIA_VISIBLE_DEVICES names.
#pragma once

#include "device/ledger/inventory.h"

namespace koord::device {

struct VisibleGrants {
  Grants grants;    // whole GPUs, ascending by minor
  int unknown = 0;  // names that are no GPU of the node
};
// Names are ids of GPUs ("GPU-<uuid>", also with a replica "::1"), minors, or MIG instances, which
// stand for their GPU: "MIG-<uuid>" that a GPU's entry lists, "MIG-GPU-<uuid>/1/0" and "0:1". The
// runtime takes numbers for NVML's indices, upstream writes minors.
VisibleGrants visible_grants(const Inventory &inventory, const object::VisibleGpus &visible);

}  // namespace koord::device
