#include "probe/device_report.h"

#include <utility>

#include "probe/device_place.h"
#include "probe/fpga_report.h"
#include "probe/gpu_report.h"
#include "probe/rdma_report.h"

namespace koord::probe {

object::DeviceObject report_devices(const Topology &machine, const DeviceSources &sources,
                                    const Log &log) {
  object::DeviceObject out;
  out.node = sources.node;
  const DevicePlaces places(machine, sources.sysfs_root);
  // Types are ascending by name.
  out.devices = report_fpgas(machine, places, sources.sysfs_root, log);
  report_gpus(machine, places, sources.nvml, log, out);
  for (object::DeviceInfo &rdma : report_rdma(machine, places, sources.sysfs_root, log))
    out.devices.push_back(std::move(rdma));
  return out;
}

}  // namespace koord::probe
