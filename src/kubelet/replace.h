// Puts CPUs that a scheduler assigned to pods into the state of kubelet's CPU manager.
#pragma once

#include <span>
#include <string>

#include "base/cpu_set.h"
#include "kubelet/repair.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// A pod to which a scheduler assigned CPUs.
struct ScheduledPod {
  std::string name;  // for messages
  PodRequest request;
  CpuSet cpus;
};
// Replaces the entries of these pods. Each container that gets exclusive CPUs from kubelet receives
// as many of the pod's CPUs as it requests. It keeps its CPUs if they are among the pod's;
// otherwise the node's policy picks. Init containers use the same CPUs as later containers. Throws
// kConflict, with the pod's name, if CPUs are absent, reserved, held by another pod or too few, or
// if kubelet does not start with `state`. Throws kInvalid for pods without uid or given twice.
Repair replace_cpus(const NodeSetup &setup, const CpuState &state,
                    std::span<const ScheduledPod> pods);

}  // namespace koord::kubelet
