// One pod arriving at one node: what the topology manager makes of the managers' hints, and what
// they then give, container by container.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

// The NUMA nodes the topology manager keeps for a container.
struct Affinity {
  numa::Mask nodes = 0;  // 0: none in particular
  bool preferred = false;
};

struct Admission {
  Refusal refusal;  // where: the container that was refused, by index in the pod
  // By container, up to the one that was refused; empty under topology manager policy none.
  std::vector<Affinity> affinities;
};

// Changes `trial` as kubelet changes its state, also where it ends in a refusal: containers before
// the one refused keep what they got until the pod is swept.
Admission admit(const NodeSetup &setup, const PodRequest &pod, Attempt &trial);

// All that the pod holds is released, in the order of its containers.
void sweep(const NodeSetup &setup, Attempt &trial);

}  // namespace koord::kubelet
