package dra

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
)

// Allocator allocates devices of nodes to the claims of a pod. It implements structured.Allocator.
// Any goroutine may use it.
type Allocator struct {
	features structured.Features
	state    structured.AllocatedState
	shares   map[structured.DeviceID]bool // devices of which other claims hold shares
	classes  structured.DeviceClassLister
	cache    *Cache

	*sliceIndex
	taken map[structured.DeviceID]bool // devices in use besides those of the state
}

// sliceIndex has slices by what allocators ask for. Allocators with the same slices share it.
type sliceIndex struct {
	all       map[*ResourceSlice]bool
	onNode    map[string][]*ResourceSlice // by nodeName of the slice
	elsewhere []*ResourceSlice            // without nodeName

	once   sync.Once
	byPool map[poolName][]*ResourceSlice // after once
}

// has reports whether the index has the same slices. Informers list them in any order.
func (x *sliceIndex) has(slices []*ResourceSlice) bool {
	if len(slices) != len(x.all) {
		return false
	}
	for _, source := range slices {
		if !x.all[source] {
			return false
		}
	}
	return true
}

func newSliceIndex(slices []*ResourceSlice) *sliceIndex {
	x := &sliceIndex{all: make(map[*ResourceSlice]bool, len(slices)), onNode: make(map[string][]*ResourceSlice)}
	for _, source := range slices {
		x.all[source] = true
		if name := deref(source.Spec.NodeName); name != "" {
			x.onNode[name] = append(x.onNode[name], source)
		} else {
			x.elsewhere = append(x.elsewhere, source)
		}
	}
	return x
}

var _ structured.Allocator = &Allocator{}

// NewAllocator returns an allocator for the state of a cluster. It has the signature of
// structured.NewAllocator. A scheduler that makes many allocators uses Cache.NewAllocator, so that
// slices are read and selectors evaluated once.
func NewAllocator(ctx context.Context, features structured.Features, state structured.AllocatedState, classes structured.DeviceClassLister,
	slices []*ResourceSlice, compiler *cel.Cache) (*Allocator, error) {
	return NewCache(compiler).NewAllocator(ctx, features, state, classes, slices)
}

// NewAllocator returns an allocator that uses and fills the cache. The allocator keeps the
// arguments, which must not be modified.
func (c *Cache) NewAllocator(_ context.Context, features structured.Features, state structured.AllocatedState, classes structured.DeviceClassLister,
	slices []*ResourceSlice) (*Allocator, error) {
	a := &Allocator{features: features, state: state, shares: allocatedShares(state), classes: classes, cache: c, sliceIndex: c.index(slices)}
	c.dropUnused(slices)
	return a, nil
}

// Without returns an allocator for which further devices are in use. The set must not be modified.
func (a *Allocator) Without(devices map[structured.DeviceID]bool) *Allocator {
	out := *a
	if len(a.taken) > 0 {
		all := maps.Clone(a.taken)
		maps.Copy(all, devices)
		devices = all
	}
	out.taken = devices
	return &out
}

// WithAllocated returns an allocator for which the devices of further claims are in use. Devices that
// these claims share are available, without the capacity that they consume.
func (a *Allocator) WithAllocated(results []resourceapi.AllocationResult) *Allocator {
	devices, shares := make(map[structured.DeviceID]bool), make([]structured.DeviceConsumedCapacity, 0)
	for i := range results {
		for j := range results[i].Devices.Results {
			d := &results[i].Devices.Results[j]
			id := structured.MakeDeviceID(d.Driver, d.Pool, d.Device)
			switch {
			case isTrue(d.AdminAccess):
			case d.ShareID != nil && a.features.ConsumableCapacity:
				shares = append(shares, structured.NewDeviceConsumedCapacity(id, d.ConsumedCapacity))
			default:
				devices[id] = true
			}
		}
	}
	out := a
	if len(devices) > 0 {
		out = a.Without(devices)
	}
	if len(shares) == 0 {
		return out
	}
	with := *out
	with.shares = maps.Clone(a.shares)
	with.state.AggregatedCapacity = maps.Clone(a.state.AggregatedCapacity)
	if with.state.AggregatedCapacity == nil {
		with.state.AggregatedCapacity = structured.NewConsumedCapacityCollection()
	}
	for _, share := range shares {
		with.shares[share.DeviceID] = true
		if used := with.state.AggregatedCapacity[share.DeviceID]; used != nil {
			with.state.AggregatedCapacity[share.DeviceID] = used.Clone()
		}
		with.state.AggregatedCapacity.Insert(share)
	}
	return &with
}

// Allocate returns the best allocation of the node's devices to all claims, one result for each, or
// nil if there is none. Errors that wrap structured.ErrFailedAllocationOnNode concern this node
// only; others mean that a claim, a class or a selector is invalid.
func (a *Allocator) Allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) ([]resourceapi.AllocationResult, error) {
	results, _, err := a.allocate(ctx, node, claims, koord.DraOptions{})
	return results, err
}

// Check returns an error if claims are invalid on all nodes: because of a request, a class, or a
// selector that does not compile. Allocate returns it on each node with devices of these classes.
// Check considers no devices.
func (a *Allocator) Check(claims []*resourceapi.ResourceClaim) error {
	p := &problem{a: a, claims: claims}
	if err := p.readRequests(); err != nil {
		return err
	}
	for _, r := range p.requests {
		for _, source := range p.selectorsOf(r) {
			for i := range source.selectors {
				if _, _, err := source.compile(a.cache, i); err != nil {
					return err
				}
			}
		}
	}
	return p.checkCounts()
}

// Refusal states why claims do not fit on a node.
type Refusal struct {
	Reason  string // in one line
	Missing uint32 // devices that the nearest request lacks; 0 if it has enough that cannot be combined
}

// Answer is the answer for one node: an allocation with its score, or a refusal.
type Answer struct {
	Results []resourceapi.AllocationResult
	Refusal *Refusal

	// The score of the allocation; less is better, and earlier members come first.
	NUMANodes uint32 // of the devices, with one for each device without a known node
	PCIeRoots uint32 // likewise
	Opened    uint32 // counters and shared devices that were idle before
	Idle      uint32 // devices of the selected kinds that were idle before, on these NUMA nodes

	Steps uint64 // of preparation and search
}

// AllocateOrExplain returns what Allocate returns, with the score of the allocation, or why the
// claims do not fit.
func (a *Allocator) AllocateOrExplain(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (Answer, error) {
	return a.answer(ctx, node, claims, koord.DraOptions{})
}

// AllocateWithin returns what AllocateOrExplain returns, after at most this many steps of preparation
// and search. The answer has the steps also if there is an error.
func (a *Allocator) AllocateWithin(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim, most uint64) (Answer, error) {
	return a.answer(ctx, node, claims, koord.DraOptions{MaxSteps: max(most, 1)})
}

func (a *Allocator) answer(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim, options koord.DraOptions) (Answer, error) {
	results, p, err := a.allocate(ctx, node, claims, options)
	if p == nil {
		return Answer{Results: results}, err
	}
	i := &p.info
	switch {
	case err != nil:
		return Answer{Steps: i.Steps}, err
	case results != nil:
		return Answer{Results: results, NUMANodes: i.NUMANodes, PCIeRoots: i.PcieRoots, Opened: i.Opened, Idle: i.Idle, Steps: i.Steps}, nil
	}
	refusal := &Refusal{Reason: p.reason()}
	if i.Reason == koord.DraReasonTooFewDevices && i.Needed > i.Available {
		refusal.Missing = i.Needed - i.Available
	}
	return Answer{Refusal: refusal, Steps: i.Steps}, nil
}

// engine has the memory of one run.
type engine struct {
	inventory  *koord.DraInventory
	claims     *koord.DraClaims
	allocation *koord.DraAllocation
}

var engines = sync.Pool{}

func newEngine() (*engine, error) {
	if e, ok := engines.Get().(*engine); ok {
		return e, nil
	}
	inventory, err := koord.NewDraInventory()
	if err != nil {
		return nil, err
	}
	claims, err := koord.NewDraClaims()
	if err != nil {
		return nil, err
	}
	allocation, err := koord.NewDraAllocation()
	if err != nil {
		return nil, err
	}
	return &engine{inventory, claims, allocation}, nil
}

// release returns the memory for another run.
func (e *engine) release() {
	if e.inventory.Reset() == nil && e.claims.Reset() == nil {
		engines.Put(e)
	}
}

func (a *Allocator) allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim, options koord.DraOptions) (
	[]resourceapi.AllocationResult, *problem, error) {
	if ctx.Err() != nil {
		return nil, nil, interrupted(ctx)
	}
	pools, err := a.gather(node)
	if err != nil {
		return nil, nil, err
	}
	p := &problem{a: a, ctx: ctx, node: node, claims: claims, pools: pools}
	if err := p.prepare(); err != nil {
		return nil, nil, err
	}
	if len(p.requests) == 0 {
		return p.convert(nil)
	}
	e, err := newEngine()
	if err != nil {
		return nil, nil, err
	}
	defer e.release()
	if err := p.fill(e); err != nil {
		return nil, nil, beyondLimit("%v", err) // devices and alternatives exceed a limit of the engine
	}
	info, err := e.allocation.Run(e.inventory, e.claims, options)
	if err != nil {
		return nil, nil, beyondLimit("%v", err)
	}
	p.info = info
	if logger := klog.FromContext(ctx).V(5); logger.Enabled() {
		logger.Info("allocated devices", "outcome", info.Outcome, "reason", info.Reason, "steps", info.Steps, "devices", len(p.devices))
	}
	switch info.Outcome {
	case koord.DraOutcomeAllocated:
		rows, err := e.allocation.Results()
		if err != nil {
			return nil, nil, err
		}
		if err := p.checkSkipped(rows); err != nil {
			return nil, p, err
		}
		return p.convert(rows)
	case koord.DraOutcomeUndecided:
		return nil, p, beyondLimit("the search for devices ended after %d steps without an answer", info.Steps)
	}
	return nil, p, p.refusal()
}

// onNode returns an error that concerns one node only.
func onNode(format string, arguments ...any) error {
	return fmt.Errorf("%s%w", fmt.Sprintf(format, arguments...), structured.ErrFailedAllocationOnNode)
}

// ErrLimit is wrapped by errors for nodes on which a limit of the allocator was reached, so that the claims may fit
// all the same. They also wrap structured.ErrFailedAllocationOnNode.
var ErrLimit = errors.New("a limit of the allocator was reached")

// limitError states which limit was reached.
type limitError string

func (e limitError) Error() string { return string(e) }

func (e limitError) Unwrap() []error { return []error{ErrLimit, structured.ErrFailedAllocationOnNode} }

func beyondLimit(format string, arguments ...any) error {
	return limitError(fmt.Sprintf(format, arguments...))
}

// refusal returns the error that explains a refusal, or nil if the devices are in use or too few.
func (p *problem) refusal() error {
	if err := p.checkSkipped(nil); err != nil {
		return err
	}
	if err := p.checkConstraints(); err != nil {
		return err
	}
	var invalid []error
	for _, pool := range p.pools {
		if pool.invalid != "" {
			invalid = append(invalid, fmt.Errorf("%s: %s", pool.id, pool.invalid))
		}
	}
	if len(invalid) > 0 {
		return onNode("invalid resource pools were encountered: %v", errors.Join(invalid...))
	}
	return nil
}
