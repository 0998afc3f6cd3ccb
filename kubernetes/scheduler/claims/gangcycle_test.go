package claims

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// groupStub has the members of DynamicResources' state of a group.
type groupStub struct {
	pendingAllocations map[types.UID]sets.Set[types.UID]
	podsStateData      map[types.NamespacedName]*v1.Pod
}

func (g *groupStub) Clone() fwk.StateData { return g }

type oneInFlight struct{ fwk.ResourceClaimTracker }

func (oneInFlight) GetPendingAllocation(uid types.UID) *resourceapi.AllocationResult {
	if uid == "kept" {
		return &resourceapi.AllocationResult{}
	}
	return nil
}

// The state of a gang keeps claims in flight only, and no pods.
func TestGangStateForgets(t *testing.T) {
	stub := &groupStub{map[types.UID]sets.Set[types.UID]{"kept": sets.New[types.UID]("pod"), "ended": sets.New[types.UID]("pod")},
		map[types.NamespacedName]*v1.Pod{{Name: "pod"}: nil}}
	state := &gangState{state: framework.NewCycleState()}
	forgetEnded(state.state, oneInFlight{}) // there is nothing yet
	state.state.Write(upstreamKey, stub)
	forgetEnded(state.state, oneInFlight{})
	state.forgetPods()
	if len(stub.pendingAllocations) != 1 || stub.pendingAllocations["kept"] == nil || podsField != "" && len(stub.podsStateData) != 0 {
		t.Errorf("found %v", *stub)
	}
	plugin := &Plugin{options: Options{Holders: func() Holders { return nil }}}
	cycle := framework.NewCycleState()
	if plugin.ofGang(cycle, podOf("without claims")) != fwk.CycleState(cycle) || len(plugin.gangs.byName) != 0 {
		t.Error("a pod without claims has the state of a gang")
	}
}
