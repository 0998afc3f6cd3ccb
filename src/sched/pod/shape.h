// The shape of a pod: all properties that a verdict depends on. Pods of one Deployment share it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/refusal.h"
#include "cpu/koordinator.h"
#include "device/request/request.h"
#include "object/objects.h"
#include "object/pod_request.h"
#include "sched/kubelet_gate.h"
#include "sched/memory_gate.h"
#include "sched/options.h"
#include "sched/resources.h"

namespace koord::sched {

// An amount of a resource that a pod requests or a node has as allocatable.
struct ResourceAmount {
  ResourceId resource;
  int64_t amount;  // > 0
  // True if a fraction was rounded up against the profile's rules: NUMA nodes cannot supply it.
  bool fraction = false;
};

struct Shape {
  std::string key;  // equal for pods of one shape, and only for them

  object::Qos qos = object::Qos::kNone;
  object::KubeQos kube_qos = object::KubeQos::kBestEffort;
  object::PriorityClass priority_class = object::PriorityClass::kNone;
  object::PodBind required_bind = object::PodBind::kDefault;
  // With the configuration's default filled in.
  object::PodBind preferred_bind = object::PodBind::kDefault;
  bool requests_spread = false;  // true if the pod itself states SpreadByPCPUs
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  object::NumaPolicy numa_policy = object::NumaPolicy::kAbsent;
  bool numa_exclusive = false;

  // Requests of the whole pod: well-known resources first,
  // then by name. The last may be kUnknown, which no node has.
  std::vector<ResourceAmount> requests;
  object::NamesPtr names;  // of requested resources that are not well known
  // Names of resources that a pod holds but does not
  // request. Such a pod shares its shape with no other.
  object::NamesPtr names_held;
  int64_t cpu_milli = 0;
  int64_t cpu_limit_milli = 0;  // 0 if there is no limit

  bool owns_cpus = false;  // LSE, LSR: gets CPUs of its own if a bind policy is in force
  bool binds = false;      // the pod's own bind policy is in force on every node
  bool isolated = false;   // its own CPUs must be isolated CPUs
  // Runs in the shared pool of one NUMA node that can hold its limit.
  bool constrained_burst = false;
  bool tolerates_unschedulable = false;
  bool best_effort = false;  // BE, SYSTEM, or no QoS class and BestEffort
  // Set for best-effort pods unless NUMA policies apply to all of their requests. Only the
  // requested extended resources, `extended`, are aligned then: kubelet's device manager has hints
  // for pods of every QoS class, its CPU and memory managers have none for these pods.
  bool aligns_extended_only = false;
  std::vector<ResourceId> extended;
  int cpus = 0;  // requested CPUs, for pods that own them

  // CPUs that kubelet's static policy pins for the pod, over all its containers; 0 and nullptr if
  // it pins none. For pods with pod-level resources they are the most that any kubelet pins:
  // Node::pinned_cpus() returns the number of one kubelet.
  int64_t pinned_cpus = 0;
  std::shared_ptr<const Pinned> pinned;
  // Returns true if kubelets with the gate PodLevelResourceManagers pin CPUs of the pod as a whole.
  bool pinned_as_whole() const { return pinned != nullptr && pinned->request.pod_level; }
  // Requests of the containers of a Guaranteed pod that a resize can change, in order; empty if the
  // pod has one container, whose requests are those of the pod.
  struct ContainerAmounts {
    int64_t cpu_milli = 0;
    int64_t memory = 0;
  };
  std::vector<ContainerAmounts> container_amounts;

  // CPUs and memory that the managers of a kubelet with the memory manager policy Static give to a
  // Guaranteed pod, and devices that a device manager gives to any pod; nullptr if they give it
  // nothing.
  std::shared_ptr<const Managed> managed;
  // The refusal of a kubelet with the memory manager policy Static.
  Refusal memory_refusal;

  std::shared_ptr<const device::Request> devices;  // nullptr if none are requested
  Refusal device_refusal;                          // set if no devices can satisfy the request
  // True if device_refusal holds on every node: no node counts these resources without a Device
  // object, or the profile refuses the request everywhere.
  bool refuses_devices = false;
  std::string device_policies;  // the pod's device annotations, as part of `key`
  // The nodes without a Device object on which the pod waits for one.
  enum class AwaitsDevices : uint8_t { kNever, kWhereKoordinatorListsThem, kEverywhere };
  AwaitsDevices awaits_devices = AwaitsDevices::kNever;

  // Set if no node can satisfy CPUs and amounts in any state; see refusal_of_request().
  Refusal refusal;

  bool requests_unknown() const {
    return !requests.empty() && requests.back().resource == Resources::kUnknown;
  }
  // Only a slot in the node's limit of pods.
  bool requests_nothing() const { return requests.size() == 1; }
  // Returns true if the shape can change when nodes get other resources.
  bool follows_names() const { return names != nullptr || requests_unknown(); }
};

// Returns true if the pod's NUMA nodes must supply its request of the resource.
inline bool aligns(const Shape &shape, ResourceId resource) {
  return !shape.aligns_extended_only ||
         std::ranges::find(shape.extended, resource) != shape.extended.end();
}

// Returns why no node grants the request of a new pod in any state. Returns a refusal without a
// reason if the nodes decide.
inline const Refusal &refusal_of_request(const Shape &shape) {
  return shape.refuses_devices && !shape.refusal.refused() ? shape.device_refusal : shape.refusal;
}

// Returns true if the pod requests a resource that devices may
// have. Names of Kubernetes' own resources have no domain.
inline bool may_have_devices(const Shape &shape, const Resources &resources) {
  return shape.devices != nullptr &&
         (!shape.devices->types.empty() ||
          std::ranges::any_of(shape.devices->others, [&](const device::ResourceAmount &part) {
            return resources.name(part.resource).find('/') != std::string::npos;
          }));
}

// Returns the amount of a resource that the pod requests.
inline int64_t request_of(const Shape &shape, ResourceId resource) {
  for (const ResourceAmount &request : shape.requests)
    if (request.resource == resource) return request.amount;
  return 0;
}

// Returns true if the number of the resource stays valid as long as the shape exists.
inline bool is_named_by(const Shape &shape, ResourceId resource) {
  return resource < kWellKnownResources || request_of(shape, resource) > 0 ||
         (shape.names_held != nullptr && shape.names_held->has(resource));
}

// kToRequest: the pod may name resources that no node has and is rejected for that. kToHold:
// amounts that a pod holds are accounted for, even if its node gets the resource later.
enum class Purpose { kToRequest, kToHold };

// Returns the pod's exclusive policy with the default resolved.
inline ExclusivePolicy exclusive_policy(const Shape &shape) { return resolved(shape.exclusive); }

// Returns the shape that the pod would have with this CPU request, which must be above 0. A limit
// equal to the request changes with it. Under ConstrainedBurst, for which the limit counts, `milli`
// becomes the limit. `pinned` and `managed` are those of the changed pod.
Shape with_cpu(const Shape &shape, int64_t milli, std::shared_ptr<const Pinned> pinned,
               std::shared_ptr<const Managed> managed);

// Returns a pod's shape without its device request. The key is complete. Throws kLimit if sums
// exceed 2^63 - 1 or there are too many resources.
Shape outline_shape(const object::PodObject &pod, const object::PodTotals &totals,
                    const Options &options, const Resources &resources, Purpose purpose);
// Adds the device request, which follows from the requests, the pod's annotations and the options.
void add_device_request(const object::PodObject &pod, const Options &options,
                        const Resources &resources, Shape &shape);

}  // namespace koord::sched
