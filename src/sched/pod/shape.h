// The shape of a pod: everything about it that a verdict depends on. Pods of one Deployment share
// it.
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
#include "sched/options.h"
#include "sched/resources.h"

namespace koord::sched {

// What a pod requests of a resource, or a node has as allocatable.
struct ResourceAmount {
  ResourceId resource;
  int64_t amount;         // > 0
  bool fraction = false;  // NUMA nodes cannot supply it: rounded up, and rules do not allow that
};

struct Shape {
  std::string key;  // equal for pods of one shape, and only for them

  object::Qos qos = object::Qos::kNone;
  object::KubeQos kube_qos = object::KubeQos::kBestEffort;
  object::PriorityClass priority_class = object::PriorityClass::kNone;
  object::PodBind required_bind = object::PodBind::kDefault;
  object::PodBind preferred_bind = object::PodBind::kDefault;  // the configuration's filled in
  bool requests_spread = false;  // SpreadByPCPUs, by the pod's own word
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  object::NumaPolicy numa_policy = object::NumaPolicy::kAbsent;
  bool numa_exclusive = false;

  // Requests of the whole pod: resources that rules know, then by name; the last may be kUnknown,
  // which no node has.
  std::vector<ResourceAmount> requests;
  object::NamesPtr names;  // of those that rules do not know
  // Names of resources that a pod holds and does not request; it shares its shape with no other pod
  // then.
  object::NamesPtr names_held;
  int64_t cpu_milli = 0;
  int64_t cpu_limit_milli = 0;  // 0: no limit

  bool owns_cpus = false;          // LSE, LSR: gets CPUs of its own where a bind policy is in force
  bool binds = false;              // one is, whatever the node
  bool isolated = false;           // the CPUs of its own must be isolated ones
  bool constrained_burst = false;  // wants one NUMA node's shared pool that holds its limit
  bool best_effort = false;        // BE, SYSTEM: runs where there is room
  // Set for such pods unless NUMA policies hold for all they request: only `extended`, the extended
  // resources that it requests, are aligned. Kubelet's device manager has hints for pods of every
  // QoS class, its CPU and memory managers have none for these.
  bool aligns_extended_only = false;
  std::vector<ResourceId> extended;
  int cpus = 0;  // where it binds

  // What a kubelet of the static policy pins of it, CPUs of the whole pod first; nullptr and 0:
  // nothing.
  int64_t pinned_cpus = 0;
  std::shared_ptr<const Pinned> pinned;
  // Requests of the containers of a Guaranteed pod that a resize can change, in order; empty if the
  // pod has one container, whose requests are those of the pod.
  struct ContainerAmounts {
    int64_t cpu_milli = 0;
    int64_t memory = 0;
  };
  std::vector<ContainerAmounts> container_amounts;

  // Why a kubelet refuses it whose memory manager has the policy Static.
  Refusal memory_refusal;

  std::shared_ptr<const device::Request> devices;  // nullptr: none
  Refusal device_refusal;                          // of a request that no devices can meet
  std::string device_policies;                     // of its annotations, for `key`
  // The nodes without a Device object on which it waits for one.
  enum class AwaitsDevices : uint8_t { kNever, kWhereKoordinatorListsThem, kEverywhere };
  AwaitsDevices awaits_devices = AwaitsDevices::kNever;

  // Why no node can grant the request, whatever its state; device requests have device_refusal.
  Refusal refusal;

  bool requests_unknown() const {
    return !requests.empty() && requests.back().resource == Resources::kUnknown;
  }
  bool requests_nothing() const { return requests.size() == 1; }  // but to be one more pod
  // Whether it may be another one when nodes have other resources.
  bool follows_names() const { return names != nullptr || requests_unknown(); }
};

// Returns true if the pod's NUMA nodes have to have what it requests of the resource.
inline bool aligns(const Shape &shape, ResourceId resource) {
  return !shape.aligns_extended_only ||
         std::ranges::find(shape.extended, resource) != shape.extended.end();
}

// What is said of the request before any node is looked at.
inline const Refusal &refusal_of(const Shape &shape, const Options &options) {
  const bool of_devices = options.rules().refuses_device_requests_first && !shape.refusal.refused();
  return of_devices ? shape.device_refusal : shape.refusal;
}

// Returns true if the pod requests a resource that devices may have. Names of Kubernetes' own
// resources have no domain.
inline bool may_have_devices(const Shape &shape, const Resources &resources) {
  return shape.devices != nullptr &&
         (!shape.devices->types.empty() ||
          std::ranges::any_of(shape.devices->others, [&](const device::Part &part) {
            return resources.name(part.resource).find('/') != std::string::npos;
          }));
}

// How much of a resource the pod requests.
inline int64_t request_of(const Shape &shape, ResourceId resource) {
  for (const ResourceAmount &request : shape.requests)
    if (request.resource == resource) return request.amount;
  return 0;
}

// Whether the shape keeps the name of a resource, where that has to be.
inline bool is_named_by(const Shape &shape, ResourceId resource) {
  return resource < kWellKnownResources || request_of(shape, resource) > 0 ||
         (shape.names_held != nullptr && shape.names_held->has(resource));
}

// A pod that asks may name resources that no node has, a tenant's inventions, and is told so. What
// a pod has is accounted for, also where its node comes to have the resource later.
enum class Purpose { kToRequest, kToHold };

// Its exclusive policy as the CPU picker knows it.
inline ExclusivePolicy exclusive_policy(const Shape &shape) { return resolved(shape.exclusive); }

// The shape of the same pod had it asked for this much CPU, more than 0: its limit goes with its
// request where they are the same, and where the limit is what counts (ConstrainedBurst) it becomes
// the limit. `pinned`: of that pod.
Shape with_cpu(const Shape &shape, int64_t milli, std::shared_ptr<const Pinned> pinned);

// The shape of a pod under a configuration without its device requests; its key is complete. Throws
// kLimit (sums beyond 2^63 - 1, too many resources).
Shape outline_shape(const object::PodObject &pod, const object::PodTotals &totals,
                    const Options &options, const Resources &resources, Purpose purpose);
// The rest of it, which follows from the pod's annotations and what is there.
void add_device_request(const object::PodObject &pod, const Options &options,
                        const Resources &resources, Shape &shape);

}  // namespace koord::sched
