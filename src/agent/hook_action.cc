#include "agent/hook_action.h"

#include <algorithm>
#include <memory>

#include "agent/adjust.h"
#include "agent/cgroup_apply.h"
#include "agent/cgroup_mount.h"
#include "agent/cgroup_plan.h"
#include "agent/cgroup_tree.h"
#include "agent/container_group.h"
#include "base/error.h"

namespace koord::agent {
namespace {

StartResult refuse(Reason reason, Profile profile = Profile::kSpec) {
  StartResult out{StartOutcome::kRefused, {}, 0};
  out.refused = Refusal::of(reason, profile);
  out.refused.object = Object::kPod;
  return out;
}

// Returns the group of the process if it belongs to this pod and container.
std::optional<ContainerGroup> own_group(const StartingContainer &container,
                                        const StartPlaces &places, CgroupVersion version) {
  auto group = container_group(version, path_of_process(places.process_groups(), version));
  if (!group || group->pod != container.pod_uid || group->container.id != container.id)
    return std::nullopt;
  return group;
}

// Returns the directory of the container whose hook runs. It exists as long as the process waits.
// Without it, nothing would keep the process on the decided CPUs.
uint32_t own_directory(const CgroupTree &tree, const StartingContainer &container) {
  for (uint32_t i = 0; i < tree.groups.size(); ++i)
    if (tree.groups[i].kind == CgroupKind::kContainer && tree.groups[i].container == container.id)
      return i;
  throw Error(Status::kNotFound, "cgroups: container " + in_quotes(container.id, 130) +
                                     " has no directory in pod " + container.pod_uid);
}

bool is_left(const CgroupPlan &plan, uint32_t group) {
  return std::any_of(plan.left.begin(), plan.left.end(),
                     [&](const CgroupLeft &left) { return left.group == group; });
}

bool has_gone(const CgroupPlan &plan, const ApplyReport &report, uint32_t group) {
  for (size_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].group == group && report.steps[i].state == StepState::kGone) return true;
  return false;
}

StartResult write_groups(const NodeState &state, const StartingContainer &container,
                         const StartPlaces &places) {
  CgroupOptions options;
  options.mount = places.cgroups;
  options.driver = CgroupDriver::kCgroupfs;  // the path shows the real one
  const Cgroups cgroups = open_cgroups(options);
  const auto group = own_group(container, places, cgroups.layout.version);
  if (!group) return refuse(Reason::kCgroupNotOfPod, state.profile);
  const auto tree = std::make_shared<const CgroupTree>(
      observe_pod(*cgroups.files, group->layout, group->qos, group->pod));
  const uint32_t own = own_directory(*tree, container);
  const CgroupPlan plan = plan_cgroups(state, tree, {{container.id, container.name}});
  const ApplyReport report = apply_cgroups(*cgroups.files, plan);
  if (report.outcome != ApplyOutcome::kDone) throw Error(Status::kIo, to_sentence(plan, report));
  if (has_gone(plan, report, own))
    throw Error(Status::kNotFound, "cgroups: container " + in_quotes(container.id, 130) +
                                       " ended before its hook was done");
  StartResult out;
  out.writes = static_cast<uint32_t>(report.writes);
  out.outcome = is_left(plan, own) ? StartOutcome::kLeft : StartOutcome::kDone;
  return out;
}

}  // namespace

StartResult run_hook_action(const NodeState *state, const StartingContainer &container,
                            const StartPolicy &policy, const StartPlaces &places) {
  StartResult left{StartOutcome::kLeft, {}, 0};
  if (state == nullptr) {
    StartResult out = refuse(Reason::kPodUnknown);
    if (policy.leaves_without_state) out.outcome = StartOutcome::kLeft;
    return out;
  }
  if (state->leaves_cpusets) return left;
  const Adjustment adjustment =
      adjust(*state, {Stage::kUpdateContainer, container.pod_uid, container.name, container.stated},
             nullptr);
  left.refused = adjustment.refused;
  if (left.refused.refused() && !policy.leaves_refused) {
    left.outcome = StartOutcome::kRefused;
    return left;
  }
  if (!adjustment.cpus) return left;
  StartResult out = write_groups(*state, container, places);
  if (!out.refused.refused()) out.refused = adjustment.refused;
  return out;
}

}  // namespace koord::agent
