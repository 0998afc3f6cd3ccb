package claims

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	resourceclient "k8s.io/client-go/kubernetes/typed/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"

	"libkoord.invalid/koord/kubernetes/dra"
)

// The plugin relies on internal details of DynamicResources, which are not part of its API. Before
// the scheduler starts, a second DynamicResources schedules a pod with a claim, without an API
// server, to check that
//   - its state of the pod has the member allocator, and Filter uses what is written there;
//   - its state of a pod group has the maps from which gangcycle.go removes entries;
//   - PreBind writes the AllocationResult that Reserve reported. Both use one pointer, through which the
//     plugin exchanges allocations and chooses CPUs.

// unsupported returns the error for a DynamicResources that differs.
func unsupported(why error) error {
	return fmt.Errorf("plugin %s does not support this version of Kubernetes: it was built for %s, "+
		"and this program contains %s: %w", Name, builtFor, kubernetesVersion(), why)
}

// kubernetesVersion returns the version of the module k8s.io/kubernetes in this program.
func kubernetesVersion() string {
	const module = "k8s.io/kubernetes"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "an unknown version"
	}
	for _, dependency := range info.Deps {
		if dependency.Path != module {
			continue
		}
		if dependency.Replace != nil {
			dependency = dependency.Replace
		}
		return dependency.Version
	}
	return "an unknown version"
}

// checkUpstream returns an error if this Kubernetes' DynamicResources is not as the plugin expects it.
func checkUpstream(ctx context.Context, args *config.DynamicResourcesArgs, handle fwk.Handle,
	gates feature.Features) (err error) {
	defer recoverProbe(&err)
	probe := newProbe(handle)
	upstream, err := probe.upstream(ctx, args, gates)
	if err != nil {
		return err
	}
	return probe.run(ctx, upstream)
}

// recoverProbe turns a panic of DynamicResources into an error. The probe lacks what it is not expected to use.
func recoverProbe(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("plugin %s makes calls that were not expected: %v", upstreamKey, cause)
	}
}

// scheduling is the part of DynamicResources that is checked.
type scheduling interface {
	fwk.PreFilterPlugin
	fwk.FilterPlugin
	fwk.ReservePlugin
	fwk.PreBindPlugin
}

// probe is a framework handle for a second DynamicResources. Its claims, classes and client are
// stubs with one claim and no devices.
type probe struct {
	fwk.Handle
	informers informers.SharedInformerFactory // never started
	pod       *v1.Pod
	claim     *resourceapi.ResourceClaim
	signaled  *resourceapi.ResourceClaim // by Reserve
	written   *resourceapi.ResourceClaim // by PreBind
}

func newProbe(handle fwk.Handle) *probe {
	const name = "koord-probe"
	meta := metav1.ObjectMeta{Namespace: name, Name: name, UID: name}
	request := resourceapi.DeviceRequest{Name: "r", Exactly: &resourceapi.ExactDeviceRequest{
		DeviceClassName: name, Count: 1, AllocationMode: resourceapi.DeviceAllocationModeExactCount}}
	devices := resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{request}}
	p := &probe{
		Handle:    handle,
		informers: informers.NewSharedInformerFactory(handle.ClientSet(), 0),
		pod:       &v1.Pod{ObjectMeta: meta},
		claim:     &resourceapi.ResourceClaim{ObjectMeta: meta, Spec: resourceapi.ResourceClaimSpec{Devices: devices}},
	}
	p.pod.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: name, ResourceClaimName: &p.claim.Name}}
	return p
}

// upstream returns the DynamicResources that is checked.
func (p *probe) upstream(ctx context.Context, args *config.DynamicResourcesArgs, gates feature.Features) (
	scheduling, error) {
	gates.EnableDRANodeAllocatableResources = false // it reads slices, and the probe has none
	plugin, err := dynamicresources.New(ctx, args, p, gates)
	if err != nil {
		return nil, err
	}
	upstream, ok := plugin.(*dynamicresources.DynamicResources)
	if !ok {
		return nil, fmt.Errorf("found a %T, expected a %T", plugin, upstream)
	}
	return upstream, nil
}

// run schedules the pod on a node.
func (p *probe) run(ctx context.Context, upstream scheduling) (err error) {
	defer recoverProbe(&err)
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: p.pod.Name}}
	info := framework.NewNodeInfo()
	info.SetNode(node)
	cycle := framework.NewCycleState()
	group := &gangCycle{cycle, framework.NewCycleState()}
	if _, status := upstream.PreFilter(ctx, group, p.pod, []fwk.NodeInfo{info}); !status.IsSuccess() {
		return fmt.Errorf("PreFilter of plugin %s, for a pod with a claim: %w", upstreamKey, status.AsError())
	}
	if err := checkGroup(group.gang); err != nil {
		return err
	}
	state, err := stateOf(cycle)
	if err != nil {
		return err
	}
	field, err := allocatorOf(state)
	if err != nil {
		return err
	}
	if *field == nil {
		return fmt.Errorf("state of plugin %s: member %s is nil, expected an allocator for the claim",
			upstreamKey, allocatorField)
	}
	allocator := &probeAllocator{Allocator: *field}
	*field = allocator
	if status := upstream.Filter(ctx, group, p.pod, info); !status.IsSuccess() {
		return fmt.Errorf("Filter of plugin %s, for a pod with a claim: %w", upstreamKey, status.AsError())
	}
	if allocator.calls != 1 {
		return fmt.Errorf("Filter of plugin %s called the allocator in its member %s %d times, expected once",
			upstreamKey, allocatorField, allocator.calls)
	}
	if status := upstream.Reserve(ctx, group, p.pod, node.Name); !status.IsSuccess() {
		return fmt.Errorf("Reserve of plugin %s, for a pod with a claim: %w", upstreamKey, status.AsError())
	}
	reserved := resultsOf(p.signaled)
	if len(reserved) != 1 {
		return fmt.Errorf("Reserve of plugin %s reported no allocation, expected that of the claim", upstreamKey)
	}
	reserved[0].Device = "changed"
	if status := upstream.PreBind(ctx, cycle, p.pod, node.Name); !status.IsSuccess() {
		return fmt.Errorf("PreBind of plugin %s, for a pod with a claim: %w", upstreamKey, status.AsError())
	}
	if written := resultsOf(p.written); len(written) != 1 || written[0].Device != "changed" {
		return fmt.Errorf("PreBind of plugin %s did not write the allocation that Reserve reported, "+
			"expected both to share one pointer", upstreamKey)
	}
	return nil
}

// resultsOf returns the devices of a claim, or nil if there is no claim or no allocation.
func resultsOf(claim *resourceapi.ResourceClaim) []resourceapi.DeviceRequestAllocationResult {
	if claim == nil || claim.Status.Allocation == nil {
		return nil
	}
	return claim.Status.Allocation.Devices.Results
}

// checkGroup returns an error if DynamicResources' state of a group lacks a map that the plugin
// changes.
func checkGroup(state *framework.CycleState) error {
	field, err := fieldOf(state, pendingField)
	if err != nil {
		return err
	}
	if wanted := reflect.TypeFor[types.UID](); field.Type().Key() != wanted {
		return fmt.Errorf("state of plugin %s for a group: %s is a %s, expected a map with keys of type %s",
			upstreamKey, pendingField, field.Type(), wanted)
	}
	if podsField != "" {
		_, err = fieldOf(state, podsField)
	}
	return err
}

// probeAllocator allocates one device to each claim.
type probeAllocator struct {
	structured.Allocator
	calls int
}

// Allocate returns an allocation without looking for devices.
func (a *probeAllocator) Allocate(_ context.Context, _ *v1.Node, claims []*resourceapi.ResourceClaim) (
	[]resourceapi.AllocationResult, error) {
	a.calls++
	out := make([]resourceapi.AllocationResult, len(claims))
	for i, claim := range claims {
		out[i].Devices.Results = []resourceapi.DeviceRequestAllocationResult{{
			Request: claim.Spec.Devices.Requests[0].Name, Driver: claim.Name, Pool: claim.Name, Device: claim.Name}}
	}
	return out, nil
}

func (p *probe) SharedInformerFactory() informers.SharedInformerFactory { return p.informers }

func (p *probe) SharedDRAManager() fwk.SharedDRAManager {
	return probeManager{p.Handle.SharedDRAManager(), p}
}

// ClientSet returns a client that only writes the claim.
func (p *probe) ClientSet() kubernetes.Interface { return probeClient{probe: p} }

type probeManager struct {
	fwk.SharedDRAManager
	probe *probe
}

func (m probeManager) ResourceClaims() fwk.ResourceClaimTracker { return probeTracker{probe: m.probe} }

func (m probeManager) ResourceSlices() fwk.ResourceSliceLister { return probeSlices{} }

func (m probeManager) DeviceClasses() fwk.DeviceClassLister { return probeClasses{} }

type probeSlices struct{ fwk.ResourceSliceLister }

// ListWithDeviceTaintRules returns no slices.
func (probeSlices) ListWithDeviceTaintRules() ([]*dra.ResourceSlice, error) { return nil, nil }

type probeClasses struct{ fwk.DeviceClassLister }

// Get returns a class of any device.
func (probeClasses) Get(name string) (*resourceapi.DeviceClass, error) {
	return &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}

// probeTracker tracks the claim.
type probeTracker struct {
	fwk.ResourceClaimTracker
	probe *probe
}

func (t probeTracker) List() ([]*resourceapi.ResourceClaim, error) {
	return []*resourceapi.ResourceClaim{t.probe.claim}, nil
}

func (t probeTracker) Get(namespace, name string) (*resourceapi.ResourceClaim, error) {
	if namespace != t.probe.claim.Namespace || name != t.probe.claim.Name {
		return nil, errors.New("no such claim")
	}
	return t.probe.claim, nil
}

func (t probeTracker) ListAllAllocatedDevices() (sets.Set[structured.DeviceID], error) {
	return sets.New[structured.DeviceID](), nil
}

func (t probeTracker) GatherAllocatedState() (*structured.AllocatedState, error) {
	return &structured.AllocatedState{AllocatedDevices: sets.New[structured.DeviceID]()}, nil
}

func (t probeTracker) GetPendingAllocation(types.UID) *resourceapi.AllocationResult {
	if t.probe.signaled == nil {
		return nil
	}
	return t.probe.signaled.Status.Allocation
}

func (t probeTracker) SignalClaimPendingAllocation(_ types.UID, claim *resourceapi.ResourceClaim) error {
	t.probe.signaled = claim
	return nil
}

func (t probeTracker) MaybeRemoveClaimPendingAllocation(types.UID, bool) bool { return true }

func (t probeTracker) AssumeClaimAfterAPICall(*resourceapi.ResourceClaim) error { return nil }

type probeClient struct {
	kubernetes.Interface
	probe *probe
}

func (c probeClient) ResourceV1() resourceclient.ResourceV1Interface { return probeV1{probe: c.probe} }

type probeV1 struct {
	resourceclient.ResourceV1Interface
	probe *probe
}

func (r probeV1) ResourceClaims(string) resourceclient.ResourceClaimInterface {
	return probeClaims{probe: r.probe}
}

// probeClaims stores the last status that is written.
type probeClaims struct {
	resourceclient.ResourceClaimInterface
	probe *probe
}

func (c probeClaims) Update(_ context.Context, claim *resourceapi.ResourceClaim, _ metav1.UpdateOptions) (
	*resourceapi.ResourceClaim, error) {
	return claim.DeepCopy(), nil
}

func (c probeClaims) UpdateStatus(_ context.Context, claim *resourceapi.ResourceClaim, _ metav1.UpdateOptions) (
	*resourceapi.ResourceClaim, error) {
	c.probe.written = claim.DeepCopy()
	return c.probe.written, nil
}
