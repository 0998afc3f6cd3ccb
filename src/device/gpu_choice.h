// Which GPUs a pod gets: partitions, then links or the PCIe tree, then one by one.
#pragma once

#include "device/choice.h"
#include "device/link_pick.h"

namespace koord::device {

// What the node's labels say beside its Device object; they win over that.
struct GpuLabels {
  std::string vendor;
  std::string model;
  object::PartitionPolicy policy = object::PartitionPolicy::kAbsent;
};

// `pcies`: of devices that lead, where the pod's GPUs follow, for upstream; the specification has the site say so.
Choice choose_gpus(const Site &site, const GpuAsk &ask, const GpuLabels &labels, PickMode mode,
                   const Pcies &pcies);

// Whether partitions are looked at first for whole GPUs like these.
bool come_in_partitions(const Site &site, const GpuAsk &ask, const GpuLabels &labels);

}  // namespace koord::device
