// The createRuntime hook of OCI runtimes, from standard input to control groups.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/adjust.h"
#include "agent/cgroup_apply.h"
#include "agent/cgroup_mount.h"
#include "agent/cgroup_plan.h"
#include "agent/cgroup_tree.h"
#include "agent/container_group.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/refusals.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "probe/trusted_file.h"
#include "wire/node_state.h"
#include "wire/oci_state.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace probe = koord::probe;
namespace wire = koord::wire;
using koord::Error;
using koord::Reason;
using koord::Refusal;
using koord::Status;

struct koord_hook {
  static constexpr const char *kStateFile = "/run/koord/node-state.json";
  static constexpr const char *kCgroups = "/sys/fs/cgroup";
  static constexpr const char *kProc = "/proc";

  koord_hook_options options;
  std::string state_file = kStateFile;
  std::string cgroups = kCgroups;
  std::string proc = kProc;
};

namespace {

constexpr size_t kMaxProcFile = size_t{1} << 20;

struct Result {
  koord_hook_outcome outcome = KOORD_HOOK_OUTCOME_NOT_OURS;
  Refusal refused;
  uint32_t writes = 0;
};

// False: there is none.
bool read_state(const koord_hook &hook, const std::string &pod, wire::NodeStateFile &out) {
  std::string text;
  try {
    text = probe::read_trusted_file(hook.state_file, wire::kMaxNodeStateBytes);
  } catch (const Error &error) {
    if (error.status() == Status::kNotFound) return false;
    throw;
  }
  out = wire::read_node_state_of(text, pod);
  if (out.boot_id.empty()) return true;
  std::string boot =
      probe::read_kernel_file(hook.proc + "/sys/kernel/random/boot_id", kMaxProcFile);
  boot.resize(agent::without_line_end(boot).size());
  if (boot != out.boot_id)
    throw Error(Status::kStale, koord::in_quotes(hook.state_file, 100) + ": was written in boot " +
                                    koord::in_quotes(out.boot_id) + ", the current boot is " +
                                    koord::in_quotes(boot));
  return true;
}

// Where the process is, if that is a place of this pod and container.
std::optional<agent::ContainerGroup> own_group(const koord_hook &hook, const wire::OciState &asked,
                                               agent::CgroupVersion version) {
  const std::string file = probe::read_kernel_file(
      hook.proc + '/' + std::to_string(asked.pid) + "/cgroup", kMaxProcFile);
  auto group = agent::container_group(version, agent::path_of_process(file, version));
  if (!group || group->pod != asked.pod_uid || group->container.id != asked.id) return std::nullopt;
  return group;
}

// The directory of the container whose hook runs. It is there as long as its process waits; without it nothing would
// keep the process where the state wants it.
uint32_t own_directory(const agent::CgroupTree &tree, const wire::OciState &asked) {
  for (uint32_t i = 0; i < tree.groups.size(); ++i)
    if (tree.groups[i].kind == agent::CgroupKind::kContainer &&
        tree.groups[i].container == asked.id)
      return i;
  throw Error(Status::kNotFound, "cgroups: container " + koord::in_quotes(asked.id, 130) +
                                     " has no directory in pod " + asked.pod_uid);
}

bool is_left(const agent::CgroupPlan &plan, uint32_t group) {
  return std::any_of(plan.left.begin(), plan.left.end(),
                     [&](const agent::CgroupLeft &left) { return left.group == group; });
}

bool has_gone(const agent::CgroupPlan &plan, const agent::ApplyReport &report, uint32_t group) {
  for (size_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].group == group && report.steps[i].state == agent::StepState::kGone)
      return true;
  return false;
}

void place(const koord_hook &hook, const agent::NodeState &state, const wire::OciState &asked,
           Result &out) {
  agent::CgroupOptions options;
  options.mount = hook.cgroups;
  options.driver = agent::CgroupDriver::kCgroupfs;  // the path tells which it is
  const agent::Cgroups cgroups = agent::open_cgroups(options);
  const auto group = own_group(hook, asked, cgroups.layout.version);
  if (!group) {
    out.refused.reason = Reason::kCgroupNotOfPod;
    out.refused.object = koord::Object::kPod;
    out.outcome = KOORD_HOOK_OUTCOME_REFUSED;
    return;
  }
  const auto tree = std::make_shared<const agent::CgroupTree>(
      agent::observe_pod(*cgroups.files, group->layout, group->qos, group->pod));
  const uint32_t own = own_directory(*tree, asked);
  const agent::CgroupPlan plan = agent::plan_cgroups(state, tree, {{asked.id, asked.container}});
  const agent::ApplyReport report = agent::apply_cgroups(*cgroups.files, plan);
  out.writes = static_cast<uint32_t>(report.writes);
  if (report.outcome != agent::ApplyOutcome::kDone)
    throw Error(Status::kIo, agent::to_sentence(plan, report));
  if (has_gone(plan, report, own))
    throw Error(Status::kNotFound, "cgroups: container " + koord::in_quotes(asked.id, 130) +
                                       " ended before its hook was done");
  out.outcome = is_left(plan, own) ? KOORD_HOOK_OUTCOME_LEFT : KOORD_HOOK_OUTCOME_DONE;
}

// What a hook does unless it is told otherwise.
bool leaves(koord_hook_choice choice, koord_hook_choice otherwise) {
  return (choice == KOORD_HOOK_CHOICE_DEFAULT ? otherwise : choice) == KOORD_HOOK_CHOICE_LEAVE;
}

Result run(const koord_hook &hook, const wire::OciState &asked) {
  Result out;
  if (asked.pod_uid.empty()) return out;
  if (asked.pid == 0)
    throw Error(Status::kInvalid,
                "container state.pid: found none, expected the process of the container: "
                "the only supported hook stage is createRuntime");
  wire::NodeStateFile file;
  if (!read_state(hook, asked.pod_uid, file)) {
    const bool leave = leaves(hook.options.without_state, KOORD_HOOK_CHOICE_LEAVE);
    out.refused.reason = Reason::kPodUnknown;
    out.refused.object = koord::Object::kPod;
    out.outcome = leave ? KOORD_HOOK_OUTCOME_LEFT : KOORD_HOOK_OUTCOME_REFUSED;
    return out;
  }
  if (file.state.leaves_cpusets) {
    out.outcome = KOORD_HOOK_OUTCOME_LEFT;
    return out;
  }
  const agent::Adjustment adjustment = agent::adjust(
      file.state, {agent::Stage::kUpdateContainer, asked.pod_uid, asked.container, asked.stated},
      nullptr);
  out.refused = adjustment.refused;
  if (out.refused.refused() && !leaves(hook.options.refused, KOORD_HOOK_CHOICE_REFUSE)) {
    out.outcome = KOORD_HOOK_OUTCOME_REFUSED;
    return out;
  }
  if (!adjustment.cpus) {
    out.outcome = KOORD_HOOK_OUTCOME_LEFT;
    return out;
  }
  place(hook, file.state, asked, out);
  return out;
}

void set_path(std::string &path, std::string_view given, const char *usual) {
  path = given.empty() ? usual : given;
}

}  // namespace

koord_status koord_hook_new(const koord_hook_options *options, koord_hook **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_hook_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, 0, "options.flags");
    check_number(given.without_state, KOORD_HOOK_CHOICE_LEAVE + 1, "options.without_state");
    check_number(given.refused, KOORD_HOOK_CHOICE_LEAVE + 1, "options.refused");
    *out = new koord_hook{given};
  });
}

void koord_hook_free(koord_hook *hook) { delete hook; }

koord_status koord_hook_set_state_file(koord_hook *hook, const char *state_file,
                                       size_t state_file_length, koord_error *err) {
  return guarded(err, [&] {
    require(hook, "hook");
    set_path(hook->state_file, label(state_file, state_file_length, "state_file"),
             koord_hook::kStateFile);
  });
}

koord_status koord_hook_set_cgroup_root(koord_hook *hook, const char *cgroup_root,
                                        size_t cgroup_root_length, koord_error *err) {
  return guarded(err, [&] {
    require(hook, "hook");
    set_path(hook->cgroups, document(cgroup_root, cgroup_root_length, "cgroup_root"),
             koord_hook::kCgroups);
  });
}

koord_status koord_hook_set_proc_root(koord_hook *hook, const char *proc_root,
                                      size_t proc_root_length, koord_error *err) {
  return guarded(err, [&] {
    require(hook, "hook");
    set_path(hook->proc, document(proc_root, proc_root_length, "proc_root"), koord_hook::kProc);
  });
}

koord_status koord_hook_run(const koord_hook *hook, const char *oci_state, size_t oci_state_length,
                            koord_hook_result *result, koord_error *err) {
  return guarded(err, [&] {
    require(hook, "hook");
    require(result, "result");
    const wire::OciState asked =
        wire::read_oci_state(document(oci_state, oci_state_length, "oci_state"));
    const Result done = run(*hook, asked);
    koord_hook_result out{};
    out.refusal = to_c(done.refused);
    out.outcome = done.outcome;
    out.writes = done.writes;
    write_struct(out, result, "result");
  });
}
