// What a scheduler configures once for a cluster.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.h"
#include "object/objects.h"

namespace koord::sched {

enum class Strategy : int32_t { kMostAllocated = 0, kLeastAllocated = 1, kBalanced = 2 };

struct Weight {
  std::string resource;
  int32_t weight = 1;  // 1..100
};

struct Options {
  Profile profile = Profile::kSpec;
  object::PodBind default_bind = object::PodBind::kFullPcpus;  // kDefault: bind only who asks
  object::NumaPolicy default_numa = object::NumaPolicy::kBestEffort;
  Strategy scoring = Strategy::kMostAllocated;
  Strategy numa_scoring = Strategy::kLeastAllocated;  // upstream's second strategy
  std::vector<Weight> weights = {{"cpu", 1}, {"memory", 1}};
};

}  // namespace koord::sched
