// How much CPU best-effort pods may use while others need it, and which CPUs that is.
#pragma once

#include <cstdint>

#include "agent/local_node.h"
#include "base/cpu_set.h"

namespace koord::agent {

// What was measured and configured, in milli-CPU.
struct CpuUse {
  static constexpr int64_t kMost = int64_t{1} << 42;  // of any amount
  static constexpr int kMostPercent = 1000;

  int64_t capacity = 0;         // of the node
  int64_t node = 0;             // used by the whole node
  int64_t pods = 0;             // by all pods
  int64_t host_apps = 0;        // by all applications that are no pods
  int64_t other_pods = 0;       // by pods that are not BE
  int64_t other_host_apps = 0;  // by applications that are not BE
  int64_t reserved = 0;         // by kubelet or annotation, whichever is more
  int threshold_percent = 65;   // of the capacity, that all together are to keep to
  int minimum_percent = 0;      // of the capacity, that BE has in any case; 0: nothing
};

// What BE pods may use, in milli-CPU; negative where others use more than the threshold. Throws
// kInvalid for amounts that are negative or beyond kMost, and percentages beyond kMostPercent.
int64_t best_effort_allowance(const CpuUse &use);

// The cpuset policy: the CPUs that best-effort pods are narrowed to. `current` are those that they
// have now, whose number grows by a tenth of the machine at most, rounded up; none: not known.
// Empty: there are no CPUs for them, and what they have stays.
CpuSet suppressed_cpus(const LocalNode &node, int64_t allowance, const CpuSet &current);

// The cfsQuota policy: microseconds in a period of 100000.
struct QuotaStep {
  int64_t quota_us = -1;
  bool keep = false;  // the change would be too small to be worth it, or there is none
};
// `current`: the quota that best-effort pods have now, -1: none. Throws kInvalid for amounts beyond
// CpuUse::kMost.
QuotaStep suppressed_quota(int64_t capacity, int64_t allowance, int64_t current);

}  // namespace koord::agent
