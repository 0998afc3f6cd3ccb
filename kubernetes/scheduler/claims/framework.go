//go:build !kube1_36

package claims

import fwk "k8s.io/kube-scheduler/framework"

// Resources of events: pods that have a node, the waiting pod itself, and other pods that wait.
const (
	assignedPod    = fwk.AssignedPod
	targetPod      = fwk.TargetPod
	unscheduledPod = fwk.UnscheduledPod
)
