// The createRuntime hook of OCI runtimes: its inputs and its decision.
#include <string>
#include <string_view>

#include "agent/cgroup_tree.h"
#include "agent/hook_action.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "probe/trusted_file.h"
#include "wire/agent/node_state.h"
#include "wire/agent/oci_state.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace probe = koord::probe;
namespace wire = koord::wire;
using koord::Error;
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

// Returns false if there is no state file.
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

// Returns true if the choice, or `otherwise` by default, is to leave the container alone.
bool leaves(koord_hook_choice choice, koord_hook_choice otherwise) {
  return (choice == KOORD_HOOK_CHOICE_DEFAULT ? otherwise : choice) == KOORD_HOOK_CHOICE_LEAVE;
}

agent::StartResult run(const koord_hook &hook, const wire::OciState &oci) {
  if (oci.pod_uid.empty()) return {};
  if (oci.pid == 0)
    throw Error(Status::kInvalid,
                "container state.pid: found none, expected the process of the container: "
                "the only supported hook stage is createRuntime");
  wire::NodeStateFile file;
  const bool has_state = read_state(hook, oci.pod_uid, file);
  const agent::StartPolicy policy{leaves(hook.options.without_state, KOORD_HOOK_CHOICE_LEAVE),
                                  leaves(hook.options.refused, KOORD_HOOK_CHOICE_REFUSE)};
  const std::string process = hook.proc + '/' + std::to_string(oci.pid) + "/cgroup";
  return agent::run_hook_action(
      has_state ? &file.state : nullptr, {oci.id, oci.pod_uid, oci.container, oci.stated}, policy,
      {hook.cgroups, [&] { return probe::read_kernel_file(process, kMaxProcFile); }});
}

void set_path(std::string &path, std::string_view given, const char *fallback) {
  path = given.empty() ? fallback : given;
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
    const wire::OciState oci =
        wire::read_oci_state(document(oci_state, oci_state_length, "oci_state"));
    const agent::StartResult done = run(*hook, oci);
    koord_hook_result out{};
    out.refusal = to_c(done.refused);
    out.outcome = static_cast<koord_hook_outcome>(done.outcome);
    out.writes = done.writes;
    write_struct(out, result, "result");
  });
}
