// kubelet's memory_manager_state: which NUMA nodes and how much memory each container has.
// v1 is what kubelet 1.36 writes, v2 adds blocks of whole pods. v3 (written since 1.37) has all of
// that once more as text, with a checksum of its own, beside what a reader of v1 understands.
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
  GoList<int64_t> cells;                                  // the node and those it is grouped with
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
  // 3: the text that all other fields but checksum are read from.
  std::string data;
  uint64_t data_checksum = 0;
};

// Decodes the file as `version`, without looking at the checksum. Throws kInvalid with Go's
// message, kLimit when the file is absurdly large.
MemoryCheckpoint decode_memory_checkpoint(std::string_view file, int version);
// Decodes as checkpoint.version into what `checkpoint` already holds, as far as it goes; returns
// Go's error or "". `kubelet` decides on names in it alone.
std::string decode_memory_file(std::string_view file, MemoryCheckpoint &checkpoint,
                               KubeletVersion kubelet = kDefaultKubeletVersion);
// Whether a file decoded as version 3, rightly or not, is one: kubelet then tries no older version.
bool has_data(const MemoryCheckpoint &checkpoint);
// The text whose hash is the checksum, and that hash.
std::string hashed_text(const MemoryCheckpoint &checkpoint);
uint32_t checksum_of(const MemoryCheckpoint &checkpoint);
// Whether kubelet takes the checksum for right; none is, in version 1. In version 3 it looks at
// that of the data alone.
bool verifies(const MemoryCheckpoint &checkpoint, KubeletVersion kubelet = kDefaultKubeletVersion,
              bool pod_level_resource_managers = false);
// Whether a file of version 3 also says to readers of version 1 what it says to kubelet 1.37.
bool agrees_with_version_1(const MemoryCheckpoint &checkpoint, std::string_view file);
// The file with its right checksum, byte for byte as kubelet writes it. Absent containers and pods
// count as empty: kubelet could not read a file back that was hashed with one absent.
std::string encode(MemoryCheckpoint checkpoint);

// The version that a kubelet writes.
int memory_file_version(const KubeletReader &kubelet);
// What kubelet makes of the file: its content, or the error it stops with.
struct MemoryReadResult {
  MemoryCheckpoint checkpoint;
  std::string error;     // "" when it reads the file
  bool corrupt = false;  // it is a file of some version with a wrong checksum
};
MemoryReadResult read_memory_as_kubelet(std::string_view file, const KubeletReader &reader);

}  // namespace koord::wire
