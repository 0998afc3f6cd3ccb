// Admission of one pod to one node: merges the managers' hints as the topology manager does, then
// allocates container by container.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

// The NUMA nodes that the topology manager chose for a container.
struct Affinity {
  numa::Mask nodes = 0;  // 0 without preference
  bool preferred = false;
};

struct Admission {
  Refusal refusal;  // its `where` is the index of the refused container in the pod
  // One per container, up to the refused one; empty under topology manager policy none.
  std::vector<Affinity> affinities;
};

// Changes `trial` as kubelet changes its state, even if the pod is refused: containers before the
// refused one keep their resources until the pod is swept.
Admission admit(const NodeSetup &setup, const PodRequest &pod, Attempt &trial);

// Releases everything that the pod holds, in the order of its containers.
void sweep(const NodeSetup &setup, Attempt &trial);

}  // namespace koord::kubelet
