//go:build kube1_38

package scheduler

import "k8s.io/kubernetes/pkg/scheduler/framework"

// kubernetesVersion is the version whose configuration differs, or "" for the default version.
const kubernetesVersion = "1.38"

// setGroupState makes a pod one that is tried with its group.
func setGroupState(state *framework.CycleState) {
	state.SetPodGroupCycleState(framework.NewCycleState())
}
