// Builds the Device object of a machine from the devices found in it.
#pragma once

#include <string>

#include "base/log.h"
#include "object/devices.h"
#include "probe/nvml.h"
#include "topology/topology.h"

namespace koord::probe {

struct DeviceSources {
  std::string node;        // name of the object
  NvmlReport nvml;         // of `machine` itself
  std::string sysfs_root;  // holds sys/ of `machine`; empty if there is none
};

// GPUs are those of NVML, each located by the topology's PCI device with its bus id. RDMA devices
// are those of the topology, with their virtual functions from sysfs. Ascending by type, then
// minor; minors are unique within a type. Throws kLimit.
object::DeviceObject report_devices(const Topology &machine, const DeviceSources &sources,
                                    const Log &log);

}  // namespace koord::probe
