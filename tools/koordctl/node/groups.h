// The control groups of a node's pods: planned and written through koord.h.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "koord.hpp"
#include "node/input.h"

namespace koordctl {

struct GroupOptions {
  std::string cgroup_root;                  // mount point of control groups; "" for /sys/fs/cgroup
  std::optional<std::string> kubelet_root;  // kubelet's cgroupRoot; default: from its configuration
  std::string driver = "detect";
  std::string version = "detect";
};

void add_group_options(CLI::App &command, GroupOptions &options);

class Groups {
 public:
  Groups(const GroupOptions &options, const NodeInput &input);

  // Throws a Failure that refuses the plan if there is no safe order of writes.
  koord::CgroupPlan plan(const koord::AgentState &state, const std::vector<NodePod> &pods);
  koord::CgroupReport apply(const koord::CgroupPlan &plan);

 private:
  std::string shown_;  // prefix of messages
  koord::Cgroups groups_;
};

}  // namespace koordctl
