// CPU time used by a node, by its pods and by its pods other than BE, from /proc/stat and control
// groups. kubernetes/agent/suppression/meter.go does the same. The library's suppression only takes
// measured values, so that its caller can choose how to measure, and this C++ code and the Go agent
// cannot call each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "koord.hpp"
#include "node/groups.h"
#include "node/node.h"

namespace koordctl {

// The control groups to read. The groups of QoS classes also count pods that have ended. Only pods
// outside the group of their class are read one by one.
struct MeasuredGroups {
  std::string pods, best_effort;
  std::vector<std::string> others_within;  // not BE, but in the group of BestEffort
  std::vector<std::string> elsewhere;      // BE, but in another group
};
MeasuredGroups measured_groups(const Groups &groups, const NodeAgent &node);

// The values of the counters at one time, in microseconds.
struct CpuTime {
  std::chrono::steady_clock::time_point at;
  int64_t node = 0;
  std::map<std::string, int64_t> groups;  // groups that exist
};
// Throws a Failure if the node, the group of all pods or the group of BestEffort cannot be read.
CpuTime read_cpu_time(const Groups &groups, const MeasuredGroups &what, const std::string &proc);

// Sets the usage between the two readings.
void set_used(const CpuTime &before, const CpuTime &now, const MeasuredGroups &what,
              koord_suppress_usage &usage);

}  // namespace koordctl
