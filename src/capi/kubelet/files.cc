#include "capi/kubelet/files.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "capi/kubelet/draft.h"
#include "capi/kubelet/setup.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace koord::capi {
namespace {

using kubelet::Act;
using kubelet::Change;
using kubelet::Checkup;
using kubelet::CpuState;
using kubelet::Fault;
using kubelet::Finding;
using kubelet::NodeSetup;
using kubelet::Severity;

std::string policy_of(const NodeSetup &setup) { return cpu_file_reader(setup).policy; }

std::string kubelet_name(const NodeSetup &setup) {
  return "kubelet " + std::string(version_name(setup.version()));
}

Finding file_finding(Fault fault, Severity severity, std::string detail) {
  Finding finding;
  finding.fault = fault;
  finding.severity = severity;
  finding.detail = std::move(detail);
  return finding;
}

wire::CpuReadResult read_with(const NodeSetup &setup, std::string_view file,
                              const NodePods &node_pods) {
  wire::KubeletReader reader = cpu_file_reader(setup);
  reader.containers = node_pods.containers;
  return wire::read_as_kubelet(file, reader);
}

// Describes the effect of a file version that is not the kubelet's own.
std::string version_detail(const NodeSetup &setup, int version) {
  const std::string number = std::to_string(version);
  const std::string kubelet = kubelet_name(setup);
  const bool newest = setup.version() >= KubeletVersion::k137;
  if (version == 1)
    return newest ? "1, which " + kubelet + " no longer reads"
                  : "1, which kubelet migrates only if it knows every container in it";
  if (newest) return number + ", which " + kubelet + " reads and then replaces by 4";
  if (version == 2) return number + ", which " + kubelet + " reads and then replaces by 3";
  if (version == 4) return "4, of which " + kubelet + " reads the part that is version 2";
  return setup.version() == KubeletVersion::k135
             ? number + ", which " + kubelet + " does not know"
             : number + ", which kubelet reads only with feature gate PodLevelResourceManagers";
}

void check_version(const NodeSetup &setup, const KubeletDraft &draft, const std::string &error,
                   Checkup &out) {
  if (draft.version == wire::cpu_file_version(cpu_file_reader(setup))) return;
  const bool newest = setup.version() >= KubeletVersion::k137;
  // Some other versions are readable all the same.
  const bool readable = newest               ? draft.version != 1
                        : draft.version == 1 ? draft.unknown_containers.empty()
                                             : draft.version == 4 || draft.version == 2;
  Finding finding = file_finding(Fault::kVersion, readable ? Severity::kWrong : Severity::kStops,
                                 version_detail(setup, draft.version));
  if (finding.severity == Severity::kStops) finding.kubelet = error;
  out.add(std::move(finding));
}

void check_older_part(const NodeSetup &setup, const KubeletDraft &draft, const std::string &error,
                      Checkup &out) {
  if (draft.same_for_older) return;
  const bool stops = setup.version() < KubeletVersion::k137 && !error.empty();
  Finding finding =
      file_finding(Fault::kChecksum, stops ? Severity::kStops : Severity::kWrong,
                   "of what kubelets before 1.37 read does not match that, or that is not what "
                   "data says");
  if (stops) finding.kubelet = error;
  out.add(std::move(finding));
}

void check_checksum(const NodeSetup &setup, const KubeletDraft &draft, const std::string &error,
                    Checkup &out) {
  if (draft.version == 4) check_older_part(setup, draft, error, out);
  if (draft.checksum_valid) return;
  if (draft.stored_checksum == 0 && draft.version < 3) {
    out.add(file_finding(Fault::kChecksum, Severity::kWrong,
                         "is missing, so damage to the file would not be noticed"));
    return;
  }
  const bool read = draft.version < 4 || setup.version() >= KubeletVersion::k137;
  Finding finding = file_finding(Fault::kChecksum, read ? Severity::kStops : Severity::kWrong,
                                 std::to_string(draft.stored_checksum) + " does not match the " +
                                     (draft.version == 4 ? "member data" : "content") +
                                     ": the file was edited or is damaged");
  if (read) finding.kubelet = error;
  out.add(std::move(finding));
}

// Returns kubelet's next error: the one that remains after
// the checksum is corrected and, if requested, the policy.
std::string next_error(const NodeSetup &setup, wire::CpuCheckpoint checkpoint, bool own_policy,
                       const NodePods &node_pods) {
  if (checkpoint.version > 1) {
    wire::CpuCheckpoint current(wire::cpu_file_version(cpu_file_reader(setup)));
    current.policy = checkpoint.policy;
    current.default_cpus = checkpoint.default_cpus;
    current.entries = checkpoint.entries;
    if (current.version > 2 && checkpoint.version > 2) current.pods = checkpoint.pods;
    checkpoint = current;
  }
  if (own_policy) checkpoint.policy = policy_of(setup);
  return read_with(setup, wire::encode(checkpoint), node_pods).error;
}

}  // namespace

Checkup check_cpu_file(const NodeSetup &setup, std::string_view file, const NodePods &node_pods) {
  Checkup out;
  const std::string error = read_with(setup, file, node_pods).error;
  const auto checkpoint = any_version(file);
  if (!checkpoint) {
    Finding finding = file_finding(Fault::kUnreadable, Severity::kStops, "");
    try {
      (void)wire::decode_cpu_checkpoint(file, 2);
    } catch (const Error &problem) {
      finding.detail = problem.what();
    }
    finding.kubelet = error;
    out.add(std::move(finding));
    return out;
  }
  KubeletDraft draft = draft_of(*checkpoint, file, node_pods);
  if (setup.pod_level_managers()) draft.state.pods = draft.pods;
  check_version(setup, draft, error, out);
  check_checksum(setup, draft, error, out);
  if (draft.policy != policy_of(setup)) {
    Finding finding =
        file_finding(Fault::kPolicy, Severity::kStops,
                     "policy " + in_quotes(draft.policy, 64) + ", kubelet is configured for " +
                         in_quotes(policy_of(setup)));
    finding.kubelet = next_error(setup, *checkpoint, false, node_pods);
    out.add(std::move(finding));
    return out;
  }
  for (Finding &finding : draft.unreadable) {
    if (&finding == &draft.unreadable.front())
      finding.kubelet = next_error(setup, *checkpoint, true, node_pods);
    out.add(std::move(finding));
  }
  if (!draft.unreadable.empty()) return out;
  Checkup sets = kubelet::check_cpus(setup, draft.state, node_pods.pods);
  for (Finding &finding : sets.findings) out.add(std::move(finding));
  out.left_out += sets.left_out;
  return out;
}

void check_memory_file(const NodeSetup &setup, std::string_view file, const NodePods &node_pods,
                       Checkup &out) {
  Checkup found;
  try {
    if (file.empty()) throw Error(Status::kInvalid, memory_file_error(setup, file));
    found = kubelet::check_memory(setup, read_memory_state(file, setup), node_pods.pods);
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid && error.status() != Status::kCorrupt) throw;
    Finding finding =
        file_finding(Fault::kMemory, Severity::kStops,
                     "memory_manager_state cannot be read: " + in_quotes(error.what(), 600));
    finding.kubelet = error.what();
    found.add(std::move(finding));
  }
  for (Finding &finding : found.findings) out.add(std::move(finding));
  out.left_out += found.left_out;
}

std::string cpu_file_of(const NodeSetup &setup, const CpuState &state) {
  return write_cpu_state(state, setup);
}

namespace {

Change rewritten(Fault why, std::string detail) {
  Change change;
  change.act = Act::kRewritten;
  change.why = why;
  change.detail = std::move(detail);
  return change;
}

Change dropped(Fault why, const std::string &pod, const std::string &container,
               const CpuSet &cpus) {
  Change change;
  change.act = Act::kDropped;
  change.why = why;
  change.pod = pod;
  change.container = container;
  change.cpus = cpus;
  return change;
}

// Drops the entries, which have no meaning under the other policy.
void migrate_policy(const NodeSetup &setup, KubeletDraft &draft, std::vector<Change> &changes) {
  changes.push_back(rewritten(
      Fault::kPolicy,
      setup.static_cpus()
          ? "policy " + in_quotes(draft.policy, 64) +
                " becomes static: the default set is every CPU; when kubelet starts, running "
                "Guaranteed containers with whole CPUs get exclusive CPUs, all others are kept "
                "off them"
          : "policy " + in_quotes(draft.policy, 64) +
                " becomes none: all sets are removed; running containers keep the CPUs in their "
                "cgroups until they are recreated"));
  for (const auto &[pod, containers] : draft.state.entries)
    for (const auto &[container, cpus] : containers)
      changes.push_back(dropped(Fault::kPolicy, pod, container, cpus));
  draft.state.entries.clear();
  draft.state.pods.clear();
  draft.state.shared = setup.initial_shared();
  draft.unreadable.clear();
}

void repair_version(const NodeSetup &setup, const KubeletDraft &draft,
                    std::vector<Change> &changes) {
  const int written = wire::cpu_file_version(cpu_file_reader(setup));
  if (draft.version == written) return;
  changes.push_back(rewritten(Fault::kVersion, "version " + std::to_string(draft.version) +
                                                   " of the file becomes " +
                                                   std::to_string(written)));
  for (const auto &[id, cpus] : draft.unknown_containers)
    changes.push_back(dropped(Fault::kVersion, "", id, cpus));
}

// Records the loss of sets of whole pods and of baselines, which the written file cannot hold.
void drop_pods(const NodeSetup &setup, const KubeletDraft &draft, bool downgrade,
               std::vector<Change> &changes) {
  const bool keeps_cpus = setup.pod_level_managers();
  const bool has_cpus =
      !keeps_cpus && std::any_of(draft.pods.begin(), draft.pods.end(),
                                 [](const auto &pod) { return !pod.second.empty(); });
  if (!downgrade && (has_cpus || !draft.resized.empty()))
    throw Error(
        Status::kConflict,
        "cpu_manager_state: " + kubelet_name(setup) + " as configured does not keep " +
            (has_cpus ? "CPUs of whole pods" : "baselines of containers that were resized") +
            ", which the file has; downgrade the file to drop them");
  for (const auto &[pod, cpus] : draft.pods)
    if (!keeps_cpus) changes.push_back(dropped(Fault::kVersion, pod, "", cpus));
  for (const std::string &pod : draft.resized)
    if (keeps_cpus || !draft.pods.contains(pod))
      changes.push_back(dropped(Fault::kVersion, pod, "", {}));
}

void repair_unreadable(const KubeletDraft &draft, std::vector<Change> &changes) {
  for (const Finding &finding : draft.unreadable) {
    if (finding.pod.empty() && finding.container.empty()) {
      changes.push_back(
          rewritten(Fault::kUnreadable, "the default set is rebuilt: " + finding.detail));
    } else {
      changes.push_back(dropped(Fault::kUnreadable, finding.pod, finding.container, {}));
    }
  }
}

FileRepair initial_file(const NodeSetup &setup) {
  FileRepair out;
  out.text = cpu_file_of(setup, {setup.initial_shared(), {}});
  out.changes.push_back(
      rewritten(Fault::kUnreadable,
                "the file is replaced by the state of a first start: when kubelet starts, running "
                "containers get new exclusive CPUs"));
  return out;
}

}  // namespace

FileRepair repair_cpu_file(const NodeSetup &setup, std::string_view file, const NodePods &node_pods,
                           const FileRepairOptions &options) {
  const auto checkpoint = any_version(file);
  if (!checkpoint) {
    if (options.start_over) return initial_file(setup);
    throw Error(Status::kInvalid, read_with(setup, file, node_pods).error);
  }
  KubeletDraft draft = draft_of(*checkpoint, file, node_pods);
  if (setup.pod_level_managers()) draft.state.pods = draft.pods;
  if (draft.unreadable.size() >= Checkup::kMaxFindings)
    throw Error(Status::kLimit, "cpu_manager_state: " + std::to_string(Checkup::kMaxFindings) +
                                    " or more unreadable sets");
  FileRepair out;
  repair_version(setup, draft, out.changes);
  if (out.changes.empty() && !(draft.checksum_valid && draft.same_for_older))
    out.changes.push_back(rewritten(Fault::kChecksum, "the checksum is recomputed"));
  if (draft.policy != policy_of(setup)) {
    if (!options.migrate)
      throw Error(Status::kConflict, "configured policy " + in_quotes(policy_of(setup)) +
                                         " differs from state checkpoint policy " +
                                         in_quotes(draft.policy, 64) +
                                         "; migrate the file to change its policy");
    migrate_policy(setup, draft, out.changes);
  }
  repair_unreadable(draft, out.changes);
  kubelet::Repair sets =
      kubelet::repair_cpus(setup, draft.state, {node_pods.pods, options.keep_shrunk});
  out.changes.insert(out.changes.end(), sets.changes.begin(), sets.changes.end());
  if (out.changes.empty()) {
    out.text = file;
    return out;
  }
  drop_pods(setup, draft, options.downgrade, out.changes);
  out.text = cpu_file_of(setup, sets.state);
  return out;
}

}  // namespace koord::capi
