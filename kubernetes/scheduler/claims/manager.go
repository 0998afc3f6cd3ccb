package claims

import (
	"sync"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/kubernetes"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/dra"
)

// inputs are the inputs of the newest allocator that DynamicResources made.
type inputs struct {
	state  structured.AllocatedState
	slices []*dra.ResourceSlice
	// pending are the allocations that were found in flight, by claim.
	pending map[types.UID]*resourceapi.AllocationResult
}

// handle is the framework's handle for DynamicResources. It records the inputs of its allocators,
// and has a client that stores patched claims.
type handle struct {
	fwk.Handle
	manager *manager
}

func (h *handle) ClientSet() kubernetes.Interface {
	return &client{h.Handle.ClientSet(), h.manager.ResourceClaims()}
}

func newHandle(h fwk.Handle) *handle {
	return &handle{h, &manager{SharedDRAManager: h.SharedDRAManager(), holders: func() Holders { return nil }}}
}

func (h *handle) SharedDRAManager() fwk.SharedDRAManager { return h.manager }

// manager is the framework's manager of claims, slices and classes. All plugins share it, and thus
// the allocations of claims that are not written yet.
type manager struct {
	fwk.SharedDRAManager
	mutex sync.Mutex
	last  inputs
	// hidden is true while DynamicResources makes an allocator, which is made again if a claim needs
	// it: it reads all slices.
	hidden bool
	// holders returns the holders of the program, or nil if no profile has plugin Koord.
	holders func() Holders
	// signaled are the claims that were reserved in the current Reserve, in the order of the pod's claims.
	signaled []reservedClaim
}

// hide begins or ends the time in which slices are recorded, but not returned.
func (m *manager) hide(hidden bool) { m.record(func(*inputs) { m.hidden = hidden }) }

func (m *manager) ResourceClaims() fwk.ResourceClaimTracker {
	return &tracker{m.SharedDRAManager.ResourceClaims(), m}
}

func (m *manager) ResourceSlices() fwk.ResourceSliceLister {
	return &lister{m.SharedDRAManager.ResourceSlices(), m}
}

// take returns what was recorded, and forgets it.
func (m *manager) take() inputs {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	out := m.last
	m.last = inputs{}
	return out
}

func (m *manager) record(set func(*inputs)) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	set(&m.last)
}

type tracker struct {
	fwk.ResourceClaimTracker
	manager *manager
}

func (t *tracker) ListAllAllocatedDevices() (sets.Set[structured.DeviceID], error) {
	devices, err := t.ResourceClaimTracker.ListAllAllocatedDevices()
	if err == nil {
		t.manager.record(func(i *inputs) { i.state = structured.AllocatedState{AllocatedDevices: devices} })
	}
	return devices, err
}

func (t *tracker) GatherAllocatedState() (*structured.AllocatedState, error) {
	state, err := t.ResourceClaimTracker.GatherAllocatedState()
	if err == nil && state != nil {
		t.manager.record(func(i *inputs) { i.state = *state })
	}
	return state, err
}

// GetPendingAllocation records the answer. In PreFilter, DynamicResources asks for the claims of the pod without an
// allocation, and succeeds only if the pod shares all those that have one in flight.
func (t *tracker) GetPendingAllocation(uid types.UID) *resourceapi.AllocationResult {
	found := t.ResourceClaimTracker.GetPendingAllocation(uid)
	if found != nil {
		t.manager.record(func(i *inputs) {
			if i.pending == nil {
				i.pending = make(map[types.UID]*resourceapi.AllocationResult)
			}
			i.pending[uid] = found
		})
	}
	return found
}

// SignalClaimPendingAllocation notes the claim for Reserve.
func (t *tracker) SignalClaimPendingAllocation(uid types.UID, claim *resourceapi.ResourceClaim) error {
	before := t.ResourceClaimTracker.GetPendingAllocation(uid)
	err := t.ResourceClaimTracker.SignalClaimPendingAllocation(uid, claim)
	if err == nil {
		t.manager.signal(reservedClaim{claim, before, t.ResourceClaimTracker.GetPendingAllocation(uid)})
	}
	return err
}

// MaybeRemoveClaimPendingAllocation removes an allocation that is written. DynamicResources also calls it in
// Unreserve for each claim of a pod, even if the pod was not reserved in this cycle and another pod has the
// allocation in flight. The plugin itself therefore releases the claims that a cycle reserved.
func (t *tracker) MaybeRemoveClaimPendingAllocation(uid types.UID, force bool) (deleted bool) {
	return force && t.manager.remove(uid, true)
}

// remove removes one pod's share of an allocation in flight, or, by force, the allocation.
func (m *manager) remove(uid types.UID, force bool) (deleted bool) {
	deleted = m.SharedDRAManager.ResourceClaims().MaybeRemoveClaimPendingAllocation(uid, force)
	if holders := m.holders(); deleted && holders != nil {
		holders.ClaimEnded(uid)
	}
	return deleted
}

func (t *tracker) AssumeClaimAfterAPICall(claim *resourceapi.ResourceClaim) error {
	if holders := t.manager.holders(); holders != nil {
		holders.ClaimWritten(claim)
	}
	return t.ResourceClaimTracker.AssumeClaimAfterAPICall(claim)
}

// signal notes a claim, and takeSignaled returns those that were noted.
func (m *manager) signal(claim reservedClaim) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.signaled = append(m.signaled, claim)
}

func (m *manager) takeSignaled() (out []reservedClaim) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	out, m.signaled = m.signaled, nil
	return out
}

type lister struct {
	fwk.ResourceSliceLister
	manager *manager
}

func (l *lister) ListWithDeviceTaintRules() ([]*dra.ResourceSlice, error) {
	slices, err := l.ResourceSliceLister.ListWithDeviceTaintRules()
	if err != nil {
		return nil, err
	}
	hidden := false
	l.manager.record(func(i *inputs) { i.slices, hidden = slices, l.manager.hidden })
	if hidden {
		return nil, nil
	}
	return slices, nil
}
