// PCI devices as text.
#pragma once

#include <string>

#include "topology/topology.h"

namespace koord::render {

// Returns "PCI 0000:3b:00.0 NVMe nvme0n1".
std::string device_text(const PciDevice &device, bool ascii);

}  // namespace koord::render
