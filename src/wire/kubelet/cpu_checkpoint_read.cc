// Kubelet's reading of cpu_manager_state: the versions that it tries and its messages.
#include <utility>

#include "base/error.h"
#include "wire/json/go_text.h"
#include "wire/kubelet/cpu_checkpoint.h"

namespace koord::wire {
namespace {

// `corrupt` receives whether the checksum is wrong, for
// the last version as which the file could be decoded.
std::string load(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                 bool &corrupt) {
  std::string error = decode_cpu_file(file, checkpoint);
  if (!error.empty()) return error;
  corrupt = !verifies(checkpoint, reader.version, reader.pod_level_resource_managers);
  return corrupt ? std::string(kCorruptCheckpoint) : "";
}

// Renames v1 entries, which have container ids, to v2's pod and
// container names. Returns kubelet's error or an empty string.
std::string migrate(const CpuCheckpoint &from, const KubeletReader &reader, CpuCheckpoint &to) {
  to.policy = from.policy;
  to.default_cpus = from.default_cpus;
  if (!from.containers) return "";
  for (const auto &[id, set] : *from.containers) {
    const auto known = reader.containers.find(id);
    if (known == reader.containers.end())
      return "failed to migrate checkpoint from v1 to v2: containerID '" + id +
             "' not found in initial containers list";
    auto &pod = (*to.entries)[known->second.pod];
    if (!pod) pod.emplace();
    (*pod)[known->second.container] = set;
  }
  return "";
}

std::string load_v2(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                    bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  CpuCheckpoint old(1);
  if (std::string error = load(file, old, reader, corrupt); !error.empty()) return error;
  checkpoint = CpuCheckpoint(2);
  return migrate(old, reader, checkpoint);
}

std::string load_v3(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                    bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  CpuCheckpoint old(2);
  if (std::string error = load_v2(file, old, reader, corrupt); !error.empty()) return error;
  // Keep what the failed attempt has decoded and overwrite it, as kubelet does.
  if (!old.policy.empty()) checkpoint.policy = old.policy;
  if (!old.default_cpus.empty()) checkpoint.default_cpus = old.default_cpus;
  if (old.entries && !old.entries->empty()) checkpoint.entries = old.entries;
  return "";
}

// Kubelet 1.37 reads version 4, or an older version as its content, but not version 1.
std::string load_v4(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                    bool &corrupt) {
  const std::string error = load(file, checkpoint, reader, corrupt);
  if (error.empty()) return "";
  if (has_data(checkpoint)) return "could not load v4 checkpoint: " + error;
  CpuCheckpoint old(3);
  if (!load(file, old, reader, corrupt).empty()) {
    old = CpuCheckpoint(2);
    if (std::string last = load(file, old, reader, corrupt); !last.empty()) return last;
  }
  old.version = 4;
  checkpoint = std::move(old);
  return "";
}

std::string load_newest(std::string_view file, CpuCheckpoint &checkpoint,
                        const KubeletReader &reader, bool &corrupt) {
  switch (checkpoint.version) {
    case 4:
      return load_v4(file, checkpoint, reader, corrupt);
    case 3:
      return load_v3(file, checkpoint, reader, corrupt);
    default:
      return load_v2(file, checkpoint, reader, corrupt);
  }
}

// Returns true if the file is of version 4.
bool is_version_4(std::string_view file) {
  CpuCheckpoint checkpoint(4);
  (void)decode_cpu_file(file, checkpoint);
  return has_data(checkpoint);
}

}  // namespace

CpuReadResult read_as_kubelet(std::string_view file, const KubeletReader &reader) {
  CpuReadResult result;
  CpuCheckpoint checkpoint(cpu_file_version(reader));
  std::string error = load_newest(file, checkpoint, reader, result.corrupt);
  if (error.empty() && checkpoint.policy != reader.policy)
    error = "configured policy " + go_quote(reader.policy) +
            " differs from state checkpoint policy " + go_quote(checkpoint.policy);
  if (error.empty()) {
    try {
      result.state = to_state(checkpoint);
      if (!reader.pod_level_resource_managers) result.state.pods.clear();
    } catch (const Error &problem) {
      if (problem.status() != Status::kInvalid) throw;
      error = problem.what();
    }
  }
  if (!error.empty())
    result.error = "could not restore state from checkpoint: " + error +
                   ", please drain this node and delete the CPU manager checkpoint file " +
                   quoted_path(reader.directory, kCpuFile) + " before restarting Kubelet";
  return result;
}

CpuManagerState read_cpu_manager_state(std::string_view file) {
  const std::string head = std::string(kCpuFile) + ": ";
  std::string first_error;  // of the newest version that the file could have
  bool decoded = false;
  for (int version = is_version_4(file) ? 4 : 3; version >= 1; --version) {
    CpuCheckpoint checkpoint(version);
    const std::string error = decode_cpu_file(file, checkpoint);
    if (first_error.empty()) first_error = error;
    if (!error.empty()) continue;
    decoded = true;
    if (!verifies(checkpoint)) {
      if (version == 4) break;  // kubelet 1.37 then reads no other version
      continue;
    }
    if (checkpoint.policy.empty())
      throw Error(Status::kInvalid, head + "policyName: found none, expected a policy's name");
    try {
      return to_state(checkpoint);
    } catch (const Error &problem) {
      if (problem.status() != Status::kInvalid) throw;
      throw Error(Status::kInvalid, head + problem.what());
    }
  }
  if (!decoded) throw Error(Status::kInvalid, head + one_line(first_error));
  throw Error(Status::kCorrupt, head +
                                    "checksum: found one that does not match the content, "
                                    "expected that of version 1, 2, 3 or 4");
}

}  // namespace koord::wire
