// Plans on random nodes, applied to the kernel model. Every write is accepted, exclusive pods never
// meet, all pods arrive, and a plan that stops anywhere can be restarted.
#include <gtest/gtest.h>

#include "base/error.h"
#include "drawn_cgroups.h"

namespace koord::agent::testing {
namespace {

// Returns true if a plan may be refused: exclusive pods still hold every CPU after giving up what
// is no longer theirs, and none of them has more than one CPU.
bool all_is_held(DrawnNode &node) {
  CpuSet held;
  for (const auto &[path, goal] : node.goal_of) {
    if (!is_exclusive_sharing(node.sharing_of.at(path))) continue;
    const CpuSet now = node.kernel.cpus_in_force(path);
    const CpuSet kept = now & goal;
    if ((kept.empty() ? now : kept).count() > 1) return false;
  }
  for (const auto &[path, sharing] : node.sharing_of) {
    if (!is_exclusive_sharing(sharing)) continue;
    const CpuSet now = node.kernel.cpus_in_force(path);
    const CpuSet kept = now & node.goal_of.at(path);
    held |= kept.empty() ? now : kept;
  }
  for (const auto &[path, given] : node.kubelet_of) held |= node.kernel.cpus_in_force(path) & given;
  return node.all.is_subset_of(held);
}

void check_all_arrived(DrawnNode &node) {
  for (const auto &[path, goal] : node.goal_of) RC_ASSERT(node.kernel.cpus_in_force(path) == goal);
  for (const std::string &path : node.lifted) RC_ASSERT(node.kernel.at(path).quota == -1);
  for (const PodState &pod : node.state.pods) {
    if (pod.memory_nodes.empty()) continue;
    CpuSet nodes;
    for (const int one : pod.memory_nodes) nodes.add(one);
    for (const auto &[path, uid] : node.pod_of)
      if (uid == pod.uid) RC_ASSERT(node.kernel.mems_in_force(path) == nodes);
  }
  RC_ASSERT(node.plan().steps.empty());
}

// Applies the steps from `from` up to, but not including, `to`.
void write_steps(DrawnNode &node, const CgroupPlan &plan, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    const CgroupStep &step = plan.steps[i];
    std::string before;
    RC_ASSERT(node.kernel.read(plan.path_of(step), before) == 0);
    RC_ASSERT(std::string(without_line_end(before)) == step.from);
    const int error = node.kernel.write(plan.path_of(step), step.to);
    if (error != 0) RC_LOG() << "step " << i + 1 << ": errno " << error << '\n' << to_text(plan);
    RC_ASSERT(error == 0);
  }
}

// Forbidden sharing has a single cause: an exclusive pod is
// parked among pods that are not exclusive.
void check_company(const DrawnNode &node, const CgroupPlan &plan, size_t i, const Overlaps &last,
                   const Overlaps &now) {
  const CgroupStep &step = plan.steps[i];
  const std::string &parked = plan.tree->groups[step.group].path;
  for (const auto &[pair, cpus] : now) {
    const auto at = last.find(pair);
    if (at != last.end() && cpus.is_subset_of(at->second)) continue;
    RC_LOG() << "step " << i + 1 << ": " << pair.first << " and " << pair.second << " share "
             << cpus.to_string() << '\n';
    RC_ASSERT(step.phase == CgroupPhase::kPark);
    RC_ASSERT(pair.first == parked || pair.second == parked);
    RC_ASSERT(is_exclusive_sharing(node.sharing_of.at(parked)));
  }
}

RC_GTEST_PROP(CgroupPlanProperties, EveryWriteIsAcceptedAndNoExclusivePodsMeet, ()) {
  DrawnNode node = draw_node();
  for (const auto &[path, group] : node.kernel.groups())
    RC_LOG() << path << " cpus " << group.cpus.to_string() << " in force "
             << node.kernel.cpus_in_force(path).to_string() << " goal "
             << (node.goal_of.contains(path) ? node.goal_of.at(path).to_string() : "-") << '\n';
  const Overlaps before = overlaps_of(node, false);
  const Overlaps exclusive_before = overlaps_of(node, true);
  CgroupPlan plan;
  try {
    plan = node.plan();
  } catch (const Error &error) {
    RC_LOG() << error.what();
    RC_ASSERT(error.status() == Status::kConflict);
    // Two pods on one CPU do not free it when only one of them leaves.
    RC_ASSERT(all_is_held(node) || !exclusive_before.empty());
    RC_TAG("refused");
    return;
  }
  RC_TAG(parks(plan) ? "parks" : plan.steps.empty() ? "nothing to do" : "plain");
  RC_LOG() << to_text(plan);
  const KernelModel start = node.kernel;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Overlaps last = overlaps_of(node, false);
    write_steps(node, plan, i, i + 1);
    RC_ASSERT(within(overlaps_of(node, true), exclusive_before));
    const Overlaps now = overlaps_of(node, false);
    if (!parks(plan)) RC_ASSERT(within(now, before));
    check_company(node, plan, i, last, now);
  }
  check_all_arrived(node);

  for (size_t stop = 0; stop < plan.steps.size(); ++stop) {
    node.kernel = start;
    write_steps(node, plan, 0, stop);
    const Overlaps at_stop = overlaps_of(node, true);
    const CgroupPlan rest = node.plan();
    for (size_t i = 0; i < rest.steps.size(); ++i) {
      write_steps(node, rest, i, i + 1);
      RC_ASSERT(within(overlaps_of(node, true), at_stop));
    }
    check_all_arrived(node);
  }
}

// Holds for any contents of the groups and any state of the pods.
RC_GTEST_PROP(CgroupPlanProperties, NothingIsWrittenInTheFirstStageOfATakeover, ()) {
  DrawnNode node = draw_node();
  node.state.leaves_cpusets = true;
  const CgroupPlan plan = node.plan();
  RC_ASSERT(plan.steps.empty());
}

}  // namespace
}  // namespace koord::agent::testing
