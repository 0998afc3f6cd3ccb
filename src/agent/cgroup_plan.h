// The writes that bring a node's control groups to where its pods are to run, in an order that is
// safe at every step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agent/cgroup_targets.h"
#include "agent/cgroup_tree.h"
#include "agent/node_state.h"

namespace koord::agent {

// Numbers are those of koord_cgroup_phase.
enum class CgroupPhase : int32_t {
  kShrink = 1,        // a container gives up CPUs that are no longer its own
  kGrowParent = 2,    // a parent makes room for what its children will hold
  kMove = 3,          // a container gets its CPUs or NUMA nodes
  kPark = 4,          // a container waits out of others' way, for a time
  kSettleParent = 5,  // a parent is left with what is its own, and what its children hold
  kDropQuota = 6      // a quota is taken away
};
std::string_view cgroup_phase_name(CgroupPhase phase) noexcept;

struct CgroupStep {
  uint32_t group;  // of the tree
  CgroupFile file;
  CgroupPhase phase;
  std::string from;  // what the file says before the step
  std::string to;
};

struct CgroupLeft {
  uint32_t group;
  LeftAlone why;
};

struct CgroupPlan {
  std::shared_ptr<const CgroupTree> tree;  // what the plan was made from
  std::vector<CgroupStep> steps;
  std::vector<CgroupLeft> left;  // pods and containers that stay as they are

  std::string path_of(const CgroupStep &step) const;
};

// Every write of the plan is one that the kernel accepts, as long as nobody else writes; and
// whatever part of it was made, from its start on, no two exclusive pods are on one CPU that were
// not before. Parents keep room for what is left alone on version 1; version 2 cuts the others to
// what their parent has. Throws what targets_of throws, and kConflict: see order_moves.
CgroupPlan plan_cgroups(const NodeState &state, std::shared_ptr<const CgroupTree> tree,
                        const std::vector<ContainerName> &names);

// A line per step.
std::string to_text(const CgroupPlan &plan);

}  // namespace koord::agent
