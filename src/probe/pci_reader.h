// PCI devices of a loaded hwloc topology: what they are and what they are close to.
#pragma once

#include <hwloc.h>

#include <vector>

#include "topology/topology.h"

namespace koord::probe {

// Ascending by bus id.
std::vector<PciDevice> read_pci_devices(hwloc_topology_t topology);

}  // namespace koord::probe
