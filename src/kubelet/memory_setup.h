// Memory of a machine for the memory manager: its kinds, and the total and system-reserved amount
// of each kind on every NUMA node.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kubelet/config.h"
#include "topology/topology.h"

namespace koord::kubelet {

// Adds bytes and saturates at the largest number instead of wrapping.
inline uint64_t saturated(uint64_t a, uint64_t b) noexcept {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

struct MemoryCapacity {
  bool known = false;  // the node reports this kind, even if with 0 bytes
  uint64_t total = 0;
  uint64_t system_reserved = 0;
  uint64_t allocatable = 0;
};

class MemorySetup {
 public:
  static constexpr int kUnknown = -1;

  MemorySetup() = default;  // policy None: no kinds, no nodes
  // Policy Static. Throws kInvalid with kubelet's message if reservedMemory does not match the
  // machine or the node's reservation.
  MemorySetup(const Topology &topology, const Config &config);
  // Policy Static of a running kubelet. `kinds` are ascending, `capacities` has one row of kinds
  // per NUMA node.
  MemorySetup(std::vector<std::string> kinds, std::vector<MemoryCapacity> capacities);

  size_t nodes() const { return nodes_; }
  size_t kinds() const { return kinds_.size(); }
  const std::string &kind_name(size_t kind) const { return kinds_[kind]; }  // ascending
  uint64_t page_bytes(size_t kind) const { return page_bytes_[kind]; }      // 0 for ordinary memory
  int find_kind(std::string_view name) const;  // kUnknown if there is none
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
  std::vector<MemoryCapacity> capacities_;  // one row of kinds per node
};

}  // namespace koord::kubelet
