// What a node offers by its devices: the resources and labels its Node object gets from the Device
// object.
#pragma once

#include "object/devices.h"

namespace koord::device {

struct NodeResources {
  object::Amounts resources;
  object::Labels labels;
};

// Sums over healthy devices, without GPUs in MIG mode; a resource that only the others have is 0.
// koordinator.sh/gpu is the sum of gpu-core, on nodes whose GPUs are NVIDIA's or of no named
// vendor; `shared` adds koordinator.sh/gpu.shared, 100 for each GPU that counts. Labels are those
// of the object about its GPUs. Throws kLimit for sums beyond 2^63 - 1.
NodeResources node_resources(const object::DeviceObject &devices, bool shared);

}  // namespace koord::device
