// Configuration of a scheduler for one cluster.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/profile_rules.h"
#include "base/refusal.h"
#include "device/allocation/node_request.h"
#include "device/choice/score.h"
#include "device/gpu_policy/gpu_policy.h"
#include "device/link/link_pick.h"
#include "object/device_settings.h"
#include "object/objects.h"
#include "sched/resources.h"

namespace koord::sched {

enum class Strategy : int32_t { kMostAllocated = 0, kLeastAllocated = 1, kBalanced = 2 };

struct Weight {
  ResourceId resource;
  int32_t weight;  // 1..100
};

struct Options {
  Profile profile = Profile::kSpec;
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  // kDefault: binds only pods that request it
  object::PodBind default_bind = object::PodBind::kFullPcpus;
  object::NumaPolicy default_numa = object::NumaPolicy::kBestEffort;
  Strategy scoring = Strategy::kMostAllocated;
  Strategy numa_scoring = Strategy::kLeastAllocated;  // upstream's second strategy
  std::vector<Weight> weights = {{Resources::kCpu, 1}, {Resources::kMemory, 1}};
  device::Scorer device_scorer;      // Koordinator's
  bool devices_ignore_numa = false;  // devices may be on other NUMA nodes than the pod's CPUs
  // Also for GPUs that device plugins publish under the same name.
  bool requires_device_object = false;
  object::WithholdUnreported withhold_unreported_devices =
      object::WithholdUnreported::kWhereReported;
  device::Templates share_templates;  // sizes of device shares
  // Resources that come in these sizes only.
  std::vector<ResourceId> split_by_size = {kResourceNpuCore};
  std::vector<device::Model> unshared;                 // models whose GPUs are not shared
  device::PickMode gpu_mode = device::PickMode::kSet;  // criteria for choosing GPUs together
  // Ignore its allocations and reserved CPUs: the first stage of a takeover.
  bool ignore_kubelet = false;
  bool upstream_score = false;  // Koordinator's present formula, also under the proposal's profile
  // Scores nodes by their GPUs instead; nullptr if no policy
  // is configured. May change while the cluster is in use.
  std::shared_ptr<const device::GpuPolicy> gpu_policy;
};

}  // namespace koord::sched
