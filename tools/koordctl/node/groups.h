// The control groups of a node's pods: planned and written through koord.h.
#ifndef KOORDCTL_NODE_GROUPS_H_
#define KOORDCTL_NODE_GROUPS_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "koord_cpp.h"
#include "node/input.h"

namespace koordctl {

struct GroupOptions {
  std::string cgroup_root;                  // where control groups are mounted; "": /sys/fs/cgroup
  std::optional<std::string> kubelet_root;  // default: as kubelet's configuration says
  std::string driver = "detect";
  std::string version = "detect";
};

void add_group_options(CLI::App &command, GroupOptions &options);

class GroupPlan {
 public:
  std::size_t steps() const { return steps_; }
  // As koord_cgroup_plan_to_json writes it.
  nlohmann::ordered_json json() const;
  const koord_cgroup_plan *get() const { return handle_.get(); }

 private:
  friend class Groups;
  struct Free {
    void operator()(koord_cgroup_plan *plan) const { koord_cgroup_plan_unref(plan); }
  };
  std::unique_ptr<koord_cgroup_plan, Free> handle_;
  std::size_t steps_ = 0;
};

// What came of a plan.
class GroupReport {
 public:
  const koord_cgroup_report_info &info() const { return info_; }
  // As koord_cgroup_report_to_json writes it.
  nlohmann::ordered_json json() const;

 private:
  friend class Groups;
  struct Free {
    void operator()(koord_cgroup_report *report) const { koord_cgroup_report_unref(report); }
  };
  std::unique_ptr<koord_cgroup_report, Free> handle_;
  koord_cgroup_report_info info_;
};

class Groups {
 public:
  Groups(const GroupOptions &options, const NodeInput &input);

  // Throws a Failure that refuses where there is no safe order.
  GroupPlan plan(const koord_agent_state *state, const std::vector<NodePod> &pods) const;
  GroupReport apply(const GroupPlan &plan) const;

 private:
  struct Free {
    void operator()(koord_cgroups *groups) const { koord_cgroups_close(groups); }
  };
  std::string shown_;  // leads messages
  std::unique_ptr<koord_cgroups, Free> handle_;
};

}  // namespace koordctl

#endif  // KOORDCTL_NODE_GROUPS_H_
