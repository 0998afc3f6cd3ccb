// What a scheduler's configuration says to Koordinator's plugins for CPUs and for devices.
#pragma once

#include <string_view>

#include "wire/args/device_share_args.h"
#include "wire/args/numa_resource_args.h"

namespace koord::wire {

struct SchedulerArgs {
  NumaResourceArgs numa;
  DeviceShareArgs devices;
};

// One of: NodeNUMAResourceArgs (of no kind, too; the proposal's CPUOrchestrationPluginArgs is read
// as well); DeviceShareArgs; a KubeSchedulerConfiguration with either or both in a profile's
// pluginConfig; "", for the plugins' defaults. Throws kInvalid naming the field (also for a plugin
// that is configured twice), kLimit (over 1 MiB, and what the plugins' own arguments are limited
// to).
SchedulerArgs read_scheduler_args(std::string_view json);

}  // namespace koord::wire
