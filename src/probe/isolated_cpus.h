// CPUs that boot parameters exclude from the kernel's scheduler and timer. hwloc does
// not read them.
#pragma once

#include <string>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::probe {

// Sets `isolated` and `nohz_full` from sys/devices/system/cpu below `root` ("/" for this machine).
// A file that is missing, or that Linux would not write, leaves a set empty; the latter is logged.
void read_isolated_cpus(const std::string &root, TopologySpec &spec, const Log &log);

}  // namespace koord::probe
