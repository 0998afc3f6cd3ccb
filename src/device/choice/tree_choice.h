// GPUs as Koordinator v1.8 chooses them: down a tree of NUMA nodes and PCIe switches to the
// smallest place that has enough of them.
#pragma once

#include "device/choice/choice.h"

namespace koord::device {

// All GPUs of the node are placed.
Choice choose_in_tree(const Site &site, const GpuRequest &request);

}  // namespace koord::device
