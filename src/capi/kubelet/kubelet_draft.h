// A file cpu_manager_state read as far as it goes, whatever kubelet thinks of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "capi/kubelet/kubelet_files.h"
#include "wire/kubelet/cpu_checkpoint.h"

namespace koord::capi {

struct KubeletDraft {
  int version = 2;
  uint64_t stored_checksum = 0;
  bool sealed = false;  // the checksum is right, in version 4 that of the data
  bool same_for_older =
      true;  // false: kubelets that do not know version 4 read something else in it
  std::string policy;
  kubelet::CpuState state;
  std::vector<kubelet::Finding> unreadable;  // sets
  std::map<std::string, CpuSet> pods;        // from version 3 on
  std::set<std::string> resized;             // pods of version 4 with baselines
  std::map<std::string, CpuSet> nameless;    // of version 1: containers nobody knows, by id
};

// The version whose structure and checksum fit; where no checksum does, the structure decides. None
// where the text has the structure of no version. Throws kLimit.
std::optional<wire::CpuCheckpoint> any_version(std::string_view file);
// `file` is what the checkpoint was read from.
KubeletDraft draft_of(const wire::CpuCheckpoint &checkpoint, std::string_view file,
                      const Present &present);

}  // namespace koord::capi
