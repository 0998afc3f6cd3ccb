// What a scheduler configures once for a cluster.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/profile_rules.h"
#include "base/refusal.h"
#include "device/allocation/node_request.h"
#include "device/choice/score.h"
#include "device/gpu_scoring/gpu_policy.h"
#include "device/link/link_pick.h"
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
  object::PodBind default_bind = object::PodBind::kFullPcpus;  // kDefault: bind only who asks
  object::NumaPolicy default_numa = object::NumaPolicy::kBestEffort;
  Strategy scoring = Strategy::kMostAllocated;
  Strategy numa_scoring = Strategy::kLeastAllocated;  // upstream's second strategy
  std::vector<Weight> weights = {{Resources::kCpu, 1}, {Resources::kMemory, 1}};
  device::Scorer device_scorer;         // Koordinator's
  bool devices_ignore_numa = false;     // they need not be where a pod's CPUs are
  bool requires_device_object = false;  // also for GPUs that device plugins know by the same name
  device::Templates share_templates;    // sizes of parts of devices
  std::vector<ResourceId> split_by_size = {kResourceNpuCore};  // what comes in such sizes only
  std::vector<device::Model> unshared;                         // of whose GPUs no parts are given
  device::PickMode gpu_mode = device::PickMode::kSet;          // which GPUs go together
  bool ignore_kubelet = false;  // its allocations and reserved CPUs: the first stage of a takeover
  bool upstream_score = false;  // Koordinator's formula of today, also under the proposal's profile
  // Scores by what becomes of the GPUs instead; nullptr: none of it. It may change while the
  // cluster lives.
  std::shared_ptr<const device::GpuPolicy> gpu_policy;
};

}  // namespace koord::sched
