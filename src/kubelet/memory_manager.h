// Kubelet's memory manager with the policy Static, for one pod on one node.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/memory_hints.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"

namespace koord::kubelet {

class MemoryManager {
 public:
  MemoryManager(const NodeSetup &setup, Attempt &trial) : setup_(setup), trial_(trial) {}

  // Return one opinion that holds for every requested kind of memory.
  Advice container_hints(const ContainerRequest &container) const;
  Advice pod_hints(const PodRequest &pod) const;
  // chosen: the topology manager's decision for the container; its nodes are 0 without affinity.
  Refusal allocate(const PodRequest &pod, const ContainerRequest &container,
                   const numa::Hint &chosen);
  // Takes memory for a pod as a whole and divides it among its containers.
  Refusal allocate_pod(const PodRequest &pod, const numa::Hint &chosen);
  // Memory of a pod as a whole is released with its last container.
  void release(ContainerHolding &container);

 private:
  std::vector<MemoryKindRequest> requests(std::span<const MemoryRequest> memory) const;
  // held: the blocks that the pod or container has already; nullptr if it has none.
  Advice hints_for(const std::vector<MemoryBlock> *held,
                   std::span<const MemoryRequest> memory) const;
  bool satisfies(numa::Mask nodes, std::span<const MemoryKindRequest> requests) const;
  Refusal choose_nodes(std::span<const MemoryKindRequest> requests, const numa::Hint &chosen,
                       numa::Mask &nodes) const;
  void divide(const PodRequest &pod, numa::Mask nodes);
  Refusal refuse(Reason reason, std::span<const MemoryKindRequest> requests) const;
  uint64_t reusable(numa::Mask nodes, uint32_t kind) const;
  void update_reusable(const ContainerRequest &container, std::span<const MemoryBlock> blocks);
  void shrink_init_blocks(const PodRequest &pod, const ContainerRequest &container,
                          std::span<const MemoryBlock> blocks);
  uint64_t shrink(std::string_view name, const MemoryBlock &like, uint64_t bytes);

  const NodeSetup &setup_;
  Attempt &trial_;
};

}  // namespace koord::kubelet
