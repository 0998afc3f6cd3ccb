package claims

import (
	"fmt"
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
)

// reservedClaim is a claim that Reserve notes with the allocation that the pod has for it.
type reservedClaim struct {
	claim  *resourceapi.ResourceClaim
	shared *resourceapi.AllocationResult // that of another pod, which began before; nil if there is none
	now    *resourceapi.AllocationResult // in flight; nil if the claim was allocated before
}

// begun returns the claims whose allocation began.
func begun(all []reservedClaim) (out []*resourceapi.ResourceClaim) {
	for _, r := range all {
		if r.shared == nil && r.now != nil {
			out = append(out, r.claim)
		}
	}
	return out
}

// sortAllocations gives each claim of a pod its own allocation. DynamicResources has first those that were
// made for the pod, and then those that it shares, and assigns them to the claims in the order of the pod's
// claims. It writes what the pointers in the claims point to.
func sortAllocations(all []reservedClaim) {
	isRight := func(r reservedClaim) bool {
		return r.shared == nil || apiequality.Semantic.DeepEqual(r.shared.Devices.Results, r.claim.Status.Allocation.Devices.Results)
	}
	if !slices.ContainsFunc(all, func(r reservedClaim) bool { return !isRight(r) }) {
		return
	}
	results := make([]resourceapi.AllocationResult, len(all))
	for i, r := range all {
		results[i] = *r.claim.Status.Allocation
	}
	for _, shared := range []bool{false, true} {
		for _, r := range all {
			if (r.shared != nil) == shared {
				*r.claim.Status.Allocation = results[0]
				results = results[1:]
			}
		}
	}
}

// reservedKey is the key in the state of a cycle of the claims that it reserved.
const reservedKey fwk.StateKey = Name + "/reserved"

// reservation is the claims whose allocations a cycle has in flight, alone or with others.
type reservation struct{ claims []reservedClaim }

func (r *reservation) Clone() fwk.StateData { return r }

// noteReserved notes the claims that DynamicResources reserved in a cycle, so that they are released once.
func noteReserved(cycle fwk.CycleState, all []reservedClaim) {
	if len(all) > 0 {
		cycle.Write(reservedKey, &reservation{all})
	}
}

// release releases the claims that a cycle reserved, unless their allocations are written. It reports whether an
// allocation ended.
func (p *Plugin) release(cycle fwk.CycleState) (ended bool) {
	data, err := cycle.Read(reservedKey)
	if err != nil {
		return false
	}
	cycle.Delete(reservedKey)
	reserved, is := data.(*reservation)
	if !is {
		return false
	}
	manager := p.handle.manager
	for _, r := range reserved.claims {
		// Another allocation of the claim has begun if this one was written and the claim was deallocated since.
		if r.now != nil && manager.SharedDRAManager.ResourceClaims().GetPendingAllocation(r.claim.UID) == r.now {
			ended = manager.remove(r.claim.UID, false) || ended
		}
	}
	return ended
}

// checkShared rejects a pod if it shares other claims in Reserve than in PreFilter, which decided the order of
// its allocations: the pod that it shared a claim with was bound since, or gave up.
func checkShared(all []reservedClaim, pending map[types.UID]*resourceapi.AllocationResult) *fwk.Status {
	for _, r := range all {
		planned := pending[r.claim.UID]
		if r.now == nil || (r.shared == nil) != (planned == nil) || planned != nil &&
			!(apiequality.Semantic.DeepEqual(planned, r.shared) && apiequality.Semantic.DeepEqual(planned, r.now)) {
			return fwk.NewStatus(fwk.Unschedulable, fmt.Sprintf(
				"claim %s: another pod ended its allocation while this pod was being scheduled; the pod is tried again", r.claim.Name))
		}
	}
	return nil
}
