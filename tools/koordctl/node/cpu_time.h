// CPU time that a node, its pods and those that are not BE have used, from /proc/stat and control
// groups. bindings/go/agent/meter.go does the same: the library's suppression takes numbers and
// does not measure, so that its caller may, and neither of the two can call the other's language.
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

// The groups to be read. Groups of QoS classes also count what has ended; only pods that are in
// another group than their class would be are read one by one.
struct MeasuredGroups {
  std::string pods, best_effort;
  std::vector<std::string> others_within;  // in the group of BestEffort, but not BE
  std::vector<std::string> elsewhere;      // BE, but in another group
};
MeasuredGroups measured_groups(const Groups &groups, const NodeAgent &node);

// What the counters said at a time, in microseconds.
struct CpuTime {
  std::chrono::steady_clock::time_point at;
  int64_t node = 0;
  std::map<std::string, int64_t> groups;  // those that are there
};
// Throws a Failure where the node, all pods or the group of BestEffort cannot be read.
CpuTime read_cpu_time(const Groups &groups, const MeasuredGroups &what, const std::string &proc);

// What was used between the two.
void set_used(const CpuTime &before, const CpuTime &now, const MeasuredGroups &what,
              koord_suppress_usage &usage);

}  // namespace koordctl
