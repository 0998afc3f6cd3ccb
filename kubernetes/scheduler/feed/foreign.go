package feed

import (
	"fmt"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// foreignBinding explains the binding of a pod that states requests handled by this scheduler, if
// another scheduler bound it without an allocation. It returns "" for all other pods. A Binding of
// this scheduler contains the pod's claims.
func (f *Feed) foreignBinding(pod *v1.Pod) string {
	stated := request.StatedRequest(pod)
	if stated == "" || objects.HasClaim(pod) || f.State.ChoseNode(pod) {
		return ""
	}
	profile := pod.Spec.SchedulerName
	if profile == "" {
		profile = v1.DefaultSchedulerName
	}
	if !f.Profiles.Has(profile) {
		return fmt.Sprintf("scheduler %s bound the pod without the CPUs and devices that %s asks for; set spec.schedulerName to %s",
			profile, stated, strings.Join(f.Profiles.List(), " or "))
	}
	if request.ExclusiveQOS(pod) != "" {
		return fmt.Sprintf("another scheduler that serves profile %s bound the pod without CPUs of its own, for which %s asks; "+
			"two schedulers must not serve one profile", profile, stated)
	}
	return ""
}
