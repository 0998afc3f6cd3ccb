// The annotation of a Device object with the instances of GPUs in MIG mode.
#pragma once

#include <string>
#include <vector>

#include "object/devices.h"
#include "wire/json/json.h"

namespace koord::wire {

inline constexpr char kMigInstancesAnnotation[] = "node.koordinator.sh/mig-instances";

// [{"minor":0,"max":7,"instances":[{"uuid":"MIG-...","profile":"3g.40gb","gi":1,"ci":0,
// "placement":"4:4"}]}]. Throws kInvalid or kLimit naming the field, also for GPUs that `devices`
// lacks.
std::vector<object::MigGpu> read_mig_instances(const JsonValue &list,
                                               const std::vector<object::DeviceInfo> &devices);
// Returns the annotation's value in one line. Unknown placements are left out.
std::string mig_instances_text(const std::vector<object::MigGpu> &gpus);

}  // namespace koord::wire
