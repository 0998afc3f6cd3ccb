// Koordinator v1.8's choice of GPUs: descends a tree of NUMA nodes and PCIe switches to the
// smallest branch with enough GPUs.
#pragma once

#include "device/choice/choice.h"

namespace koord::device {

// All GPUs of the node must have a topology.
Choice choose_in_tree(const Candidates &site, const GpuRequest &request);

}  // namespace koord::device
