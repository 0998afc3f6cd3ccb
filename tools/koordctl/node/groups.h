// The control groups of a node's pods: planned and written through koord.h.
#ifndef KOORDCTL_NODE_GROUPS_H_
#define KOORDCTL_NODE_GROUPS_H_

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

 private:
  std::string shown_;  // leads messages
  koord::Cgroups groups_;
};

}  // namespace koordctl

#endif  // KOORDCTL_NODE_GROUPS_H_
