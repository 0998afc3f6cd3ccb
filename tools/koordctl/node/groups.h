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

  bool is_v2() const { return info_.version == KOORD_CGROUP_VERSION_V2; }
  // Returns the group of a pod, or that of the QoS class if `uid` is empty.
  std::string path(koord_kube_qos qos, const std::string &uid) const;
  // Returns the path of a file of a group. Version 1 has a tree for each controller.
  std::string file(const std::string &controller, const std::string &group,
                   const std::string &name) const;

 private:
  std::string shown_;  // prefix of messages
  std::string root_;   // kubelet's cgroupRoot
  koord::Cgroups groups_;
  koord_cgroups_info info_;
};

}  // namespace koordctl
