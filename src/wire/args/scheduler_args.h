// A scheduler's configuration of Koordinator's plugins for CPUs and devices.
#pragma once

#include <string_view>

#include "wire/args/device_share_args.h"
#include "wire/args/numa_resource_args.h"

namespace koord::wire {

struct SchedulerArgs {
  NumaResourceArgs numa;
  DeviceShareArgs devices;
};

// Accepts NodeNUMAResourceArgs (also without a kind, and as the proposal's
// CPUOrchestrationPluginArgs), DeviceShareArgs, a KubeSchedulerConfiguration with
// either or both in a profile's pluginConfig, or an empty text for the plugins'
// defaults. Throws kInvalid naming the field (also for a plugin that is configured
// twice), kLimit (over 1 MiB, and the limits of the plugins' own arguments).
SchedulerArgs read_scheduler_args(std::string_view json);

}  // namespace koord::wire
