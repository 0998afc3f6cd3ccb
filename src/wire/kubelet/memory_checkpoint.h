// kubelet's memory_manager_state: the NUMA nodes and amounts of memory of each container. v1 is
// written by kubelet 1.36, v2 adds blocks of whole pods. v3 (written since 1.37) repeats all of
// that as text with its own checksum, beside what a reader of v1 understands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wire/json/go_decoder.h"
#include "wire/kubelet/checkpoint.h"

namespace koord::wire {

// Bytes of one kind of memory ("memory", "hugepages-1Gi") on one node.
struct MemoryTable {
  uint64_t total = 0;
  uint64_t system_reserved = 0;
  uint64_t allocatable = 0;
  uint64_t reserved = 0;
  uint64_t free = 0;
};

struct MemoryNode {
  int64_t assignments = 0;
  GoMap<std::string, std::optional<MemoryTable>> memory;  // by kind
  GoList<int64_t> cells;                                  // the node and the nodes grouped with it
};

struct MemoryBlock {
  GoList<int64_t> nodes;
  std::string kind;
  uint64_t size = 0;
};

struct MemoryPod {
  GoList<MemoryBlock> blocks;
};

struct MemoryCheckpoint {
  explicit MemoryCheckpoint(int file_version = 1);

  int version;  // 1 to 3
  std::string policy;
  GoMap<int64_t, std::optional<MemoryNode>> machine;                       // by NUMA node
  GoMap<std::string, GoMap<std::string, GoList<MemoryBlock>>> containers;  // by pod uid and name
  GoMap<std::string, MemoryPod> pods;                                      // from 2: by pod uid
  uint64_t checksum = 0;
  // 3: the text from which all other fields but checksum are read.
  std::string data;
  uint64_t data_checksum = 0;
};

// Decodes the file as `version` without verifying the checksum. Throws kInvalid with Go's message,
// kLimit if the file is absurdly large.
MemoryCheckpoint decode_memory_checkpoint(std::string_view file, int version);
// Decodes the file as checkpoint.version, as far as possible, and keeps other contents of
// `checkpoint`. Returns Go's error or an empty string. `kubelet` affects only names in the error.
std::string decode_memory_file(std::string_view file, MemoryCheckpoint &checkpoint,
                               KubeletVersion kubelet = kDefaultKubeletVersion);
// Returns true if a file that was decoded as version 3, successfully or not, is of that version.
// Kubelet then tries no older one.
bool has_data(const MemoryCheckpoint &checkpoint);
// Return the text whose hash is the checksum, and that hash.
std::string hashed_text(const MemoryCheckpoint &checkpoint);
uint32_t checksum_of(const MemoryCheckpoint &checkpoint);
// Returns true if kubelet accepts the checksum. Version 1 may lack one. In version 3 only the
// checksum of the data is verified.
bool verifies(const MemoryCheckpoint &checkpoint, KubeletVersion kubelet = kDefaultKubeletVersion,
              bool pod_level_resource_managers = false);
// Returns true if a file of version 3 means the same to readers of version 1 as to kubelet 1.37.
bool agrees_with_version_1(const MemoryCheckpoint &checkpoint, std::string_view file);
// Writes the file with a correct checksum, byte for byte as kubelet
// does. Absent containers and pods count as empty, because kubelet
// could not read back a file that was hashed with an absent map.
std::string encode(MemoryCheckpoint checkpoint);

// Returns the version that a kubelet writes.
int memory_file_version(const KubeletReader &kubelet);
// The result of kubelet's reading the file: its content, or the error with which kubelet exits.
struct MemoryReadResult {
  MemoryCheckpoint checkpoint;
  std::string error;     // empty on success
  bool corrupt = false;  // the file is of some version, but its checksum is wrong
};
MemoryReadResult read_memory_as_kubelet(std::string_view file, const KubeletReader &reader);

}  // namespace koord::wire
