package validate

import (
	"fmt"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// resources is a place in a pod that states resources.
type resources struct {
	path string
	*v1.ResourceRequirements
}

// places lists the places that state resources. The pod as a whole precedes its containers.
func places(pod *v1.Pod) (out []resources) {
	if pod.Spec.Resources != nil {
		out = append(out, resources{"spec.resources", pod.Spec.Resources})
	}
	for i := range pod.Spec.Containers {
		out = append(out, resources{fmt.Sprintf("spec.containers[%d].resources", i), &pod.Spec.Containers[i].Resources})
	}
	for i := range pod.Spec.InitContainers {
		out = append(out, resources{fmt.Sprintf("spec.initContainers[%d].resources", i), &pod.Spec.InitContainers[i].Resources})
	}
	return out
}

// fieldOf returns the path of the field that a refusal is about: the first that breaks the rule, or
// else the first that states the resource.
func (l *Library) fieldOf(pod *v1.Pod, refusal *koord.Refusal) string {
	name := l.resourceOf(refusal)
	breaks := func(place resources) bool { return place.pathOf(name) != "" }
	switch refusal.Reason {
	case koord.ReasonRequestIsNotLimit:
		breaks = func(place resources) bool {
			request, requested := place.Requests[name]
			limit, limited := place.Limits[name]
			return limited != requested && !(limited && !requested) || limited && requested && request.Cmp(limit) != 0
		}
	case koord.ReasonCPUsNotWhole:
		breaks = func(place resources) bool {
			amount, stated := place.Requests[name]
			if !stated {
				amount, stated = place.Limits[name]
			}
			return stated && amount.MilliValue()%1000 != 0
		}
	case koord.ReasonDeviceMix:
		return deviceField(pod)
	}
	first := "spec.containers"
	for _, place := range places(pod) {
		field := place.pathOf(name)
		if field != "" && breaks(place) {
			return field
		}
		if field != "" && first == "spec.containers" {
			first = field
		}
	}
	if _, stated := pod.Spec.Overhead[name]; stated && first == "spec.containers" {
		return "spec.overhead" + memberPath(name)
	}
	if refusal.Reason == koord.ReasonRequestIsNotLimit && first == "spec.containers" && len(pod.Spec.Containers) > 0 {
		return containerPath(0) + ".requests." + string(name)
	}
	return first
}

func containerPath(container int) string {
	return fmt.Sprintf("spec.containers[%d].resources", container)
}

// resourceOf returns the name of the resource that a refusal is about. CPUs are the only resource of
// a refusal that names none.
func (l *Library) resourceOf(refusal *koord.Refusal) v1.ResourceName {
	if refusal.Reason != koord.ReasonCPUsNotWhole && refusal.Resource >= 0 {
		if name, err := l.cluster.ResourceName(refusal.Resource); err == nil {
			return v1.ResourceName(name)
		}
	}
	return v1.ResourceCPU
}

// deviceField returns the first place with a device resource.
func deviceField(pod *v1.Pod) string {
	for _, place := range places(pod) {
		for _, name := range slices.Sorted(maps.Keys(place.Limits)) {
			if objects.IsKnownDeviceResource(string(name)) {
				return place.pathOf(name)
			}
		}
	}
	return "spec.containers"
}

// pathOf returns the path of a resource: that of the request if it is stated, else of the limit, and
// "" if there is none.
func (r resources) pathOf(name v1.ResourceName) string {
	if _, stated := r.Requests[name]; stated {
		return r.path + ".requests" + memberPath(name)
	}
	if _, stated := r.Limits[name]; stated {
		return r.path + ".limits" + memberPath(name)
	}
	return ""
}

// memberPath returns the path of a resource in a list.
func memberPath(name v1.ResourceName) string {
	if name == v1.ResourceCPU || name == v1.ResourceMemory {
		return "." + string(name)
	}
	return fmt.Sprintf("[%q]", string(name))
}
