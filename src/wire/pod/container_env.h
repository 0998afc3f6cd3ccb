// What a container's environment says about its devices.
#pragma once

#include <string_view>

#include "object/devices.h"
#include "wire/json/json.h"

namespace koord::wire {

// Adds the GPUs that NVIDIA_VISIBLE_DEVICES names in `container`, an element of spec.containers. A
// value that is not written there (valueFrom) is not known and names none. Throws kLimit where a
// pod names more than 1024.
void add_visible_gpus(const JsonValue &container, object::VisibleGpus &out);

// The same of the value alone. `path` tells where the environment is, for errors.
inline constexpr std::string_view kVisibleDevices = "NVIDIA_VISIBLE_DEVICES";
void add_visible_gpus(std::string_view value, FieldPath path, object::VisibleGpus &out);

}  // namespace koord::wire
