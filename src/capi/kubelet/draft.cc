#include "capi/kubelet/draft.h"

#include "base/error.h"
#include "wire/json/go_text.h"

namespace koord::capi {
namespace {

using kubelet::Checkup;
using kubelet::Fault;
using kubelet::Finding;
using kubelet::Severity;

std::optional<wire::CpuCheckpoint> decoded(std::string_view file, int version) {
  std::optional<wire::CpuCheckpoint> out(std::in_place, version);
  if (!wire::decode_cpu_file(file, *out).empty()) out.reset();
  return out;
}

bool has_valid_checksum(const wire::CpuCheckpoint &checkpoint) {
  return (checkpoint.version == 4 || checkpoint.checksum != 0) && wire::verifies(checkpoint);
}

// Decodes what kubelet 1.37 reads of the file or, if
// that is damaged, what older kubelets can still read.
std::optional<wire::CpuCheckpoint> version_4(std::string_view file) {
  std::optional<wire::CpuCheckpoint> out(std::in_place, 4);
  const bool readable = wire::decode_cpu_file(file, *out).empty();
  if (!wire::has_data(*out)) {
    out.reset();
  } else if (!readable || !has_valid_checksum(*out)) {
    std::optional<wire::CpuCheckpoint> outer = decoded(file, 2);
    if (!readable || (outer && has_valid_checksum(*outer))) {
      if (outer) {
        outer->version = 4;
        outer->data = std::move(out->data);
        outer->data_checksum = out->data_checksum;
      }
      out = std::move(outer);
    }
  }
  return out;
}

CpuSet read_set(const std::string &text, const std::string &pod, const std::string &container,
                KubeletDraft &draft, bool &readable) {
  CpuSet cpus;
  const std::string problem = wire::parse_kubelet_cpus(text, cpus);
  readable = problem.empty();
  if (readable) return cpus;
  Finding finding;
  finding.fault = Fault::kUnreadable;
  finding.severity = Severity::kStops;
  finding.pod = pod;
  finding.container = container;
  finding.detail =
      (pod.empty() && container.empty() ? "default set: " : "") + in_quotes(problem, 200);
  if (draft.unreadable.size() < Checkup::kMaxFindings) draft.unreadable.push_back(finding);
  return {};
}

}  // namespace

std::optional<wire::CpuCheckpoint> any_version(std::string_view file) {
  std::optional<wire::CpuCheckpoint> out = version_4(file);
  if (out) return out;
  out = decoded(file, 2);
  if (out && wire::verifies(*out)) return out;  // kubelet accepts it
  std::optional<wire::CpuCheckpoint> newest = decoded(file, 3);
  if (newest && (has_valid_checksum(*newest) || (newest->pods && !newest->pods->empty())))
    return newest;
  // A file without entries can be of any version; its checksum decides.
  std::optional<wire::CpuCheckpoint> oldest = decoded(file, 1);
  if (!out || (oldest && has_valid_checksum(*oldest))) out = std::move(oldest);
  return out;
}

KubeletDraft draft_of(const wire::CpuCheckpoint &checkpoint, std::string_view file,
                      const NodePods &node_pods) {
  KubeletDraft draft;
  draft.version = checkpoint.version;
  draft.stored_checksum = checkpoint.version == 4 ? checkpoint.data_checksum : checkpoint.checksum;
  draft.checksum_valid = has_valid_checksum(checkpoint);
  draft.same_for_older = checkpoint.version != 4 || wire::agrees_with_version_2(checkpoint, file);
  draft.policy = checkpoint.policy;
  bool readable = true;
  draft.state.shared = read_set(checkpoint.default_cpus, "", "", draft, readable);
  size_t sets = 0;
  const auto add = [&](const std::string &pod, const std::string &container,
                       const std::string &text) {
    if (++sets > wire::kMaxCheckpointSets)
      throw Error(Status::kLimit, "cpu_manager_state: more than " +
                                      std::to_string(wire::kMaxCheckpointSets) + " CPU sets");
    const CpuSet cpus = read_set(text, pod, container, draft, readable);
    if (readable) draft.state.entries[pod][container] = cpus;
  };
  if (checkpoint.version == 1) {
    if (checkpoint.containers)
      for (const auto &[id, text] : *checkpoint.containers) {
        const auto known = node_pods.containers.find(id);
        if (known != node_pods.containers.end())
          add(known->second.pod, known->second.container, text);
        else
          draft.unknown_containers[id] = read_set(text, "", id, draft, readable);
      }
    return draft;
  }
  if (checkpoint.entries)
    for (const auto &[pod, containers] : *checkpoint.entries) {
      if (!containers || containers->empty()) {
        draft.state.entries[pod];
        continue;
      }
      for (const auto &[container, text] : *containers) add(pod, container, text);
    }
  if (checkpoint.version >= 3 && checkpoint.pods) draft.pods = *checkpoint.pods;
  if (checkpoint.version == 4 && checkpoint.baselines)
    for (const auto &[pod, containers] : *checkpoint.baselines) draft.resized.insert(pod);
  return draft;
}

}  // namespace koord::capi
