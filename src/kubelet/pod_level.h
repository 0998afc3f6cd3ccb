// Checks of pods whose managers serve them as a whole (gate PodLevelResourceManagers): containers
// without resources of their own share those of the pod that no other container has.
#pragma once

#include "base/refusal.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"

namespace koord::kubelet {

// Return a refusal if containers leave nothing of the pod's CPUs or memory to those that share.
Refusal check_shared_cpus(const PodRequest &pod);
Refusal check_shared_memory(const NodeSetup &setup, const PodRequest &pod);

}  // namespace koord::kubelet
