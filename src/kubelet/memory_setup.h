// What the memory manager has to give on a machine: kinds of memory, and how much of each every
// NUMA node has and keeps for the system.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kubelet/config.h"
#include "topology/topology.h"

namespace koord::kubelet {

struct MemoryCapacity {
  bool known = false;  // the node reports this kind, if only with 0 bytes
  uint64_t total = 0;
  uint64_t system_reserved = 0;
  uint64_t allocatable = 0;
};

class MemorySetup {
 public:
  static constexpr int kUnknown = -1;

  MemorySetup() = default;  // policy None: no kinds, no nodes
  // Policy Static. Throws kInvalid in kubelet's words when reservedMemory does not suit the
  // machine or the node's reservation.
  MemorySetup(const Topology &topology, const Config &config);

  size_t nodes() const { return nodes_; }
  size_t kinds() const { return kinds_.size(); }
  const std::string &kind_name(size_t kind) const { return kinds_[kind]; }  // ascending
  uint64_t page_bytes(size_t kind) const { return page_bytes_[kind]; }      // 0: memory
  int find_kind(std::string_view name) const;                               // or kUnknown
  const MemoryCapacity &capacity(size_t node, size_t kind) const {
    return capacities_[node * kinds_.size() + kind];
  }

 private:
  MemoryCapacity &at(size_t node, std::string_view kind);
  void reserve(const Topology &topology, const Config &config);
  void finish_node(size_t node, int id);

  size_t nodes_ = 0;
  std::vector<std::string> kinds_;
  std::vector<uint64_t> page_bytes_;
  std::vector<MemoryCapacity> capacities_;  // a row of kinds for each node
};

}  // namespace koord::kubelet
