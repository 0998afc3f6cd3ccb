// What config.json of a container becomes.
#pragma once

#include <string>

#include "command_line.h"
#include "json.h"

namespace koord_runtime {

struct Edited {
  bool changed = false;
  std::string remark;  // why the pod gets less than it claims; "": it does not
};

// Gives a container of a pod its CPUs, NUMA nodes, quota, environment and devices, as
// node-state.json has them; a container of no pod stays as it is. Throws Failure: kRefused where it
// must not be created, kEnvironment where what is read is missing or wrong; koord::Error.
Edited edit(Json &config, const std::string &id, const Settings &settings);

}  // namespace koord_runtime
