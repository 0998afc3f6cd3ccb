// Reads the connections between the GPUs that NVML reports.
#pragma once

#include <vector>

#include "probe/nvml.h"
#include "probe/nvml_api.h"

namespace koord::probe::nvml {

// Fills report.pairs and switch_links of its GPUs. `handles` has one entry per GPU, nullptr if
// there is none. Queries that a GPU does not answer leave values unknown and throw nothing.
void read_links(const Api &api, const std::vector<Device> &handles, NvmlReport &report);

}  // namespace koord::probe::nvml
