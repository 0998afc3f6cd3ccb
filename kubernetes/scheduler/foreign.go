package scheduler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord/kubernetes/objects"
)

// foreignBinding explains the binding of a pod that states requests handled by this scheduler, if
// another scheduler bound it without an allocation. It returns "" for all other pods. A Binding of
// this scheduler contains the pod's claims.
func (f *feed) foreignBinding(pod *v1.Pod) string {
	stated := stating(pod)
	if stated == "" || hasClaim(pod) || f.state.bindsItself(pod) {
		return ""
	}
	by := pod.Spec.SchedulerName
	if by == "" {
		by = v1.DefaultSchedulerName
	}
	if !f.profiles.has(by) {
		return fmt.Sprintf("scheduler %s bound the pod without the CPUs and devices that %s asks for; set spec.schedulerName to %s",
			by, stated, strings.Join(f.profiles.list(), " or "))
	}
	if ownCPUs(pod) != "" {
		return fmt.Sprintf("another scheduler that serves profile %s bound the pod without CPUs of its own, for which %s asks; "+
			"two schedulers must not serve one profile", by, stated)
	}
	return ""
}

// ownCPUs returns the QoS of a pod that requests exclusive CPUs, and "" for all other pods.
func ownCPUs(pod *v1.Pod) string {
	switch qos := pod.Labels[objects.LabelQOSClass]; qos {
	case "LSE", "LSR":
		if requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}); !requests.Cpu().IsZero() {
			return qos
		}
	}
	return ""
}

// stating returns the first QoS, annotation or resource of a pod that only this scheduler handles,
// or "" if there is none.
func stating(pod *v1.Pod) string {
	if qos := ownCPUs(pod); qos != "" {
		return "QoS " + qos
	}
	for _, key := range asking {
		if pod.Annotations[key] != "" {
			return "annotation " + key
		}
	}
	found := ""
	anyContainer(pod, func(container *v1.Container) bool {
		for _, name := range slices.Sorted(maps.Keys(container.Resources.Limits)) {
			if strings.HasPrefix(string(name), "koordinator.sh/") {
				found = "resource " + string(name)
			}
		}
		return found != ""
	})
	return found
}
