package scheduler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/k8s"
)

// foreignBinding explains the binding of a pod that states what this scheduler decides, if another scheduler made it without
// giving the pod anything. Returns "" for all other pods. A Binding of this scheduler has the pod's claims.
func (s *State) foreignBinding(pod *v1.Pod) string {
	stated := stating(pod)
	if stated == "" || hasClaim(pod) {
		return ""
	}
	by := pod.Spec.SchedulerName
	if by == "" {
		by = v1.DefaultSchedulerName
	}
	if !s.reserver.has(by) {
		return fmt.Sprintf("scheduler %s bound the pod without the CPUs and devices that %s asks for; set spec.schedulerName to %s",
			by, stated, strings.Join(s.reserver.names(), " or "))
	}
	switch pod.Labels[k8s.LabelQOSClass] {
	case "LSE", "LSR":
		return fmt.Sprintf("another scheduler that serves profile %s bound the pod without CPUs of its own, for which %s asks; "+
			"two schedulers must not serve one profile", by, stated)
	}
	return ""
}

// stating is what a pod states that only this scheduler decides: a QoS, an annotation or a resource. Returns "" if it states
// nothing of the kind.
func stating(pod *v1.Pod) string {
	switch qos := pod.Labels[k8s.LabelQOSClass]; qos {
	case "LSE", "LSR":
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

// has reports whether a profile of this scheduler has a name.
func (r *reserver) has(profile string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.profiles[profile]
}

// names are the profiles of this scheduler.
func (r *reserver) names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.profiles))
}
