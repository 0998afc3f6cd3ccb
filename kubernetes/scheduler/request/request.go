// Package request reads what pods and nodes state: requests, gangs, resizes and constraints on
// nodes.
package request

import (
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// A pod needs the plugin if it states a request that the library handles, if some node aligns or
// pins pods without such a request, if some node has a Reservation, whose resources are not for
// other pods, or if a GPU policy scores the nodes. All other pods are left to the default plugins:
// no Filter, no Score, no annotation. A pod that needs the plugin without reason costs time, but a
// missed one would run on another pod's CPUs. Unknown values therefore count as needing it.

// StatesRequest reports whether a pod has a request that the library handles. listed reports
// whether the library knows an extended resource.
func StatesRequest(pod *v1.Pod, listed func(name string) bool) bool {
	switch pod.Labels[objects.LabelQOSClass] {
	case "", "LS", "BE":
	default:
		return true
	}
	for _, key := range RequestAndClaimAnnotations {
		if pod.Annotations[key] != "" {
			return true
		}
	}
	return WantsDevices(pod, listed)
}

// RequestAndClaimAnnotations lists the annotations for which a pod needs the plugin: those with
// requests, and those with claims, because claims that others wrote are removed.
var RequestAndClaimAnnotations = slices.Concat(objects.RequestAnnotations, objects.ClaimAnnotations)

// MayBeAligned reports whether a node may align or pin a pod that does not request it.
func MayBeAligned(pod *v1.Pod) bool {
	if pod.Labels[objects.LabelQOSClass] == "BE" || pod.Status.QOSClass == v1.PodQOSBestEffort {
		return false
	}
	return RequestsResources(pod)
}

// RequestsResources reports whether a pod requests any resource.
func RequestsResources(pod *v1.Pod) bool {
	return pod.Spec.Resources != nil || objects.AnyResourceList(pod, func(list v1.ResourceList) bool { return len(list) > 0 })
}

// NodeAlignsPods reports whether a node's labels align pods.
func NodeAlignsPods(node *v1.Node) bool {
	for _, key := range []string{objects.LabelNUMATopologyPolicy, objects.LabelNUMAAlignmentPolicy} {
		if value := node.Labels[key]; value != "" && value != "None" {
			return true
		}
	}
	return false
}

// KubeletAlignsPods reports whether kubelet aligns or pins pods.
func KubeletAlignsPods(topology *apis.NodeResourceTopology) bool {
	if len(topology.TopologyPolicies) > 0 && topology.TopologyPolicies[0] != "None" && topology.TopologyPolicies[0] != "" {
		return true
	}
	for _, attribute := range topology.Attributes {
		if attribute.Name == "topologyManagerPolicy" && attribute.Value != "none" && attribute.Value != "" {
			return true
		}
	}
	for _, key := range []string{objects.AnnotationCPUManagerPolicy, objects.AnnotationCPUMangerPolicy} {
		if strings.Contains(topology.Annotations[key], "static") {
			return true
		}
	}
	return false
}

// ExclusiveQOS returns the QoS of a pod that requests exclusive CPUs, and "" for all other pods.
func ExclusiveQOS(pod *v1.Pod) string {
	switch qos := pod.Labels[objects.LabelQOSClass]; qos {
	case "LSE", "LSR":
		if requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}); !requests.Cpu().IsZero() {
			return qos
		}
	}
	return ""
}

// StatedRequest returns a QoS, annotation or resource of a pod that only this scheduler handles, or
// "" if there is none. If there are several, the result is the first in this order.
func StatedRequest(pod *v1.Pod) string {
	if qos := ExclusiveQOS(pod); qos != "" {
		return "QoS " + qos
	}
	for _, key := range RequestAndClaimAnnotations {
		if pod.Annotations[key] != "" {
			return "annotation " + key
		}
	}
	isOurs := func(name string) bool { return strings.HasPrefix(name, objects.ResourcePrefix) }
	if found := objects.RequestedResource(pod, isOurs); found != "" {
		return "resource " + found
	}
	return ""
}
