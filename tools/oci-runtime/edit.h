// Changes to a container's config.json.
#pragma once

#include <string>

#include "command_line.h"
#include "json.h"

namespace koord_runtime {

struct Edited {
  bool changed = false;
  std::string remark;  // reason for which the pod gets less than it claims; "" if it gets all
};

// Gives a pod's container its CPUs, NUMA nodes, quota, environment and devices from
// node-state.json. A container without a pod is not changed. Throws Failure with kRefused if the
// container must not be created, Failure with kEnvironment if input is missing or invalid, and
// koord::Error.
Edited edit(Json &config, const std::string &id, const Settings &settings);

}  // namespace koord_runtime
