// Plans the writes that give a node's control groups their decided CPUs and NUMA nodes, in an order
// that is safe at every step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agent/cgroup_targets.h"
#include "agent/cgroup_tree.h"
#include "agent/node_state.h"

namespace koord::agent {

// Values equal those of koord_cgroup_phase.
enum class CgroupPhase : int32_t {
  kShrink = 1,        // a container gives up CPUs that it no longer owns
  kGrowParent = 2,    // a parent grows to hold what its children will hold
  kMove = 3,          // a container gets its CPUs or NUMA nodes
  kPark = 4,          // a container waits on other CPUs for a time
  kSettleParent = 5,  // a parent is reduced to its own set and its children's
  kDropQuota = 6      // a quota is removed
};
std::string_view cgroup_phase_name(CgroupPhase phase) noexcept;

struct CgroupStep {
  uint32_t group;  // index in the tree
  CgroupFile file;
  CgroupPhase phase;
  std::string from;  // content of the file before the step
  std::string to;
};

struct CgroupLeft {
  uint32_t group;
  LeftAlone why;
};

struct CgroupPlan {
  std::shared_ptr<const CgroupTree> tree;  // the tree that the plan was computed from
  std::vector<CgroupStep> steps;
  std::vector<CgroupLeft> left;  // pods and containers that are not changed

  std::string path_of(const CgroupStep &step) const;
};

// The kernel accepts every write of the plan as long as no other process writes. After every prefix
// of the plan, no two exclusive pods share a CPU that they did not share before. On version 1,
// parents keep CPUs for groups that are left alone; version 2 reduces such groups to their parent's
// set. Throws what targets_of throws, and kConflict like order_moves.
CgroupPlan plan_cgroups(const NodeState &state, std::shared_ptr<const CgroupTree> tree,
                        const std::vector<ContainerName> &names);

// Formats one line per step.
std::string to_text(const CgroupPlan &plan);

}  // namespace koord::agent
