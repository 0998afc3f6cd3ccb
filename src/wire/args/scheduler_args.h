// A scheduler's configuration of Koordinator's plugins for CPUs and devices.
#pragma once

#include <optional>
#include <string_view>

#include "object/device_settings.h"
#include "object/objects.h"
#include "wire/args/scoring_args.h"

namespace koord::wire {

// Arguments of the plugin NodeNUMAResource.
struct NumaResourceArgs {
  // kDefault binds only pods that request it.
  object::PodBind default_bind = object::PodBind::kFullPcpus;
  object::NumaPolicy default_numa = object::NumaPolicy::kAbsent;
  ScoringArgs scoring;
  ScoringArgs numa_scoring;
};

// Unknown fields are ignored. Throws kInvalid naming the field, kLimit (more than 64 weights).
NumaResourceArgs read_numa_resource_args(const JsonValue &args);

// Arguments of the plugin DeviceShare.
struct DeviceShareArgs {
  std::optional<ScoringType> strategy;  // not kBalancedAllocation
  object::DeviceSettings settings;
};

// Upstream keeps the sizes into which models are split in a ConfigMap. Here they are a field of the
// arguments, gpuSharedResourceTemplates, with the same content. Unknown fields are ignored. Throws
// kInvalid naming the field, kLimit (more than 64 weights or resources that are split by size, 1024
// models or sizes, 16 resources of a size).
DeviceShareArgs read_device_share_args(const JsonValue &args);

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
