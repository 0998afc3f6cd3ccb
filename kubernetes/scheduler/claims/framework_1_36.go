//go:build kube1_36

package claims

import fwk "k8s.io/kube-scheduler/framework"

// assignedPod is the resource of events of pods.
const assignedPod = fwk.Pod
