// Reads the instances of a GPU in MIG mode.
#pragma once

#include <string>

#include "base/log.h"
#include "probe/nvml.h"
#include "probe/nvml_api.h"

namespace koord::probe::nvml {

// Sets the fields of `gpu` about MIG. Warns about instances whose profile or position the driver
// does not report. `where` names the GPU. Throws kCorrupt for a malformed id or text.
void read_mig(const Api &api, Device device, const std::string &where, const Log &log,
              NvmlGpu &gpu);

}  // namespace koord::probe::nvml
