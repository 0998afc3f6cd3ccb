// CPUs that boot parameters keep from the kernel's scheduler and timer, which hwloc does not read.
#pragma once

#include <string>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::probe {

// Sets `isolated` and `nohz_full` from sys/devices/system/cpu below `root` ("/": this machine).
// Files that are missing, or that Linux would not write, leave a set empty; the latter are reported
// to `log`.
void read_isolated_cpus(const std::string &root, TopologySpec &spec, const Log &log);

}  // namespace koord::probe
