//go:build kube1_36

package scheduler

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// kubernetesVersion is the version whose configuration differs, or "" for the default version.
const kubernetesVersion = "1.36"

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return kubescheduler.NewInformerFactory(client, 0)
}

// setGroupState makes a pod one that is tried with its group.
func setGroupState(state *framework.CycleState) {
	state.SetPodGroupSchedulingCycle(framework.NewCycleState())
}
