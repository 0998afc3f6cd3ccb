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
  // Returns the container's exclusive CPUs to the default set.
  void release(ContainerHolding &container);

 private:
  CpuSet available() const { return trial_.shared - setup_.reserved(); }
  Advice hints(const CpuSet &available, const CpuSet &reusable, int64_t cpus) const;
  void update_reusable(const ContainerRequest &container, const CpuSet &cpus);

  const NodeSetup &setup_;
  Attempt &trial_;
};

}  // namespace koord::kubelet
