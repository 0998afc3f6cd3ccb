// Kubelet's reading of memory_manager_state: the versions that it tries and its messages.
#include <utility>

#include "wire/json/go_text.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace koord::wire {
namespace {

// `corrupt` receives whether the checksum is wrong, for
// the last version as which the file could be decoded.
std::string load(std::string_view file, MemoryCheckpoint &checkpoint, const KubeletReader &reader,
                 bool &corrupt) {
  std::string error = decode_memory_file(file, checkpoint, reader.version);
  if (!error.empty()) return error;
  corrupt = !verifies(checkpoint, reader.version, reader.pod_level_resource_managers);
  return corrupt ? std::string(kCorruptCheckpoint) : "";
}

std::string load_v2(std::string_view file, MemoryCheckpoint &checkpoint,
                    const KubeletReader &reader, bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  MemoryCheckpoint old(1);
  if (std::string error = load(file, old, reader, corrupt); !error.empty()) return error;
  // Keep what the failed attempt has decoded and overwrite it, as kubelet does.
  if (!old.policy.empty()) checkpoint.policy = old.policy;
  if (old.machine) checkpoint.machine = old.machine;
  if (old.containers && !old.containers->empty()) checkpoint.containers = old.containers;
  return "";
}

// Kubelet 1.37 reads version 3, or an older version as its content.
std::string load_v3(std::string_view file, MemoryCheckpoint &checkpoint,
                    const KubeletReader &reader, bool &corrupt) {
  const std::string error = load(file, checkpoint, reader, corrupt);
  if (error.empty()) return "";
  if (has_data(checkpoint)) return "could not load v3 checkpoint: " + error;
  MemoryCheckpoint old(2);
  if (!load(file, old, reader, corrupt).empty()) {
    old = MemoryCheckpoint(1);
    if (std::string last = load(file, old, reader, corrupt); !last.empty()) return last;
  }
  old.version = 3;
  checkpoint = std::move(old);
  return "";
}

std::string load_newest(std::string_view file, MemoryCheckpoint &checkpoint,
                        const KubeletReader &reader, bool &corrupt) {
  switch (checkpoint.version) {
    case 3:
      return load_v3(file, checkpoint, reader, corrupt);
    case 2:
      return load_v2(file, checkpoint, reader, corrupt);
    default:
      return load(file, checkpoint, reader, corrupt);
  }
}

}  // namespace

MemoryReadResult read_memory_as_kubelet(std::string_view file, const KubeletReader &reader) {
  MemoryReadResult result;
  result.checkpoint = MemoryCheckpoint(memory_file_version(reader));
  std::string error = load_newest(file, result.checkpoint, reader, result.corrupt);
  if (error.empty() && result.checkpoint.policy != reader.policy)
    error = "[memorymanager] configured policy " + go_quote(reader.policy) +
            " differs from state checkpoint policy " + go_quote(result.checkpoint.policy);
  if (!error.empty())
    result.error = "could not restore state from checkpoint: " + error +
                   ", please drain this node and delete the memory manager checkpoint file " +
                   quoted_path(reader.directory, kMemoryFile) + " before restarting Kubelet";
  if (!reader.pod_level_resource_managers && result.checkpoint.pods)
    result.checkpoint.pods->clear();
  return result;
}

}  // namespace koord::wire
