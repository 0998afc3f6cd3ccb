// DeviceShareArgs, the arguments of Koordinator's scheduler plugin for devices.
#pragma once

#include "object/device_settings.h"
#include "wire/args/scoring_args.h"

namespace koord::wire {

struct DeviceShareArgs {
  std::optional<ScoringType> strategy;  // not kBalancedAllocation
  object::DeviceSettings settings;
};

// Upstream keeps the sizes into which models are split in a ConfigMap. Here they are a field of the
// arguments, gpuSharedResourceTemplates, with the same content. Unknown fields are ignored. Throws
// kInvalid naming the field, kLimit (more than 64 weights or resources that are split by size, 1024
// models or sizes, 16 resources of a size).
DeviceShareArgs read_device_share_args(const JsonValue &args);

}  // namespace koord::wire
