// The readable contents of a file cpu_manager_state, even if kubelet would reject the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "capi/kubelet/files.h"
#include "wire/kubelet/cpu_checkpoint.h"

namespace koord::capi {

struct KubeletDraft {
  int version = 2;
  uint64_t stored_checksum = 0;
  bool checksum_valid = false;  // in version 4 that of the data
  // False if kubelets that do not know version 4 read other contents.
  bool same_for_older = true;
  std::string policy;
  kubelet::CpuState state;
  std::vector<kubelet::Finding> unreadable;          // sets that cannot be parsed
  std::map<std::string, CpuSet> pods;                // from version 3 on
  std::set<std::string> resized;                     // pods of version 4 with baselines
  std::map<std::string, CpuSet> unknown_containers;  // of version 1, by id
};

// Decodes the file as the version whose structure and checksum match. If no checksum matches, the
// structure decides. Returns nullopt if no structure matches. Throws kLimit.
std::optional<wire::CpuCheckpoint> any_version(std::string_view file);
// `file` must be the text from which the checkpoint was read.
KubeletDraft draft_of(const wire::CpuCheckpoint &checkpoint, std::string_view file,
                      const NodePods &node_pods);

}  // namespace koord::capi
