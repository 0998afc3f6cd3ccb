#include "agent/cgroup_plan.h"

#include <utility>

#include "agent/cgroup_order.h"
#include "base/error.h"

namespace koord::agent {
namespace {

bool is_parent(CgroupKind kind) {
  return kind == CgroupKind::kRoot || kind == CgroupKind::kQos || kind == CgroupKind::kPod;
}

// Plans the steps for one file of all groups: CPUs or NUMA nodes.
class SetPlanner {
 public:
  SetPlanner(const CgroupTree &tree, const std::vector<GroupTarget> &targets, CgroupFile file,
             std::vector<CgroupStep> &steps)
      : tree_(tree),
        targets_(targets),
        file_(file),
        steps_(steps),
        v2_(tree.layout.version == CgroupVersion::kV2),
        written_(tree.groups.size()),
        child_needs_(tree.groups.size()),
        own_needs_(tree.groups.size()),
        goal_(tree.groups.size()) {
    for (size_t i = 0; i < tree.groups.size(); ++i) written_[i] = set_of(i).written;
  }

  void plan(const std::vector<MovingPod> &pods, const std::vector<std::vector<uint32_t>> &groups,
            const std::vector<Move> &moves) {
    for (size_t p = 0; p < pods.size(); ++p)
      for (size_t c = 0; c < groups[p].size(); ++c) {
        const size_t i = groups[p][c];
        own_needs_[i] = pods[p].containers[c].now | pods[p].containers[c].goal;
        goal_[i] = pods[p].containers[c].goal;
      }
    for (const Move &move : moves) own_needs_[groups[move.pod][move.container]] |= move.to;
    compute_needs();

    // Shrinks come before any parent grows, because in version 2 children without a set of their
    // own gain what their parent gains.
    size_t next = 0;
    for (; next < moves.size() && moves[next].kind == MoveKind::kShrink; ++next)
      move_group(groups[moves[next].pod][moves[next].container], moves[next].to,
                 CgroupPhase::kShrink);
    if (v2_ && file_ == CgroupFile::kCpus)
      for (size_t p = 0; p < pods.size(); ++p)
        for (size_t c = 0; c < groups[p].size(); ++c) pin(groups[p][c], pods[p].containers[c]);
    // Version 1 requires that parents grow before their children. Version 2 needs the opposite
    // order: a group that has nothing in common with its parent runs on the parent's whole set
    // until it does.
    const size_t count = tree_.groups.size();
    for (size_t n = 0; n < count; ++n)
      if (const size_t i = v2_ ? count - 1 - n : n; is_parent(tree_.groups[i].kind)) grow_parent(i);
    for (; next < moves.size(); ++next)
      move_group(groups[moves[next].pod][moves[next].container], moves[next].to,
                 moves[next].kind == MoveKind::kPark ? CgroupPhase::kPark : CgroupPhase::kMove);
    for (size_t i = tree_.groups.size(); i-- > 0;)
      if (is_parent(tree_.groups[i].kind)) finish_parent(i);
  }

 private:
  const GroupSet &set_of(size_t i) const {
    return file_ == CgroupFile::kCpus ? tree_.groups[i].cpus : tree_.groups[i].mems;
  }
  bool moves(size_t i) const {
    return file_ == CgroupFile::kCpus ? targets_[i].moves : targets_[i].moves_mems;
  }
  bool bounds(size_t i) const {
    return file_ == CgroupFile::kCpus ? targets_[i].bounds : targets_[i].bounds_mems;
  }
  const CpuSet &wanted(size_t i) const {
    return file_ == CgroupFile::kCpus ? targets_[i].cpus : targets_[i].mems;
  }

  // Computes what parents must hold, temporarily and at the end.
  void compute_needs() {
    std::vector<uint8_t> is_unknown(tree_.groups.size());
    for (size_t i = 0; i < tree_.groups.size(); ++i) {
      const ObservedGroup &group = tree_.groups[i];
      is_unknown[i] = targets_[i].left == LeftAlone::kUnknownPod;
      if (is_parent(group.kind) || moves(i) || group.kind == CgroupKind::kNested) continue;
      const GroupSet &set = set_of(i);
      if (!v2_)
        goal_[i] = set.written;
      else if (!is_unknown[i])
        goal_[i] = set.written & set.effective;
      own_needs_[i] = goal_[i];
    }
    for (size_t i = tree_.groups.size(); i-- > 0;) {
      const ObservedGroup &group = tree_.groups[i];
      if (group.kind == CgroupKind::kNested) continue;
      if (is_parent(group.kind)) plan_parent(i, is_unknown[i] != 0);
      if (group.parent < 0) continue;
      const auto parent = static_cast<size_t>(group.parent);
      own_needs_[parent] |= own_needs_[i];
      goal_[parent] |= goal_[i];
    }
  }

  // own_needs_ and goal_ contain the children's needs so far. Anything beyond them is gained last,
  // because a group that is left alone in the parent may have been waiting for it.
  void plan_parent(size_t i, bool is_unknown) {
    const GroupSet &set = set_of(i);
    child_needs_[i] = own_needs_[i];
    if (bounds(i))
      goal_[i] |= wanted(i);
    else if (!v2_)
      goal_[i] |= set.written;
    else if (!is_unknown)
      goal_[i] |= set.written & set.effective;
    if (!v2_)  // it cannot gain later what its parent lacks by then
      own_needs_[i] |= goal_[i] | set.written;
    else if (!is_unknown)
      own_needs_[i] |= set.written & set.effective;
  }

  // In version 2 a group without a set of its own has its parent's, which has grown by now.
  void grow_parent(size_t i) {
    if (v2_ && written_[i].empty()) return;
    if (child_needs_[i].is_subset_of(written_[i])) return;
    write(i, written_[i] | child_needs_[i], CgroupPhase::kGrowParent);
  }

  void finish_parent(size_t i) {
    if (bounds(i)) {
      if (written_[i] != goal_[i]) write(i, goal_[i], CgroupPhase::kSettleParent);
      return;
    }
    // Restores the former set, plus what the children need beyond it.
    if (v2_ && written_[i].empty()) return;
    const CpuSet settled = set_of(i).written | goal_[i];
    if (written_[i] != settled) write(i, settled, CgroupPhase::kSettleParent);
  }

  // Writes the container's current set, so that it does not follow its parent.
  void pin(size_t i, const MovingContainer &container) {
    if (container.now.empty() || written_[i] == container.now) return;
    const bool has_shrunk = written_[i] != set_of(i).written;
    if (!has_shrunk) write(i, container.now, CgroupPhase::kShrink);
  }

  // Moves a container and the groups nested in it. They grow from the top, then shrink
  // from the bottom.
  void move_group(size_t i, const CpuSet &to, CgroupPhase phase) {
    size_t end = i + 1;
    while (end < tree_.groups.size() && tree_.groups[end].kind == CgroupKind::kNested) ++end;
    if (end == i + 1) {
      if (written_[i] != to) write(i, to, phase);
      return;
    }
    std::vector<CpuSet> target(end - i);
    target[0] = to;
    for (size_t n = i + 1; n < end; ++n) {
      const auto parent = static_cast<size_t>(tree_.groups[n].parent);
      const CpuSet &above = target[parent - i];
      const CpuSet kept = written_[n] & above;
      target[n - i] = kept.empty() || written_[n] == written_[parent] ? above : kept;
    }
    for (size_t n = i; n < end; ++n)
      if (!target[n - i].is_subset_of(written_[n])) write(n, written_[n] | target[n - i], phase);
    for (size_t n = end; n-- > i;)
      if (written_[n] != target[n - i]) write(n, target[n - i], phase);
  }

  void write(size_t i, const CpuSet &to, CgroupPhase phase) {
    steps_.push_back(
        {static_cast<uint32_t>(i), file_, phase, written_[i].to_string(), to.to_string()});
    written_[i] = to;
  }

  const CgroupTree &tree_;
  const std::vector<GroupTarget> &targets_;
  const CgroupFile file_;
  std::vector<CgroupStep> &steps_;
  const bool v2_;
  std::vector<CpuSet> written_;      // after the steps so far
  std::vector<CpuSet> child_needs_;  // temporary needs of a parent's children
  std::vector<CpuSet> own_needs_;    // temporary needs of the group itself, as its parent sees them
  std::vector<CpuSet> goal_;
};

// The containers that move, by pod.
struct MovingPods {
  std::vector<MovingPod> pods;
  std::vector<std::vector<uint32_t>> groups;  // of each container, as indices
};

MovingPods moving_pods(const CgroupTree &tree, const std::vector<GroupTarget> &targets,
                       CgroupFile file) {
  MovingPods found;
  int32_t last = -1;
  for (size_t i = 0; i < tree.groups.size(); ++i) {
    const ObservedGroup &group = tree.groups[i];
    const GroupTarget &target = targets[i];
    const bool cpus = file == CgroupFile::kCpus;
    if (!(cpus ? target.moves : target.moves_mems)) continue;
    if (group.parent != last) {
      found.pods.push_back({"pod " + group.pod, {}});
      found.groups.emplace_back();
      last = group.parent;
    }
    found.pods.back().containers.push_back({cpus ? group.cpus.effective : group.mems.effective,
                                            cpus ? target.cpus : target.mems,
                                            cpus ? target.sharing : Sharing::kAnyone});
    found.groups.back().push_back(static_cast<uint32_t>(i));
  }
  return found;
}

std::vector<FixedContainer> fixed_containers(const CgroupTree &tree,
                                             const std::vector<GroupTarget> &targets) {
  std::vector<FixedContainer> fixed;
  for (size_t i = 0; i < tree.groups.size(); ++i)
    if (!targets[i].taken.empty())
      fixed.push_back({"a container managed by kubelet in pod " + tree.groups[i].pod,
                       targets[i].taken, targets[i].sharing});
  return fixed;
}

// All pods share NUMA nodes, so all moves are made at once.
std::vector<Move> direct_moves(const std::vector<MovingPod> &pods) {
  std::vector<Move> moves;
  for (uint32_t p = 0; p < pods.size(); ++p)
    for (uint32_t c = 0; c < pods[p].containers.size(); ++c)
      moves.push_back({p, c, MoveKind::kGrow, pods[p].containers[c].goal});
  return moves;
}

void plan_sets(const NodeState &state, const CgroupTree &now,
               const std::vector<GroupTarget> &targets, std::vector<CgroupStep> &steps) {
  const MovingPods nodes = moving_pods(now, targets, CgroupFile::kMems);
  SetPlanner(now, targets, CgroupFile::kMems, steps)
      .plan(nodes.pods, nodes.groups, direct_moves(nodes.pods));
  const MovingPods cpus = moving_pods(now, targets, CgroupFile::kCpus);
  SetPlanner(now, targets, CgroupFile::kCpus, steps)
      .plan(cpus.pods, cpus.groups,
            order_moves(cpus.pods, fixed_containers(now, targets), state.cpus));
}

}  // namespace

std::string_view cgroup_phase_name(CgroupPhase phase) noexcept {
  switch (phase) {
    case CgroupPhase::kShrink:
      return "shrink";
    case CgroupPhase::kGrowParent:
      return "grow-parent";
    case CgroupPhase::kMove:
      return "move";
    case CgroupPhase::kPark:
      return "park";
    case CgroupPhase::kSettleParent:
      return "settle-parent";
    case CgroupPhase::kDropQuota:
      return "drop-quota";
  }
  return "unknown";
}

std::string CgroupPlan::path_of(const CgroupStep &step) const {
  return cgroup_file_path(tree->layout.version, tree->groups[step.group].path, step.file);
}

CgroupPlan plan_cgroups(const NodeState &state, std::shared_ptr<const CgroupTree> tree,
                        const std::vector<ContainerName> &names) {
  CgroupPlan plan;
  plan.tree = std::move(tree);
  const CgroupTree &now = *plan.tree;
  const std::vector<GroupTarget> targets = targets_of(state, now, names);

  // With leaves_cpusets no set is written, not even of parents that do not fit their children.
  if (!state.leaves_cpusets) plan_sets(state, now, targets, plan.steps);
  for (size_t i = 0; i < now.groups.size(); ++i) {
    const GroupQuota &quota = now.groups[i].quota;
    if (targets[i].unlimited && quota.present && quota.limited)  // pods before their containers
      plan.steps.push_back({static_cast<uint32_t>(i), CgroupFile::kQuota, CgroupPhase::kDropQuota,
                            quota.text, now.layout.version == CgroupVersion::kV1 ? "-1" : "max"});
    if (targets[i].left != LeftAlone::kNo)
      plan.left.push_back({static_cast<uint32_t>(i), targets[i].left});
  }
  return plan;
}

std::string to_text(const CgroupPlan &plan) {
  std::string text;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const CgroupStep &step = plan.steps[i];
    text += std::to_string(i + 1) + ' ';
    text.append(cgroup_phase_name(step.phase)) +=
        ' ' + plan.path_of(step) + ": \"" + step.from + "\" -> \"" + step.to + "\"\n";
  }
  return text;
}

}  // namespace koord::agent
