//go:build kube1_36

package claims

import fwk "k8s.io/kube-scheduler/framework"

// Kubernetes 1.36 does not distinguish pods that have a node, the waiting pod itself, and other pods that wait.
const (
	assignedPod    = fwk.Pod
	targetPod      = fwk.Pod
	unscheduledPod = fwk.Pod
)
