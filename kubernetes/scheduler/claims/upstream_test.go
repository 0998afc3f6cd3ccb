package claims

import (
	"context"
	"errors"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
)

// differentUpstream is a DynamicResources that differs from what the plugin expects.
type differentUpstream struct {
	scheduling
	afterPreFilter func(fwk.CycleState)
	noFilter       bool
	afterReserve   func()
	preBind        func() *fwk.Status
}

func (d *differentUpstream) PreFilter(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := d.scheduling.PreFilter(ctx, cycle, pod, nodes)
	if d.afterPreFilter != nil {
		d.afterPreFilter(cycle)
	}
	return result, status
}

func (d *differentUpstream) Filter(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	if d.noFilter {
		return nil
	}
	return d.scheduling.Filter(ctx, cycle, pod, node)
}

func (d *differentUpstream) Reserve(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	status := d.scheduling.Reserve(ctx, cycle, pod, node)
	if d.afterReserve != nil {
		d.afterReserve()
	}
	return status
}

func (d *differentUpstream) PreBind(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	if d.preBind != nil {
		return d.preBind()
	}
	return d.scheduling.PreBind(ctx, cycle, pod, node)
}

// A DynamicResources that differs is found when the plugin starts, and the error says what was expected.
func TestDifferentUpstream(t *testing.T) {
	plugin, _ := newPlugin(t)
	var p *probe
	for expected, change := range map[string]func(*differentUpstream){
		"": func(*differentUpstream) {},
		"state of plugin DynamicResources has no member allocator of type structured.Allocator": func(d *differentUpstream) {
			d.afterPreFilter = func(cycle fwk.CycleState) { cycle.Write(upstreamKey, &state{}) }
		},
		"member allocator is nil": func(d *differentUpstream) {
			d.afterPreFilter = func(cycle fwk.CycleState) { cycle.Write(upstreamKey, &fit{}) }
		},
		"for a group has no map pendingAllocations": func(d *differentUpstream) {
			d.afterPreFilter = func(cycle fwk.CycleState) { groupStateOf(cycle).Write(upstreamKey, &fit{}) }
		},
		"for a group: pendingAllocations is a map[int]bool": func(d *differentUpstream) {
			d.afterPreFilter = func(cycle fwk.CycleState) { groupStateOf(cycle).Write(upstreamKey, &numbered{map[int]bool{1: true}}) }
		},
		"called the allocator in its member allocator 0 times": func(d *differentUpstream) { d.noFilter = true },
		"Reserve of plugin DynamicResources reported no allocation": func(d *differentUpstream) {
			d.afterReserve = func() { p.signaled = nil }
		},
		"PreBind of plugin DynamicResources did not write the allocation that Reserve reported": func(d *differentUpstream) {
			d.afterReserve = func() { p.signaled = p.signaled.DeepCopy() }
		},
		"PreBind of plugin DynamicResources, for a pod with a claim: not written": func(d *differentUpstream) {
			d.preBind = func() *fwk.Status { return fwk.AsStatus(errors.New("not written")) }
		},
		"makes calls that were not expected: no such call": func(d *differentUpstream) {
			d.preBind = func() *fwk.Status { panic("no such call") }
		},
	} {
		p = newProbe(plugin.handle.Handle)
		args, err := (&Args{}).upstream()
		must(t, err)
		upstream, err := p.upstream(t.Context(), args, feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate))
		must(t, err)
		different := &differentUpstream{scheduling: upstream}
		change(different)
		err = p.run(t.Context(), different)
		if expected == "" && err != nil || expected != "" && (err == nil || !strings.Contains(err.Error(), expected)) {
			t.Errorf("found %v, expected %q", err, expected)
		}
	}
}

// numbered has another map than DynamicResources' state of a group.
type numbered struct{ pendingAllocations map[int]bool }

func (n *numbered) Clone() fwk.StateData { return n }

// The error for another version names the version that was expected, and the one that was found.
func TestUnsupportedVersion(t *testing.T) {
	text := unsupported(errors.New("why")).Error()
	expected := "plugin KoordClaims does not support this version of Kubernetes: it was built for " + builtFor + ", and this program contains "
	if !strings.HasPrefix(text, expected) || !strings.HasSuffix(text, ": why") || kubernetesVersion() == "" {
		t.Errorf("found %q", text)
	}
}
