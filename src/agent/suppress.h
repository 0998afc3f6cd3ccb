// Computes how much CPU best-effort pods may use while others need it, and which CPUs.
#pragma once

#include <cstdint>

#include "agent/local_node.h"
#include "base/cpu_set.h"

namespace koord::agent {

// Measurements and settings, in milli-CPU.
struct CpuUse {
  static constexpr int64_t kMost = int64_t{1} << 42;  // limit of any amount
  static constexpr int kMostPercent = 1000;

  int64_t capacity = 0;         // of the node
  int64_t node = 0;             // used by the whole node
  int64_t pods = 0;             // by all pods
  int64_t host_apps = 0;        // by all applications that are not pods
  int64_t other_pods = 0;       // by pods that are not BE
  int64_t other_host_apps = 0;  // by applications that are not BE
  int64_t reserved = 0;         // by kubelet or annotation, whichever is more
  int threshold_percent = 65;   // limit for all together, in percent of the capacity
  int minimum_percent = 0;      // guaranteed to BE, in percent of the capacity; 0 if nothing
};

// Returns the milli-CPU that BE pods may use; negative if others use more than the threshold.
// Throws kInvalid for amounts that are negative or above kMost, and for percentages above
// kMostPercent.
int64_t best_effort_allowance(const CpuUse &use);

// Returns the CPUs to which the cpuset policy restricts best-effort pods. current: their present
// CPUs, whose number grows by a tenth of the machine at most, rounded up; empty if unknown. Returns
// an empty set if there are no CPUs for them; their present CPUs then stay.
CpuSet suppressed_cpus(const LocalNode &node, int64_t allowance, const CpuSet &current);

// Result of the cfsQuota policy: microseconds in a period of 100000.
struct QuotaStep {
  int64_t quota_us = -1;
  bool keep = false;  // there is no change, or it is too small to apply
};
// current: the present quota of best-effort pods, or -1 if there is none. Throws kInvalid for
// amounts above CpuUse::kMost.
QuotaStep suppressed_quota(int64_t capacity, int64_t allowance, int64_t current);

}  // namespace koord::agent
