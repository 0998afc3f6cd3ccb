// The request of a pod as a whole, as Kubernetes 1.36 computes it from spec alone. Amounts that an
// in-place resize reports in status are ignored.
#pragma once

#include <string>
#include <string_view>

#include "base/kubelet_version.h"
#include "object/objects.h"

namespace koord::object {

// Returns "Pod default/web", for messages.
std::string describe(const PodObject &pod);

// Fills in the API server's defaults. Requests that are not stated are the limits, container by
// container. If the pod has resources of its own, its limits of huge pages and its requests are
// filled in, too. Throws kLimit like the functions below. Idempotent.
void fill_defaults(PodObject &pod);

// Return, per resource, the larger of two amounts: the sum of app containers and sidecars, and the
// peak of any init container while it runs, including the sidecars declared before it. Resources of
// the pod itself replace that. Overhead is added to all requests, and to limits that are stated.
// Throw kLimit, naming pod and resource, if a sum exceeds 2^63 - 1; sums of a bound pod end there.
Amounts effective_requests(const PodObject &pod);
Amounts effective_limits(const PodObject &pod);

// Returns true if requests and limits of the pod itself replace those of its containers, because
// spec.resources names cpu, memory or huge pages.
bool has_pod_level_resources(const PodObject &pod) noexcept;

// Returns the reported class (pod.kube_qos), or else computes it as an API server and a kubelet of
// `version` do. Before 1.37 an empty spec.resources makes the pod BestEffort. From 1.37 on it
// counts as absent (gate PodLevelResourcesFixKubeletQOSClass), and every container must be
// Guaranteed by itself. Throws kLimit.
KubeQos kube_qos_of(const PodObject &pod, KubeletVersion version = kDefaultKubeletVersion);

// The effective requests, limits and QoS class of a pod, for callers that need them more than once.
struct PodTotals {
  Amounts requests;
  Amounts limits;
  KubeQos kube_qos = KubeQos::kBestEffort;
};
PodTotals totals_of(const PodObject &pod);

// Returns the class of the pod's label or priority, or else the class that its QoS implies. Here
// and below `kube_qos` is kube_qos_of(pod).
PriorityClass priority_class_of(const PodObject &pod, KubeQos kube_qos) noexcept;
// Returns the class of a priority: prod 9000-9999, mid 7000-7999, batch 5000-5999, free 3000-3999.
PriorityClass priority_class_of(int32_t priority) noexcept;

// Returns the QoS class that applies to the pod: the label's, or else LS for Guaranteed and
// Burstable pods, BE for others.
Qos effective_qos(const PodObject &pod, KubeQos kube_qos) noexcept;

// Compares exact amounts, fractions included. Two absent amounts are the same.
bool same_amount(const Amount *request, const Amount *limit);

// Returns true if the limit of `resource` equals its request: the pod's own if it has them, or else
// those of every container that names it.
bool limit_is_request(const PodObject &pod, std::string_view resource) noexcept;

}  // namespace koord::object
