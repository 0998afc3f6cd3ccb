// How the GPUs that NVML knows are connected.
#pragma once

#include <vector>

#include "probe/nvml.h"
#include "probe/nvml_api.h"

namespace koord::probe::nvml {

// Fills report.pairs and switch_links of its GPUs. `handles` go with report.gpus; nullptr: none.
// What a GPU does not answer is not known; nothing is thrown for it.
void read_links(const Api &api, const std::vector<Device> &handles, NvmlReport &report);

}  // namespace koord::probe::nvml
