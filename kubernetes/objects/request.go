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

// IsKnownDeviceResource reports whether the library allocates a resource from devices, whatever the nodes'
// Device objects contain: all resources of Koordinator, and those that the library knows by name.
func IsKnownDeviceResource(name string) bool {
	return strings.HasPrefix(name, ResourcePrefix) || slices.Contains(DeviceResources, name)
}
