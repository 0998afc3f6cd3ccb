// Computes the target of each control group from the decision about its pod.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/cgroup_order.h"
#include "agent/cgroup_tree.h"
#include "agent/node_state.h"

namespace koord::agent {

// A container's name, as known to the caller; empty for the sandbox.
struct ContainerName {
  std::string id;
  std::string name;
};

// The reason why a pod or one of its groups is not changed. koord_cgroup_plan_to_json writes
// it as a word.
enum class LeftAlone : int32_t {
  kNo = 0,
  kUnknownPod = 1,  // the node's state does not contain the pod
  kUntouched = 2,   // kubelet and the runtime decide
  kKubelet = 3,     // it has CPUs from kubelet's static policy
  kUnnamed = 4,     // the decision depends on the container's name, which is unknown
  kNoCpus = 5       // no CPUs were decided, or none that is online
};

// The target of one group.
struct GroupTarget {
  LeftAlone left = LeftAlone::kNo;  // for pods and containers
  Sharing sharing = Sharing::kShared;
  bool moves = false;       // a container whose CPUs become `cpus`
  bool bounds = false;      // a parent that holds only `cpus` and what its children need
  bool moves_mems = false;  // the counterpart for NUMA nodes
  bool bounds_mems = false;
  bool unlimited = false;
  CpuSet cpus;
  CpuSet mems;
  CpuSet taken;  // CPUs of a group left alone, which no other may share
};

// Returns one target per group of the tree. `names` is ascending by id. Throws kInvalid if no CPUs
// are online, and kUnsupported if a group to be written lacks the file.
std::vector<GroupTarget> targets_of(const NodeState &state, const CgroupTree &tree,
                                    const std::vector<ContainerName> &names);

}  // namespace koord::agent
