//go:build kube1_38

package scheduler

import (
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// kubernetesVersion is the version whose configuration differs, or "" for the default version.
const kubernetesVersion = "1.38"

// setGroupState makes a pod one that is tried with its group.
func setGroupState(state *framework.CycleState) {
	state.SetPodGroupCycleState(framework.NewCycleState())
}

// PreemptionManager is for DefaultPreemption, which evicts nobody: no pod of the simulation has a lower priority.
func (h *simHandle) PreemptionManager() fwk.PreemptionManager { return simPreemption{} }

type simPreemption struct {
	fwk.PreemptionManager
	fwk.PreemptionExecutor
}

func (s simPreemption) Executor() fwk.PreemptionExecutor { return s }

func (simPreemption) IsPodRunningPreemption(types.UID) bool { return false }
