// The NVIDIA GPUs of a machine and their links.
#pragma once

#include "base/log.h"
#include "object/devices.h"
#include "probe/device_place.h"
#include "probe/nvml.h"
#include "topology/topology.h"

namespace koord::probe {

// Adds GPUs ascending by minor, links and labels to `out`.
void report_gpus(const Topology &machine, const DevicePlaces &places, const NvmlReport &nvml,
                 const Log &log, object::DeviceObject &out);

}  // namespace koord::probe
