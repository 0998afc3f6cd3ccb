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
#include "capi/handles.h"
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

namespace {

constexpr size_t kMaxProcFile = size_t{1} << 20;

struct Places {
  std::string state_file;
  std::string cgroups;
  std::string proc;
};

struct Result {
  koord_hook_outcome outcome = KOORD_HOOK_OUTCOME_NOT_OURS;
  Refusal refused;
  uint32_t writes = 0;
};

std::string path_or(const char *text, size_t length, const char *name, const char *usual) {
  const std::string_view given = document(text, length, name);
  return given.empty() ? usual : std::string(given);
}

// False: there is none.
bool read_state(const Places &places, wire::NodeStateFile &out) {
  std::string text;
  try {
    text = probe::read_trusted_file(places.state_file, wire::kMaxNodeStateBytes);
  } catch (const Error &error) {
    if (error.status() == Status::kNotFound) return false;
    throw;
  }
  out = wire::read_node_state(text);
  if (out.boot_id.empty()) return true;
  std::string boot =
      probe::read_kernel_file(places.proc + "/sys/kernel/random/boot_id", kMaxProcFile);
  boot.resize(agent::without_line_end(boot).size());
  if (boot != out.boot_id)
    throw Error(Status::kStale, koord::in_quotes(places.state_file, 100) + ": is about boot " +
                                    koord::in_quotes(out.boot_id) + ", this one is " +
                                    koord::in_quotes(boot));
  return true;
}

// Where the process is, if that is a place of this pod and container.
std::optional<agent::ContainerGroup> own_group(const Places &places, const wire::OciState &asked,
                                               agent::CgroupVersion version) {
  const std::string file = probe::read_kernel_file(
      places.proc + '/' + std::to_string(asked.pid) + "/cgroup", kMaxProcFile);
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

// The state as far as it is about one pod.
agent::NodeState only(const agent::NodeState &state, const std::string &uid) {
  agent::NodeState out = state;
  std::erase_if(out.pods, [&](const agent::PodState &pod) { return pod.uid != uid; });
  return out;
}

void place(const Places &places, const agent::NodeState &state, const wire::OciState &asked,
           Result &out) {
  agent::CgroupOptions options;
  options.mount = places.cgroups;
  options.driver = agent::CgroupDriver::kCgroupfs;  // the path tells which it is
  const agent::Cgroups cgroups = agent::open_cgroups(options);
  const auto group = own_group(places, asked, cgroups.layout.version);
  if (!group) {
    out.refused.reason = Reason::kNotThePods;
    out.refused.object = koord::Object::kPod;
    out.outcome = KOORD_HOOK_OUTCOME_REFUSED;
    return;
  }
  const auto tree = std::make_shared<const agent::CgroupTree>(
      agent::observe_pod(*cgroups.files, group->layout, group->qos, group->pod));
  const uint32_t own = own_directory(*tree, asked);
  const agent::CgroupPlan plan =
      agent::plan_cgroups(only(state, asked.pod_uid), tree, {{asked.id, asked.container}});
  const agent::ApplyReport report = agent::apply_cgroups(*cgroups.files, plan);
  out.writes = static_cast<uint32_t>(report.writes);
  if (report.outcome != agent::ApplyOutcome::kDone)
    throw Error(Status::kIo, agent::to_sentence(plan, report));
  if (has_gone(plan, report, own))
    throw Error(Status::kNotFound, "cgroups: container " + koord::in_quotes(asked.id, 130) +
                                       " has ended before its hook was done");
  out.outcome = is_left(plan, own) ? KOORD_HOOK_OUTCOME_LEFT : KOORD_HOOK_OUTCOME_DONE;
}

Result run(const koord_hook_options &options, const wire::OciState &asked, const Places &places) {
  Result out;
  if (asked.pod_uid.empty()) return out;
  if (asked.pid == 0)
    throw Error(Status::kInvalid,
                "container state.pid: found none, expected the process that waits "
                "to start (createRuntime)");
  wire::NodeStateFile file;
  if (!read_state(places, file)) {
    const bool refuse = options.without_state == KOORD_HOOK_CHOICE_REFUSE;
    out.refused.reason = Reason::kPodUnknown;
    out.refused.object = koord::Object::kPod;
    out.outcome = refuse ? KOORD_HOOK_OUTCOME_REFUSED : KOORD_HOOK_OUTCOME_LEFT;
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
  if (out.refused.refused() && options.refused == KOORD_HOOK_CHOICE_REFUSE) {
    out.outcome = KOORD_HOOK_OUTCOME_REFUSED;
    return out;
  }
  if (!adjustment.cpus) {
    out.outcome = KOORD_HOOK_OUTCOME_LEFT;
    return out;
  }
  place(places, file.state, asked, out);
  return out;
}

}  // namespace

koord_status koord_hook_run(const koord_context *, const koord_hook_options *options,
                            const char *oci_state, size_t oci_state_length, const char *state_file,
                            size_t state_file_length, const char *cgroup_root,
                            size_t cgroup_root_length, const char *proc_root,
                            size_t proc_root_length, koord_hook_result *result, koord_error *err) {
  return guarded(err, [&] {
    require(result, "result");
    koord_hook_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, 0, "options.flags");
    check_number(given.without_state, KOORD_HOOK_CHOICE_LEAVE + 1, "options.without_state");
    check_number(given.refused, KOORD_HOOK_CHOICE_LEAVE + 1, "options.refused");
    Places places;
    places.state_file = label(state_file, state_file_length, "state_file");
    if (places.state_file.empty()) throw Error(Status::kInvalid, "state_file: is empty");
    places.cgroups = path_or(cgroup_root, cgroup_root_length, "cgroup_root", "/sys/fs/cgroup");
    places.proc = path_or(proc_root, proc_root_length, "proc_root", "/proc");
    const wire::OciState asked =
        wire::read_oci_state(document(oci_state, oci_state_length, "oci_state"));
    const Result done = run(given, asked, places);
    koord_hook_result out{};
    out.refusal = to_c(done.refused);
    out.outcome = done.outcome;
    out.writes = done.writes;
    write_struct(out, result, "result");
  });
}
