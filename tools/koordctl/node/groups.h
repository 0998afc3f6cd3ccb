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
  std::string cgroup_root;                  // where control groups are mounted; "": /sys/fs/cgroup
  std::optional<std::string> kubelet_root;  // default: as kubelet's configuration says
  std::string driver = "detect";
  std::string version = "detect";
};

void add_group_options(CLI::App &command, GroupOptions &options);

class Groups {
 public:
  Groups(const GroupOptions &options, const NodeInput &input);

  // Throws a Failure that refuses where there is no safe order.
  koord::CgroupPlan plan(const koord::AgentState &state, const std::vector<NodePod> &pods);
  koord::CgroupReport apply(const koord::CgroupPlan &plan);

  bool is_v2() const { return info_.version == KOORD_CGROUP_VERSION_V2; }
  // The group of a pod, of a QoS class where uid is "".
  std::string path(koord_kube_qos qos, const std::string &uid) const;
  // A file of a group; version 1 has a tree for each controller.
  std::string file(const std::string &controller, const std::string &group,
                   const std::string &name) const;

 private:
  std::string shown_;  // leads messages
  std::string root_;   // kubelet's
  koord::Cgroups groups_;
  koord_cgroups_info info_;
};

}  // namespace koordctl
