package request

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/features"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// GangOf returns the name of a pod's gang, or an empty name if it has none. kube-scheduler handles
// pod groups, whatever else the pod states.
func GangOf(pod *v1.Pod) types.NamespacedName {
	name, _ := apis.GangOf(pod)
	if name == "" || GroupOf(pod) != "" {
		return types.NamespacedName{}
	}
	return types.NamespacedName{Namespace: pod.Namespace, Name: name}
}

// GroupOf returns the PodGroup that a pod belongs to, or "" if it has none or kube-scheduler does
// not support such groups.
func GroupOf(pod *v1.Pod) string {
	group := pod.Spec.SchedulingGroup
	if group == nil || group.PodGroupName == nil || !utilfeature.DefaultFeatureGate.Enabled(features.GenericWorkload) {
		return ""
	}
	return *group.PodGroupName
}

// CanBeScheduled reports whether kube-scheduler may place a pod now: it is not gated, being
// deleted, or finished. Other pods without a node do not count towards the number that a gang
// needs, as in kube-scheduler's cycles of pod groups.
func CanBeScheduled(pod *v1.Pod) bool {
	return len(pod.Spec.SchedulingGates) == 0 && pod.DeletionTimestamp == nil &&
		pod.Status.Phase != v1.PodSucceeded && pod.Status.Phase != v1.PodFailed
}
