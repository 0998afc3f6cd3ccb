package claims

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/structured"

	"libkoord.invalid/koord/kubernetes/dra"
)

// allocator allocates the claims of a pod. Claims whose requests all name classes of the plugin are
// allocated by libkoord, and all others by upstream's allocator. Any goroutine may use it.
type allocator struct {
	plugin   *Plugin
	pod      *v1.Pod
	inputs   inputs
	koord    once[*dra.Allocator]
	upstream once[structured.Allocator]
	attempt  *Attempt   // nil if there are no holders
	plan     *groupPlan // for the other pods of the pod's group; nil if there is none

	count atomic.Int32 // claims that libkoord allocates, on every node

	mutex   sync.Mutex
	nearest *refused
	quality map[string]int64 // of allocations, by node
}

// once creates an allocator when it is first needed.
type once[T any] struct {
	sync.Once
	value T
	err   error
}

func (o *once[T]) get(create func() (T, error)) (T, error) {
	o.Do(func() { o.value, o.err = create() })
	return o.value, o.err
}

// allocateUpstream allocates claims by upstream's allocator. Devices that are held by Koordinator's
// annotations are in use.
func (a *allocator) allocateUpstream(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (
	[]resourceapi.AllocationResult, error) {
	held, err := a.held(ctx, node.Name, a.attempt)
	if err != nil {
		return nil, err
	}
	state := a.inputs.state
	create := func() (structured.Allocator, error) {
		return structured.NewAllocator(ctx, a.plugin.features, state, a.plugin.classesOf, a.inputs.slices, a.plugin.compiler)
	}
	var upstream structured.Allocator
	if planned := a.plan.devices(); len(held)+len(planned) > 0 { // only this node is without those that are held
		state.AllocatedDevices = state.AllocatedDevices.Union(sets.KeySet(held)).Union(sets.KeySet(planned))
		upstream, err = create()
	} else {
		upstream, err = a.upstream.get(create)
	}
	if err != nil {
		return nil, err
	}
	results, err := upstream.Allocate(ctx, node, claims)
	if err == nil && len(results) == len(claims) {
		a.attempt.forget(node.Name)
	}
	return results, err
}

// refused is a node on which claims do not fit.
type refused struct {
	node    *v1.Node
	claims  []*resourceapi.ResourceClaim
	by      *dra.Allocator
	refusal dra.Refusal
}

// Allocate implements structured.Allocator.
func (a *allocator) Allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (
	[]resourceapi.AllocationResult, error) {
	if why := a.plan.refuses(a.pod, node.Name); why != "" {
		return nil, fmt.Errorf("%s%w", why, structured.ErrFailedAllocationOnNode)
	}
	results, err := a.allocateDevices(ctx, node, claims)
	if err == nil && len(results) == len(claims) {
		err = a.checkCPUs(node, claims, results)
	}
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (a *allocator) allocateDevices(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (
	[]resourceapi.AllocationResult, error) {
	count := 0
	for _, claim := range claims {
		if a.plugin.allocates(claim) {
			count++
		}
	}
	switch count {
	case 0:
		return a.allocateUpstream(ctx, node, claims)
	case len(claims):
		return a.allocate(ctx, node, claims, nil)
	}
	return a.allocateBoth(ctx, node, claims)
}

// allocateBoth allocates the claims of a pod that has claims of both allocators. Devices that
// upstream's allocator chooses are in use for libkoord's; those that claims share have less capacity.
func (a *allocator) allocateBoth(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (
	[]resourceapi.AllocationResult, error) {
	var koordClaims, upstreamClaims []*resourceapi.ResourceClaim
	for _, claim := range claims {
		if a.plugin.allocates(claim) {
			koordClaims = append(koordClaims, claim)
		} else {
			upstreamClaims = append(upstreamClaims, claim)
		}
	}
	upstreamResults, err := a.allocateUpstream(ctx, node, upstreamClaims)
	if err != nil || len(upstreamResults) != len(upstreamClaims) {
		return nil, err
	}
	koordResults, err := a.allocate(ctx, node, koordClaims, upstreamResults)
	if err != nil || len(koordResults) != len(koordClaims) {
		return nil, err
	}
	results := make([]resourceapi.AllocationResult, 0, len(claims))
	for _, claim := range claims {
		remaining := &upstreamResults
		if a.plugin.allocates(claim) {
			remaining = &koordResults
		}
		results = append(results, (*remaining)[0])
		*remaining = (*remaining)[1:]
	}
	return results, nil
}

// allocate allocates claims by libkoord, beside the allocations of the pod's other claims.
func (a *allocator) allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim,
	others []resourceapi.AllocationResult) ([]resourceapi.AllocationResult, error) {
	by, err := a.byKoord(ctx)
	if err != nil {
		return nil, err
	}
	held, err := a.plugin.held(node.Name, by, a.attempt)
	if err != nil {
		return nil, err
	}
	if len(others) > 0 {
		by = by.WithAllocated(others)
	}
	if len(held) > 0 {
		by = by.Without(held)
	}
	a.count.Store(int32(len(claims)))
	answer, err := by.AllocateOrExplain(ctx, node, claims)
	switch {
	case err != nil:
		return nil, err
	case answer.Refusal != nil:
		a.note(refused{node, claims, by, *answer.Refusal})
		return nil, fmt.Errorf("%s%s%w", answer.Refusal.Reason, a.plan.note(node.Name), structured.ErrFailedAllocationOnNode)
	}
	a.attempt.forget(node.Name)
	a.mutex.Lock()
	a.quality[node.Name] = quality(&answer)
	a.mutex.Unlock()
	return answer.Results, nil
}

// bestQuality is more than the quality of any allocation.
const bestQuality = 1000

// quality returns a number below bestQuality that is greater for better allocations. The weights
// keep the order of the library's score up to 8 NUMA nodes, 5 PCIe roots and 5 opened counters.
func quality(answer *dra.Answer) int64 {
	more := func(count, less, most uint32) int64 { return int64(min(max(count, less)-less, most)) }
	return bestQuality - 1 - 120*more(answer.NUMANodes, 1, 7) - 24*more(answer.PCIeRoots, 1, 4) - 5*more(answer.Opened, 0, 4) -
		more(answer.Idle, 0, 16)/4
}

// qualityOf returns the quality of the allocation of a node, or 0 if it has none by libkoord.
func (a *allocator) qualityOf(node string) int64 {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.quality[node]
}

// note keeps the refusal of the node that lacks the fewest devices, and of equals the first by name.
func (a *allocator) note(r refused) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if n := a.nearest; n == nil || r.refusal.Missing < n.refusal.Missing ||
		r.refusal.Missing == n.refusal.Missing && r.node.Name < n.node.Name {
		a.nearest = &r
	}
}

// explain returns why the nearest node was refused, and what would help, or "" if no node was refused.
func (a *allocator) explain(ctx context.Context) string {
	a.mutex.Lock()
	n := a.nearest
	a.mutex.Unlock()
	if n == nil {
		return ""
	}
	text, err := n.by.Explain(ctx, n.node, n.claims)
	if err != nil || text == "" {
		text = n.refusal.Reason
	}
	return fmt.Sprintf("nearest: %s (%s)", n.node.Name, text)
}

// allocates reports whether libkoord allocates a claim: all of its requests name classes of the
// plugin, it has requests, and the library supports them.
func (p *Plugin) allocates(claim *resourceapi.ResourceClaim) bool {
	requests := claim.Spec.Devices.Requests
	return len(requests) > 0 && dra.IsSupported(claim) && !slices.ContainsFunc(requests, func(r resourceapi.DeviceRequest) bool {
		if r.Exactly != nil {
			return !p.classes.has(r.Exactly.DeviceClassName)
		}
		return len(r.FirstAvailable) == 0 || slices.ContainsFunc(r.FirstAvailable,
			func(s resourceapi.DeviceSubRequest) bool { return !p.classes.has(s.DeviceClassName) })
	})
}
