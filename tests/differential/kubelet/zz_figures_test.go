package cpumanager

// The pickers of the static policy and koord_kubelet_pick, for bench/figures.py.

import (
	"fmt"
	"testing"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/cases"

	"k8s.io/utils/cpuset"
)

func TestZZFigures(t *testing.T) {
	cases.SkipUnlessMeasured(t)
	for _, options := range []struct {
		name     string
		bits     int
		policies StaticPolicyOptions
	}{
		{"packed", 0, StaticPolicyOptions{}},
		{"distribute_numa", 1 | 2, StaticPolicyOptions{FullPhysicalCPUsOnly: true, DistributeCPUsAcrossNUMA: true}},
		{"uncore_cache", 32, StaticPolicyOptions{PreferAlignByUncoreCacheOption: true}},
	} {
		for _, c := range cases.PickCases(t) {
			if name := fmt.Sprintf("pick/%s/%v", options.name, c); cases.Selected(name) {
				zzPickFigures(t, name, c, options.bits, options.policies)
			}
		}
	}
}

// zzPickFigures measures one request on all states of a machine. CPUs 0 and its sibling are reserved.
func zzPickFigures(t *testing.T, name string, c cases.PickCase, bits int, options StaticPolicyOptions) {
	topo := zzTopology(c.Machine.CPUs)
	policy := &staticPolicy{topology: topo, cpuGroupSize: topo.CPUsPerCore(), options: options}
	machine, err := koordc.NewTopology(c.Machine.CPUs)
	if err != nil {
		t.Fatal(err)
	}
	defer machine.Free()
	reserved := koordc.NewSet(c.Machine.Words())
	reserved.Add(0)
	reserved.Add(len(c.Machine.CPUs) / 2)
	var theirs, ours []func()
	for i, state := range c.Machine.States {
		shared := append(koordc.Set(nil), reserved...)
		for _, cpu := range state {
			shared.Add(cpu)
		}
		available := cpuset.New(state...).Difference(cpuset.New(reserved.List()...))
		take := func() (cpuset.CPUSet, error) { return zzTake(policy, logr.Discard(), available, c.CPUs) }
		pick, out := machine.KubeletPicker(&koordc.KubeletPick{Minor: zzMinor, Options: bits, CPUs: c.CPUs, Shared: shared, Reserved: reserved})
		theirs, ours = append(theirs, func() { take() }), append(ours, func() { pick() })
		if !cases.Checked(i) {
			continue
		}
		want, err := take()
		if err != nil || !pick() || !want.Equals(cpuset.New(out.List()...)) {
			t.Fatal(name, ": kubelet picks ", want, err, ", libkoord ", out.List())
		}
	}
	cases.Measure(name, cases.InTurn(theirs), cases.AllOf(ours))
}
