package objects

import (
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// RequestAnnotations lists the annotations of pods with requests that the library handles.
var RequestAnnotations = []string{
	AnnotationResourceSpec,
	AnnotationNUMATopologySpec,
	AnnotationIsolatedCPUs,
	AnnotationDeviceAllocateHint,
	AnnotationDeviceJointAllocate,
	AnnotationGPUPartitionSpec,
	apis.AnnotationReservationAffinity,
}

// ClaimAnnotations lists the annotations of pods that state an allocation. Only the scheduler
// writes them.
var ClaimAnnotations = []string{
	AnnotationResourceStatus,
	AnnotationDeviceAllocated,
	apis.AnnotationReservationAllocated,
}

// HasClaim reports whether a pod states an allocation.
func HasClaim(pod *v1.Pod) bool {
	return slices.ContainsFunc(ClaimAnnotations, func(key string) bool { return pod.Annotations[key] != "" })
}

// AnyContainer reports whether a test holds for a container or init container.
func AnyContainer(pod *v1.Pod, test func(*v1.Container) bool) bool {
	for i := range pod.Spec.Containers {
		if test(&pod.Spec.Containers[i]) {
			return true
		}
	}
	for i := range pod.Spec.InitContainers {
		if test(&pod.Spec.InitContainers[i]) {
			return true
		}
	}
	return false
}

// AnyResourceList reports whether a test holds for a list of resources of a pod. These are the limits
// and requests of its containers, of its init containers and of the pod as a whole, in this order, and
// its overhead. FillPod passes all of them to the library.
func AnyResourceList(pod *v1.Pod, test func(v1.ResourceList) bool) bool {
	either := func(stated *v1.ResourceRequirements) bool { return test(stated.Limits) || test(stated.Requests) }
	return AnyContainer(pod, func(container *v1.Container) bool { return either(&container.Resources) }) ||
		pod.Spec.Resources != nil && either(pod.Spec.Resources) || test(pod.Spec.Overhead)
}

// RequestedResource returns the first resource for whose name a test holds, in the order of
// AnyResourceList and by name within a list, or "" if there is none. An amount of 0 requests nothing.
func RequestedResource(pod *v1.Pod, test func(name string) bool) (found string) {
	AnyResourceList(pod, func(list v1.ResourceList) bool {
		for name, amount := range list {
			if (found == "" || string(name) < found) && !amount.IsZero() && test(string(name)) {
				found = string(name)
			}
		}
		return found != ""
	})
	return found
}

// IsKnownDeviceResource reports whether the library allocates a resource from devices, whatever the nodes'
// Device objects contain: all resources of Koordinator, and those that the library knows by name.
func IsKnownDeviceResource(name string) bool {
	return strings.HasPrefix(name, ResourcePrefix) || slices.Contains(DeviceResources, name)
}
