// The requests of a pod that kubelet's managers serve, in the form in which a gate evaluates them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "kubelet/requests.h"
#include "object/objects.h"

namespace koord::sched {

// CPUs and memory that kubelet's managers give to the containers of a Guaranteed pod, and devices
// that they give to those of any pod.
struct Managed {
  kubelet::PodRequest request;
  // The request as kubelets since 1.38 read it, if that is another one.
  std::optional<kubelet::PodRequest> since_138;
  // The devices of a pod with pod-level resources, without which kubelets serve it that do not have
  // the gate PodLevelResourceManagers; nullopt if it requests none.
  std::optional<kubelet::PodRequest> ungated;
  // Returns true if the pod requests resources that a device plugin may have.
  bool may_have_devices() const { return !request.extended.empty(); }
  struct Sum {
    int64_t cpus = 0;     // exclusive
    int64_t divisor = 0;  // greatest common divisor of the containers' CPUs
    uint64_t bytes = 0;
  };
  // The request of all containers together, beside devices; nullopt if there are init containers,
  // pod-level resources or huge pages. No container leaves resources to another one, so that each
  // of them finds its request on a NUMA node that has the sum.
  std::optional<Sum> sum;
};

// Returns nullptr for pods that kubelet's managers ignore. Pods with more than
// Pinned::kMaxContainers containers, more kinds of memory than a node can have, or a sum of memory
// beyond int64 are not evaluated: nullptr, too. So are mirror pods: reports have static pods under
// kubelet's uid.
std::shared_ptr<const Managed> managed_of(const object::PodObject &pod, object::KubeQos qos);

}  // namespace koord::sched
