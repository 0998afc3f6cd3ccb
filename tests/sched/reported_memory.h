// Nodes whose kubelet reports the state of its memory manager.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sched/clusters.h"

namespace koord::testing {

// Adds the report of a kubelet whose managers are static: `gib` GiB of memory on each NUMA node, of
// which these pods have some.
inline void report_memory(NodeTopology &topology, uint64_t gib,
                          const std::vector<KubeletMemory::Pod> &pods = {}) {
  const auto bytes = [](uint64_t count) { return count * static_cast<uint64_t>(kGi); };
  KubeletMemory memory;
  for (const Topology::NumaNode &node : topology.machine->nodes())
    memory.nodes.push_back({node.id, 0, {node.id}, {{"memory", bytes(gib), bytes(gib), 0}}});
  for (const KubeletMemory::Pod &pod : pods)
    for (const KubeletMemory::Block &block : pod.blocks) {
      KubeletMemory::NumaNode &node = memory.nodes[static_cast<size_t>(block.nodes[0])];
      ++node.assignments;
      node.amounts[0].free -= block.bytes;
    }
  memory.pods = pods;
  topology.kubelet_static = true;
  topology.kubelet_static_memory = true;
  topology.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
}

// Memory of a pod on one NUMA node.
inline KubeletMemory::Block memory_block(int node, uint64_t gib) {
  return {{node}, "memory", gib * static_cast<uint64_t>(kGi)};
}

inline HeldCpus by_kubelet(const std::string &uid, const CpuSet &cpus) {
  HeldCpus held;
  held.uid = uid;
  held.managed_by_kubelet = true;
  held.cpus = cpus;
  return held;
}

}  // namespace koord::testing
