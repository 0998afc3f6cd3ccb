// PCI devices of a loaded hwloc topology: their identity and their location.
#pragma once

#include <hwloc.h>

#include <vector>

#include "topology/topology.h"

namespace koord::probe {

// Returns the devices ascending by bus id.
std::vector<PciDevice> read_pci_devices(hwloc_topology_t topology);

}  // namespace koord::probe
