// kubelet's cpu_manager_state, versions 1 to 4: the exclusive CPUs of each
// container. v1 (read only since 1.18) names containers by id, v2 by pod and
// name, v3 adds sets of whole pods. v4 (written since 1.37) repeats all of
// that as text with its own checksum, beside what a reader of v2 understands.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "wire/json/go_decoder.h"
#include "wire/kubelet/checkpoint.h"

namespace koord::wire {

// The file as stored. Sets are texts, because the checksum covers them as written. A map that a
// file omits is empty; null makes it absent.
struct CpuCheckpoint {
  explicit CpuCheckpoint(int file_version = 2);

  int version;  // 1 to 4: determines which of the following fields apply
  std::string policy;
  std::string default_cpus;
  GoMap<std::string, std::string> containers;                   // 1: by container id
  GoMap<std::string, GoMap<std::string, std::string>> entries;  // from 2: by pod uid and container
  GoMap<std::string, CpuSet> pods;                              // from 3: by pod uid
  // 4: the original CPUs of resized containers.
  GoMap<std::string, GoMap<std::string, std::string>> baselines;
  uint64_t checksum = 0;
  // 4: the text from which all other fields but checksum are read.
  std::string data;
  uint64_t data_checksum = 0;
};

// The checkpoint with sets of CPUs instead of texts.
struct CpuManagerState {
  int version = 2;  // of the source file
  std::string policy;
  CpuSet default_cpus;
  std::map<std::string, std::map<std::string, CpuSet>> entries;  // by pod uid and container
  std::map<std::string, CpuSet> pods;
};

inline constexpr size_t kMaxCheckpointSets = 65536;  // CPU sets in one file

// Decodes the file as `version` without verifying the checksum. Throws kInvalid with Go's message,
// kLimit if the file is absurdly large.
CpuCheckpoint decode_cpu_checkpoint(std::string_view file, int version);
// Decodes the file as checkpoint.version, as far as possible, and keeps other contents of
// `checkpoint`. Returns Go's error or an empty string.
std::string decode_cpu_file(std::string_view file, CpuCheckpoint &checkpoint);
// Returns true if a file that was decoded as version 4, successfully or not, is of that version.
// Kubelet then tries no older one.
bool has_data(const CpuCheckpoint &checkpoint);
// Return the text whose hash is the checksum, and that hash. In
// version 4 they cover what a reader of version 2 understands.
std::string hashed_text(const CpuCheckpoint &checkpoint);
uint32_t checksum_of(const CpuCheckpoint &checkpoint);
// Returns true if kubelet accepts the checksum. Versions 1 and 2 may lack one. In version 4 only
// the checksum of the data is verified.
bool verifies(const CpuCheckpoint &checkpoint, KubeletVersion kubelet = kDefaultKubeletVersion,
              bool pod_level_resource_managers = false);
// Returns true if a file of version 4 means the same to readers of version 2 as to kubelet 1.37.
bool agrees_with_version_2(const CpuCheckpoint &checkpoint, std::string_view file);
// Writes the file with a correct checksum, byte for byte as kubelet does. Absent maps count as
// empty, because kubelet could not read back a file that was hashed with an absent map.
std::string encode(CpuCheckpoint checkpoint);

// Returns a file of version 2, 3 or 4 with `state`. Version 2 cannot hold state.pods.
CpuCheckpoint to_checkpoint(const CpuManagerState &state, int version);
// Throws kInvalid with kubelet's message if a set cannot be parsed, kLimit for too many sets.
CpuManagerState to_state(const CpuCheckpoint &checkpoint);

// Returns the version that a kubelet writes.
int cpu_file_version(const KubeletReader &kubelet);
// The result of kubelet's reading the file: a state, or the error with which kubelet exits.
struct CpuReadResult {
  CpuManagerState state;
  std::string error;     // empty on success
  bool corrupt = false;  // the file is of some version, but its checksum is wrong
};
CpuReadResult read_as_kubelet(std::string_view file, const KubeletReader &reader);

// Reads any version, whatever kubelet is configured for. Entries of version 1 are under pod "", by
// container id. Throws kInvalid, kCorrupt (the checksum is wrong) or kLimit, naming the file.
CpuManagerState read_cpu_manager_state(std::string_view file);

}  // namespace koord::wire
