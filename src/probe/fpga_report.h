// The FPGAs of a machine.
#pragma once

#include <string>
#include <vector>

#include "base/log.h"
#include "object/devices.h"
#include "probe/device_place.h"
#include "topology/topology.h"

namespace koord::probe {

// Returns the PCI devices with an entry in /sys/class/fpga*, and processing accelerators of FPGA
// vendors. Ascending by minor. `sysfs_root` as in DeviceSources. Throws kLimit for more than 1024.
std::vector<object::DeviceInfo> report_fpgas(const Topology &machine, const DevicePlaces &places,
                                             const std::string &sysfs_root, const Log &log);

}  // namespace koord::probe
