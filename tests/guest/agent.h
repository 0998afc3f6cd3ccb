// The node's agent, built on koord.h: its inputs, and its changes to control groups.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "groups.h"

namespace koord::guest {

// Throws if `status` is not KOORD_OK.
void check(koord_status status, const koord_error &err, const char *what);

template <typename T, void (*Free)(T *)>
struct Freeing {
  void operator()(T *handle) const { Free(handle); }
};
template <typename T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Freeing<T, Free>>;

struct Plan {
  Handle<koord_cgroup_plan, koord_cgroup_plan_unref> handle;
  size_t steps = 0;
  bool parks = false;
  std::string text() const;
};

class Agent {
 public:
  Agent(const Node &node, const GroupSettings &settings);
  // Simulates a restart: the new agent knows only what it observes now.
  void restart(const Node &node);
  void set_kubelet(const Node &node);
  void set_pod(const Node &node, const Pod &pod);
  void remove_pod(const std::string &uid);
  Plan plan(const Node &node);
  // Returns 0 if the whole plan is in force. Otherwise prints the error to standard error.
  int apply(const Plan &plan) const;

 private:
  GroupSettings settings_;
  Handle<koord_topology, koord_topology_unref> topology_;
  Handle<koord_agent, koord_agent_free> node_;
  Handle<koord_cgroups, koord_cgroups_close> cgroups_;
};

}  // namespace koord::guest
