// What each control group is to have, by the decisions about its pod.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/cgroup_order.h"
#include "agent/cgroup_tree.h"
#include "agent/node_state.h"

namespace koord::agent {

// A container's name, as far as the caller knows it; "": the sandbox.
struct ContainerName {
  std::string id;
  std::string name;
};

// Why a group of a pod, or a pod, stays as it is; koord_cgroup_plan_to_json gives it as a word.
enum class LeftAlone : int32_t {
  kNo = 0,
  kUnknownPod = 1,  // the node's state does not have the pod
  kUntouched = 2,   // kubelet and the runtime decide
  kKubelet = 3,     // kubelet's static policy gave it CPUs
  kUnnamed = 4,     // which container of its pod it is decides, and is not known
  kNoCpus = 5       // nothing is decided, or nothing that is online
};

// What one group is to have.
struct GroupTarget {
  LeftAlone left = LeftAlone::kNo;  // of pods and containers
  Sharing sharing = Sharing::kShared;
  bool moves = false;       // a container whose CPUs are `cpus`
  bool bounds = false;      // a parent that is to hold `cpus` and what its children need, no more
  bool moves_mems = false;  // the same of NUMA nodes
  bool bounds_mems = false;
  bool unlimited = false;
  CpuSet cpus;
  CpuSet mems;
  CpuSet taken;  // of those left alone: held against all others
};

// By the tree's groups. `names` ascending by id.
// Throws kInvalid (no CPUs online) and kUnsupported (a group to be written lacks the file).
std::vector<GroupTarget> targets_of(const NodeState &state, const CgroupTree &tree,
                                    const std::vector<ContainerName> &names);

}  // namespace koord::agent
