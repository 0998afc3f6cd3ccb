package claims

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// maxCompiled is the number of compiled selectors that are kept.
const maxCompiled = 256

// Plugin is DynamicResources with libkoord's allocator for some device classes. Extension points
// that it does not have itself are those of DynamicResources.
type Plugin struct {
	*dynamicresources.DynamicResources
	handle    *handle
	classes   classes
	classesOf fwk.DeviceClassLister
	features  structured.Features
	compiler  *cel.Cache
	cache     *dra.Cache
	options   Options
	released  *released
	// readsSlices reports whether DynamicResources reads slices for other purposes, too.
	readsSlices bool

	profile sync.Once
	invalid error // after profile

	preFilter sync.Mutex // the handle's manager records the inputs of one PreFilter
	gangs     gangStates
}

var (
	_ fwk.PreEnqueuePlugin  = &Plugin{}
	_ fwk.EnqueueExtensions = &Plugin{}
	_ fwk.PreFilterPlugin   = &Plugin{}
	_ fwk.FilterPlugin      = &Plugin{}
	_ fwk.PostFilterPlugin  = &Plugin{}
	_ fwk.ScorePlugin       = &Plugin{}
	_ fwk.ReservePlugin     = &Plugin{}
	_ fwk.PreBindPlugin     = &Plugin{}
	_ fwk.SignPlugin        = &Plugin{}
)

// Options connect the plugin with the rest of a scheduler. The zero value is for a scheduler without
// plugin Koord.
type Options struct {
	// Holders returns the holders of devices, or nil if there are none. It is called for each pod,
	// because the plugins of a scheduler are created in any order.
	Holders func() Holders
}

// New returns the plugin's factory.
func New(options Options) frameworkruntime.PluginFactory {
	shared := &released{}
	return func(ctx context.Context, raw runtime.Object, framework fwk.Handle) (fwk.Plugin, error) {
		return create(ctx, options, shared, raw, framework)
	}
}

func create(ctx context.Context, options Options, shared *released, raw runtime.Object, framework fwk.Handle) (*Plugin, error) {
	args, known, err := parse(raw)
	if err != nil {
		return nil, err
	}
	if framework.SharedDRAManager() == nil {
		return nil, fmt.Errorf("plugin %s: feature gate DynamicResourceAllocation is disabled, expected it to be enabled", Name)
	}
	gates := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	upstreamArgs, err := args.upstream()
	if err != nil {
		return nil, fmt.Errorf("arguments of plugin %s: %w", Name, err)
	}
	h := newHandle(framework)
	if options.Holders != nil {
		h.manager.holders = options.Holders
	}
	plugin, err := dynamicresources.New(ctx, upstreamArgs, h, gates)
	if err != nil {
		return nil, fmt.Errorf("plugin %s: %w", Name, err)
	}
	upstream, ok := plugin.(*dynamicresources.DynamicResources)
	if !ok {
		return nil, fmt.Errorf("plugin %s: found a %T, expected a %T", Name, plugin, upstream)
	}
	if err := checkUpstream(ctx, upstreamArgs, framework, gates); err != nil {
		return nil, unsupported(err)
	}
	features := dynamicresources.AllocatorFeatures(gates)
	compiler := cel.NewCache(maxCompiled, cel.Features{EnableConsumableCapacity: features.ConsumableCapacity,
		EnableListTypeAttributes: features.ListTypeAttributes})
	metrics.Register()
	return &Plugin{
		DynamicResources: upstream,
		handle:           h,
		classes:          known,
		classesOf:        h.SharedDRAManager().DeviceClasses(),
		features:         features,
		compiler:         compiler,
		cache:            dra.NewCache(compiler),
		options:          options,
		released:         shared,
		readsSlices:      gates.EnableDRANodeAllocatableResources,
	}, nil
}

// Name returns the plugin's name.
func (p *Plugin) Name() string { return Name }

// PreFilter calls that of DynamicResources, and replaces the allocator that it made for the pod.
func (p *Plugin) PreFilter(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (
	*fwk.PreFilterResult, *fwk.Status) {
	if err := p.checkProfile(); err != nil {
		return nil, fwk.AsStatus(err)
	}
	p.preFilter.Lock()
	p.handle.manager.hide(!p.readsSlices)
	result, status := p.DynamicResources.PreFilter(ctx, p.ofGang(cycle, pod), pod, nodes)
	p.handle.manager.hide(false)
	recorded := p.handle.manager.take()
	p.preFilter.Unlock()
	if !status.IsSuccess() {
		return result, status
	}
	field, err := p.allocatorOf(cycle)
	if err != nil {
		return nil, fwk.AsStatus(err)
	}
	if *field != nil {
		var attempt *Attempt
		if holders := p.holders(); holders != nil {
			if err := holders.WaitReady(ctx); err != nil {
				return nil, fwk.AsStatus(err)
			}
			attempt = holders.BeginAttempt(pod)
		}
		a := &allocator{plugin: p, pod: pod, inputs: recorded, attempt: attempt, quality: make(map[string]int64)}
		plan, status := p.planGroup(ctx, cycle, a, nodes)
		if !status.IsSuccess() {
			return nil, status
		}
		if why := plan.refusal(); why != "" {
			metrics.ResourceClaims.WithLabelValues("refused").Inc()
			return nil, fwk.NewStatus(fwk.UnschedulableAndUnresolvable, why)
		}
		attempt.forgetAll()
		a.plan = plan
		*field = a
	}
	return result, status
}

// allocatorOf returns the address of the allocator of the pod.
func (p *Plugin) allocatorOf(cycle fwk.CycleState) (*structured.Allocator, error) {
	state, err := stateOf(cycle)
	if err != nil {
		return nil, err
	}
	return allocatorOf(state)
}

// PostFilter calls that of DynamicResources, which deallocates a claim that no pod uses if its
// devices are on other nodes. If there is none, the status explains why claims were not allocated.
func (p *Plugin) PostFilter(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, nodes fwk.NodeToStatusReader) (
	*fwk.PostFilterResult, *fwk.Status) {
	result, status := p.DynamicResources.PostFilter(ctx, cycle, pod, nodes)
	if status.Code() != fwk.Unschedulable || len(status.Reasons()) > 0 && !slices.Contains(unchangedReasons, status.Message()) {
		if status.Code() == fwk.Unschedulable {
			metrics.ResourceClaims.WithLabelValues("deallocated").Inc()
		}
		return result, status
	}
	field, err := p.allocatorOf(cycle)
	if err != nil {
		return result, status
	}
	if a, is := (*field).(*allocator); is {
		if text := a.explain(ctx); text != "" {
			metrics.ResourceClaims.WithLabelValues("refused").Inc()
			return result, fwk.NewStatus(fwk.Unschedulable, text)
		}
	}
	return result, status
}

// Score adds the quality of libkoord's allocation to the score of DynamicResources, which counts most:
// it prefers earlier alternatives. The framework normalizes the sum.
func (p *Plugin) Score(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) (int64, *fwk.Status) {
	score, status := p.DynamicResources.Score(ctx, cycle, pod, node)
	if !status.IsSuccess() {
		return score, status
	}
	field, err := p.allocatorOf(cycle)
	if err != nil {
		return 0, fwk.AsStatus(err)
	}
	score *= bestQuality
	if a, is := (*field).(*allocator); is {
		score += a.qualityOf(node.Node().Name)
	}
	return score, nil
}

// Reserve calls that of DynamicResources, and counts the claims that libkoord allocated. It rejects
// devices that are held by Koordinator's annotations since Filter, also by the pod itself.
func (p *Plugin) Reserve(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	p.handle.manager.takeSignaled()
	status := p.DynamicResources.Reserve(ctx, p.ofGang(cycle, pod), pod, node)
	reserved := p.handle.manager.takeSignaled()
	noteReserved(cycle, reserved)
	if !status.IsSuccess() {
		return status
	}
	if status := p.arrange(ctx, cycle, pod, node, reserved); !status.IsSuccess() {
		if holders := p.holders(); holders != nil && status.IsRejected() && !cycle.IsPodGroupSchedulingCycle() {
			holders.TryAgain(pod)
		}
		return status
	}
	if field, err := p.allocatorOf(cycle); err == nil {
		if a, is := (*field).(*allocator); is {
			metrics.ResourceClaims.WithLabelValues("allocated").Add(float64(a.count.Load()))
		}
	}
	return status
}

// arrange gives each reserved claim its own allocation, and counts those that began.
func (p *Plugin) arrange(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string, reserved []reservedClaim) *fwk.Status {
	var pending map[types.UID]*resourceapi.AllocationResult
	if field, err := p.allocatorOf(cycle); err == nil {
		if a, is := (*field).(*allocator); is {
			pending = a.inputs.pending
		}
	}
	if status := checkShared(reserved, pending); !status.IsSuccess() {
		return status
	}
	sortAllocations(reserved)
	return p.choose(ctx, cycle, pod, node, begun(reserved))
}

// bindingKey is the key of a binding in the state of a cycle.
const bindingKey fwk.StateKey = Name

// binding is stored in the state of a cycle when the claims are reserved, so that the pod may be bound.
type binding struct{}

func (b binding) Clone() fwk.StateData { return b }

// PreBind calls that of DynamicResources, and notes that its writes have succeeded.
func (p *Plugin) PreBind(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	status := p.DynamicResources.PreBind(ctx, cycle, pod, node)
	if status.IsSuccess() {
		p.release(cycle)
		cycle.Write(bindingKey, binding{})
	}
	return status
}

// Unreserve calls that of DynamicResources, unless the pod is bound, or may be: if the answer to the
// binding was lost, the pod keeps its reservations. Those of a pod that is not bound do no harm,
// because they serve its next attempt. So do those that a pod had before a trial of its group, after which
// it may be bound without PreBind writing them again.
func (p *Plugin) Unreserve(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string) {
	if _, err := cycle.Read(bindingKey); err == nil && p.mayBeBound(ctx, pod) {
		klog.FromContext(ctx).Info("Koord: pod keeps its claims because it may be bound", "pod", klog.KObj(pod), "node", node)
		return
	}
	trial := cycle.IsPodGroupSchedulingCycle()
	if trial {
		ctx = withTrial(ctx)
	}
	if p.release(cycle) && !trial {
		p.released.add(pod.UID)
	}
	p.DynamicResources.Unreserve(ctx, cycle, pod, node)
}

// mayBeBound reports whether a pod is bound, or the API server does not answer.
func (p *Plugin) mayBeBound(ctx context.Context, pod *v1.Pod) bool {
	current, err := p.handle.ClientSet().CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		return false
	case err != nil:
		return true
	}
	return current.UID == pod.UID && current.Spec.NodeName != ""
}

// checkProfile returns an error if the profile has DynamicResources, too. Profiles are complete
// when the first pod is scheduled.
func (p *Plugin) checkProfile() error {
	p.profile.Do(func() {
		lists, is := p.handle.Handle.(interface{ ListPlugins() *config.Plugins })
		if !is {
			return
		}
		if named := extensionPoints(lists.ListPlugins(), dynamicresources.Name); len(named) > 0 {
			p.invalid = fmt.Errorf("profile %s enables %s beside %s at %s: disable it, because %s contains it",
				p.handle.ProfileName(), dynamicresources.Name, Name, strings.Join(named, ", "), Name)
		}
	})
	return p.invalid
}

// extensionPoints names the extension points at which a plugin is enabled.
func extensionPoints(plugins *config.Plugins, name string) (out []string) {
	if plugins == nil {
		return nil
	}
	for _, point := range []struct {
		name string
		set  config.PluginSet
	}{{"preEnqueue", plugins.PreEnqueue}, {"preFilter", plugins.PreFilter}, {"filter", plugins.Filter}, {"postFilter", plugins.PostFilter},
		{"score", plugins.Score}, {"reserve", plugins.Reserve}, {"preBind", plugins.PreBind}} {
		if slices.ContainsFunc(point.set.Enabled, func(p config.Plugin) bool { return p.Name == name }) {
			out = append(out, point.name)
		}
	}
	return out
}
