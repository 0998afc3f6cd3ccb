// Which GPUs a pod gets: partitions, then links or the PCIe tree, then one by one.
#pragma once

#include "device/choice/choice.h"
#include "device/link/link_pick.h"

namespace koord::device {

// What the node's labels say beside its Device object; they win over that.
struct GpuLabels {
  std::string vendor;
  std::string model;
  object::PartitionPolicy policy = object::PartitionPolicy::kAbsent;
};

// How many GPUs upstream gives besides where they follow leading devices on as many PCIe switches,
// whichever these are; the specification has the site say so.
struct Beside {
  int64_t least = 0;
  int64_t most = 0;
};

Choice choose_gpus(const Site &site, const GpuRequest &gpu_request, const GpuLabels &labels,
                   PickMode mode, const Beside &beside);

// Whether partitions are looked at first for whole GPUs like these.
bool come_in_partitions(const Site &site, const GpuRequest &gpu_request, const GpuLabels &labels);

}  // namespace koord::device
