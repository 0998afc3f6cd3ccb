// The node's agent, on koord.h: what it is told, and what it has done to control groups.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "groups.h"

namespace koord::guest {

// A status that is not KOORD_OK becomes an exception.
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
  // As after a restart: nothing is known but what is seen now.
  void restart(const Node &node);
  void tell_kubelet(const Node &node);
  void tell_pod(const Node &node, const Pod &pod);
  void tell_gone(const std::string &uid);
  Plan plan(const Node &node);
  // 0: all is in force; else it is said on standard error.
  int apply(const Plan &plan) const;

 private:
  GroupSettings settings_;
  Handle<koord_topology, koord_topology_unref> topology_;
  Handle<koord_agent, koord_agent_free> node_;
  Handle<koord_cgroups, koord_cgroups_close> cgroups_;
};

}  // namespace koord::guest
