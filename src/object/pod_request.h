// What a pod asks for as a whole, as Kubernetes 1.36 computes it from spec alone: what an in-place
// resize has reported in status meanwhile is not looked at.
#pragma once

#include <string>
#include <string_view>

#include "object/objects.h"

namespace koord::object {

// "Pod default/web", for messages.
std::string describe(const PodObject &pod);

// What the API server fills in: requests that are not said are the limits, container by container;
// then, where the pod has resources of its own, its limits of huge pages and its requests. Throws
// kLimit like the functions below. Idempotent.
void fill_defaults(PodObject &pod);

// Per resource the larger of: app containers and sidecars together; the most that any init
// container needs while it runs, sidecars declared before it included. Resources of the pod itself
// replace that. Then its overhead is added: to requests always, to limits where there is one.
// Throws kLimit, naming pod and resource, when a sum exceeds 2^63 - 1.
Amounts effective_requests(const PodObject &pod);
Amounts effective_limits(const PodObject &pod);

// Whether requests and limits of the pod itself replace those of its containers: spec.resources
// names cpu, memory or huge pages.
bool has_pod_level_resources(const PodObject &pod) noexcept;

// As reported (pod.kube_qos), else computed. Throws kLimit.
KubeQos kube_qos_of(const PodObject &pod);

// The effective requests and limits and the QoS of a pod, for who needs them more than once.
struct PodTotals {
  Amounts requests;
  Amounts limits;
  KubeQos kube_qos = KubeQos::kBestEffort;
};
PodTotals totals_of(const PodObject &pod);

// The label or range that the pod states, else what its QoS implies. Here and below `kube_qos` is
// kube_qos_of(pod), for callers that have it already.
PriorityClass priority_class_of(const PodObject &pod);
PriorityClass priority_class_of(const PodObject &pod, KubeQos kube_qos) noexcept;
// The range that a priority is in: prod 9000-9999, mid 7000-7999, batch 5000-5999, free 3000-3999.
PriorityClass priority_class_of(int32_t priority) noexcept;

// The QoS the pod is treated with: the label's, else LS for Guaranteed and Burstable pods, BE for
// others.
Qos effective_qos(const PodObject &pod);
Qos effective_qos(const PodObject &pod, KubeQos kube_qos) noexcept;

// Whether the limit of `resource` is the request of it: the pod's own where it has them, else those
// of every container that names it.
bool limit_is_request(const PodObject &pod, std::string_view resource) noexcept;

}  // namespace koord::object
