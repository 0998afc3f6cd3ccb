// The memory that a kubelet's memory manager with the policy Static has and holds, as a
// NodeResourceTopology reports it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stored_cpus.h"

namespace koord::object {

struct KubeletMemory {
  static constexpr size_t kMaxNodes = 16;  // kubelet tries every set of them
  static constexpr size_t kMaxKinds = 32;
  static constexpr size_t kMaxPods = 4096;
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 62;

  // Memory of one kind on a NUMA node, in bytes.
  struct Amount {
    std::string kind;              // "memory", "hugepages-1Gi"
    uint64_t allocatable = 0;      // to pods
    uint64_t free = 0;             // at most `allocatable`
    uint64_t system_reserved = 0;  // reservedMemory
    bool operator==(const Amount &) const = default;
  };
  struct NumaNode {
    int id = 0;
    int64_t assignments = 0;      // number of memory blocks that use the node
    std::vector<int> group;       // ids of the nodes it is grouped with, itself included, ascending
    std::vector<Amount> amounts;  // ascending by kind
    bool operator==(const NumaNode &) const = default;
  };
  struct Block {
    std::vector<int> nodes;  // ids, ascending
    std::string kind;
    uint64_t bytes = 0;
    bool operator==(const Block &) const = default;
  };
  struct Pod {
    std::string uid;
    // True if the pod has ended. Kubelet releases its blocks before it admits the next pod.
    bool ended = false;
    std::vector<Block> blocks;
    // CPUs that kubelet's CPU manager gave to the pod, whatever CPUs Koordinator gave to it.
    StoredCpus cpus = {};
    // Kubelet's state was read while it admitted the pod.
    bool is_being_admitted() const { return blocks.empty() && !cpus.set().empty(); }
    bool operator==(const Pod &) const = default;
  };

  std::vector<NumaNode> nodes;  // ascending by id
  std::vector<Pod> pods;        // ascending by uid
  bool prefer_closest = false;  // topology manager option prefer-closest-numa-nodes
  bool operator==(const KubeletMemory &) const = default;
};

}  // namespace koord::object
