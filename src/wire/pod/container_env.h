// GPUs in a container's environment.
#pragma once

#include <string_view>

#include "object/devices.h"
#include "wire/json/json.h"

namespace koord::wire {

// Adds the GPUs that NVIDIA_VISIBLE_DEVICES names in `container`, an
// element of spec.containers. A value that is not written there (valueFrom)
// is unknown and adds none. Throws kLimit if a pod names more than 1024.
void add_visible_gpus(const JsonValue &container, object::VisibleGpus &out);

// Adds the GPUs of a value alone. `path` is the path of the environment, for errors.
inline constexpr std::string_view kVisibleDevices = "NVIDIA_VISIBLE_DEVICES";
void add_visible_gpus(std::string_view value, FieldPath path, object::VisibleGpus &out);

}  // namespace koord::wire
