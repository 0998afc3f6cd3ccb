// Resources and labels that a Node object gets from the Device object.
#pragma once

#include "object/devices.h"

namespace koord::device {

struct NodeResources {
  object::Amounts resources;
  object::Labels labels;
};

// Sums the amounts of healthy devices, without GPUs in MIG mode. A resource that only the other
// devices have is 0. koordinator.sh/gpu is the sum of gpu-core, on nodes whose GPUs are NVIDIA's or
// of no named vendor. `shared` adds koordinator.sh/gpu.shared, 100 for each counted GPU. Labels are
// the object's labels about its GPUs. Throws kLimit for sums above 2^63 - 1.
NodeResources node_resources(const object::DeviceObject &devices, bool shared);

}  // namespace koord::device
