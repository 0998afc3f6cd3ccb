package request

import (
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/objects"
)

// vendors are the groups of vendors' resources that the library allocates from Device objects.
// kube-scheduler's NodeResourcesFit may ignore such groups (ignoredResourceGroups), so that their
// other resources, as nvidia.com/mig-1g.5gb, are always the library's, too.
var vendors = vendorsOf(objects.DeviceResources)

func vendorsOf(resources []string) map[string]bool {
	out := map[string]bool{}
	for _, name := range resources {
		if group, _, _ := strings.Cut(name, "/"); group != "kubernetes.io" {
			out[group] = true
		}
	}
	return out
}

// IsExtended reports whether devices may have a resource: all but Kubernetes' own.
func IsExtended(name string) bool { return strings.Contains(name, "/") }

// IsDeviceResource reports whether a resource is always the library's.
func IsDeviceResource(name string) bool {
	group, _, has := strings.Cut(name, "/")
	return objects.IsKnownDeviceResource(name) || has && vendors[group]
}

// WantsDevices reports whether a pod requests resources that devices may have. listed reports
// whether the library knows an extended resource.
func WantsDevices(pod *v1.Pod, listed func(name string) bool) bool {
	return anyName(pod, func(name string) bool { return IsExtended(name) && listed(name) })
}

// OnlyListed returns a pod without the extended resources that the library does not know. It
// returns the pod itself if there are none.
func OnlyListed(pod *v1.Pod, listed func(name string) bool) *v1.Pod {
	unknown := func(name string) bool { return IsExtended(name) && !listed(name) }
	if !anyName(pod, unknown) {
		return pod
	}
	out := pod.DeepCopy()
	objects.AnyResourceList(out, func(list v1.ResourceList) bool {
		maps.DeleteFunc(list, func(name v1.ResourceName, _ resource.Quantity) bool { return unknown(string(name)) })
		return false
	})
	return out
}

// Listed returns the extended resources that a pod requests and that the library knows, in order.
func Listed(pod *v1.Pod, listed func(name string) bool) (names []string) {
	anyName(pod, func(name string) bool {
		if IsExtended(name) && listed(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		return false
	})
	slices.Sort(names)
	return names
}

// anyName reports whether a test holds for the name of a resource that a pod requests, also with an
// amount of 0.
func anyName(pod *v1.Pod, test func(name string) bool) bool {
	return objects.AnyResourceList(pod, func(list v1.ResourceList) bool {
		for name := range list {
			if test(string(name)) {
				return true
			}
		}
		return false
	})
}
