// kubelet's cpu_manager_state, versions 1 to 4: which CPUs each container has for itself.
// v1 (read only since 1.18) names containers by id, v2 by pod and name, v3 adds sets of whole pods.
// v4 (written since 1.37) has all of that once more as text, with a checksum of its own, beside
// what a reader of v2 understands.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "wire/json/go_decoder.h"
#include "wire/kubelet/checkpoint.h"

namespace koord::wire {

// The file as stored: sets are texts, because the checksum covers them as they were written.
// A map that a file leaves out is empty; null makes it absent.
struct CpuCheckpoint {
  explicit CpuCheckpoint(int file_version = 2);

  int version;  // 1 to 4: which of the following count
  std::string policy;
  std::string default_cpus;
  GoMap<std::string, std::string> containers;                   // 1: by container id
  GoMap<std::string, GoMap<std::string, std::string>> entries;  // from 2: by pod uid and container
  GoMap<std::string, CpuSet> pods;                              // from 3: by pod uid
  GoMap<std::string, GoMap<std::string, std::string>> baselines;  // 4: what resized ones began with
  uint64_t checksum = 0;
  // 4: the text that all other fields but checksum are read from.
  std::string data;
  uint64_t data_checksum = 0;
};

// The same as sets of CPUs.
struct CpuManagerState {
  int version = 2;  // of the file it came from
  std::string policy;
  CpuSet default_cpus;
  std::map<std::string, std::map<std::string, CpuSet>> entries;  // by pod uid and container
  std::map<std::string, CpuSet> pods;
};

inline constexpr size_t kMaxCheckpointSets = 65536;  // CPU sets in one file

// Decodes the file as `version`, without looking at the checksum. Throws kInvalid with Go's
// message, kLimit when the file is absurdly large.
CpuCheckpoint decode_cpu_checkpoint(std::string_view file, int version);
// Decodes as checkpoint.version into what `checkpoint` already holds, as far as it goes; returns
// Go's error or "".
std::string decode_cpu_file(std::string_view file, CpuCheckpoint &checkpoint);
// Whether a file decoded as version 4, rightly or not, is one: kubelet then tries no older version.
bool has_data(const CpuCheckpoint &checkpoint);
// The text whose hash is the checksum, and that hash: in version 4 of what a reader of version 2
// understands.
std::string hashed_text(const CpuCheckpoint &checkpoint);
uint32_t checksum_of(const CpuCheckpoint &checkpoint);
// Whether kubelet takes the checksum for right: versions 1 and 2 may lack one. In version 4 it
// looks at that of the data alone.
bool verifies(const CpuCheckpoint &checkpoint, KubeletVersion kubelet = kDefaultKubeletVersion,
              bool pod_level_resource_managers = false);
// Whether a file of version 4 also says to readers of version 2 what it says to kubelet 1.37.
bool agrees_with_version_2(const CpuCheckpoint &checkpoint, std::string_view file);
// The file with its right checksum, byte for byte as kubelet writes it. Absent maps count as empty:
// kubelet could not read a file back that was hashed with one absent.
std::string encode(CpuCheckpoint checkpoint);

// A file of version 2, 3 or 4 that holds `state`; version 2 has no place for state.pods.
CpuCheckpoint to_checkpoint(const CpuManagerState &state, int version);
// Throws kInvalid with kubelet's words where a set cannot be read, kLimit for too many sets.
CpuManagerState to_state(const CpuCheckpoint &checkpoint);

// The version that a kubelet writes.
int cpu_file_version(const KubeletReader &kubelet);
// What kubelet makes of the file: a state, or the error it stops with.
struct CpuReadResult {
  CpuManagerState state;
  std::string error;     // "" when it reads the file
  bool corrupt = false;  // it is a file of some version with a wrong checksum
};
CpuReadResult read_as_kubelet(std::string_view file, const KubeletReader &reader);

// Any version, whatever kubelet is configured for. Entries of version 1 come under pod "", by
// container id. Throws kInvalid, kCorrupt (the checksum is wrong) or kLimit, naming the file.
CpuManagerState read_cpu_manager_state(std::string_view file);

}  // namespace koord::wire
