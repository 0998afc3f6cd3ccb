// Kubelet's CPU manager with the static policy, for one pod on one node.
#pragma once

#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

class CpuManager {
 public:
  CpuManager(const NodeSetup &setup, Attempt &trial) : setup_(setup), trial_(trial) {}

  Advice container_hints(const ContainerRequest &container) const;
  Advice pod_hints(const PodRequest &pod) const;
  // affinity: NUMA nodes that the topology manager chose, 0 without preference.
  Refusal allocate(const ContainerRequest &container, numa::Mask affinity);
  // Takes CPUs for a pod as a whole and divides them among its containers.
  Refusal allocate_pod(const PodRequest &pod, numa::Mask affinity);
  // Returns the container's exclusive CPUs to the default set. Those of a pod as a whole return
  // with its last container.
  void release(ContainerHolding &container);

 private:
  CpuSet available() const { return trial_.shared - setup_.reserved(); }
  Advice hints(const CpuSet &available, const CpuSet &reusable, int64_t cpus) const;
  Refusal pick_new(int64_t cpus, numa::Mask affinity, CpuSet &picked) const;
  Refusal divide(const PodRequest &pod, const CpuSet &cpus, numa::Mask affinity, bool restored);
  bool restores() const { return setup_.version() >= KubeletVersion::k138 && trial_.pod.cpus; }
  bool overlaps_shared() const;
  bool is_prefix(const PodRequest &pod) const;
  void release_all();
  void update_reusable(const ContainerRequest &container, const CpuSet &cpus);

  const NodeSetup &setup_;
  Attempt &trial_;
};

}  // namespace koord::kubelet
