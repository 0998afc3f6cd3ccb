// Choice of GPUs: partitions first, then links or the PCIe tree, then single devices.
#pragma once

#include "device/choice/choice.h"
#include "device/link/link_pick.h"

namespace koord::device {

// GPU labels of the node. They take precedence over its Device object.
struct GpuLabels {
  std::string vendor;
  std::string model;
  object::PartitionPolicy policy = object::PartitionPolicy::kAbsent;
};

// Bounds under upstream on the number of GPUs that follow leading devices, by the number of PCIe
// switches. Under the specification Candidates::lacks restricts the GPUs instead.
struct CountBounds {
  int64_t least = 0;
  int64_t most = 0;
};

Choice choose_gpus(const Candidates &site, const GpuRequest &gpu_request, const GpuLabels &labels,
                   PickMode mode, const CountBounds &bounds);

// Returns true if partitions are considered first for such whole GPUs.
bool uses_partitions(const Candidates &site, const GpuRequest &gpu_request,
                     const GpuLabels &labels);

}  // namespace koord::device
