// kubelet's memory_manager_state: which NUMA nodes and how much memory each container has.
// v1 is what kubelet 1.36 writes, v2 adds blocks of whole pods.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wire/checkpoint.h"
#include "wire/go_decoder.h"

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

  int version;  // 1 or 2
  std::string policy;
  GoMap<int64_t, std::optional<MemoryNode>> machine;                       // by NUMA node
  GoMap<std::string, GoMap<std::string, GoList<MemoryBlock>>> containers;  // by pod uid and name
  GoMap<std::string, MemoryPod> pods;                                      // 2: by pod uid
  uint64_t checksum = 0;
};

// Decodes the file as `version`, without looking at the checksum. Throws kInvalid with Go's
// message, kLimit when the file is absurdly large.
MemoryCheckpoint decode_memory_checkpoint(std::string_view file, int version);
// The text whose hash is the checksum, and that hash.
std::string hashed_text(const MemoryCheckpoint &checkpoint);
uint32_t checksum_of(const MemoryCheckpoint &checkpoint);
// Whether kubelet takes the checksum for right; none is, in version 1.
bool verifies(const MemoryCheckpoint &checkpoint, bool pod_level_resource_managers = false);
// The file with its right checksum, byte for byte as kubelet writes it. Absent containers and pods
// count as empty: kubelet could not read a file back that was hashed with one absent.
std::string encode(MemoryCheckpoint checkpoint);

// What kubelet 1.36 makes of the file: its content, or the error it stops with.
struct MemoryReadResult {
  MemoryCheckpoint checkpoint;
  std::string error;     // "" when it reads the file
  bool corrupt = false;  // it is a file of some version, but for its checksum
};
MemoryReadResult read_memory_as_kubelet(std::string_view file, const KubeletReader &reader);

}  // namespace koord::wire
