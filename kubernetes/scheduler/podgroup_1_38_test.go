//go:build kube1_38

package scheduler

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
)

// With 56 and more nodes in all placements kube-scheduler tries some of them in random order,
// unless the profile states that it tries all.
func TestPodGroupFollowsThePlanAmongManyNodes(t *testing.T) {
	podGroups(t, true)
	w := newWorld(t, strings.Replace(shipped(t), "    plugins:\n", "    percentageOfPlacementsToScore: 100\n    plugins:\n", 1))
	w.server("large")
	w.server("small", func(n *v1.Node) {
		n.Spec.Taints = []v1.Taint{{Key: "rather-not", Effect: v1.TaintEffectPreferNoSchedule}}
	})
	for i := range 60 {
		w.server(fmt.Sprint("closed", i), tainted)
	}
	w.place(lsr("half", "8", onto("small")))
	for i := range 4 { // in one of two random orders a group would not follow its plan
		group := fmt.Sprint("g", i, "-")
		w.podGroup(group, 2)
		w.create(lsr(group+"0", "6", of(group)), lsr(group+"1", "12", of(group)))
		if nodes := w.nodesOf(group, 2); nodes[0] != "small" || nodes[1] != "large" {
			t.Error(group, nodes)
		}
		w.delete(group + "0")
		w.delete(group + "1")
		w.until(group+" is deleted", func() bool { return w.holdsNothing(group, 2, "small", "large") })
	}
}

// half is a plugin that generates one placement of some nodes.
type half struct{ nodes []string }

func (h *half) Name() string { return "Half" }

func (h *half) GeneratePlacements(_ context.Context, _ fwk.PodGroupCycleState, _ fwk.PodGroupInfo, parent *fwk.Placement) (
	*fwk.GeneratePlacementsResult, *fwk.Status) {
	out := &fwk.Placement{Name: "half"}
	for _, node := range parent.Nodes {
		if slices.Contains(h.nodes, node.Node().Name) {
			out.Nodes = append(out.Nodes, node)
		}
	}
	return &fwk.GeneratePlacementsResult{Placements: []*fwk.Placement{out}}, nil
}

// kube-scheduler intersects the placements of both plugins, so that nodes elsewhere are not used.
func TestPodGroupIsPlannedWithinTheNodesOfAnotherPlugin(t *testing.T) {
	podGroups(t, true)
	factory := func(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) {
		return &half{[]string{"small", "large"}}, nil
	}
	w := newWorldWith(t, frameworkruntime.Registry{"Half": factory}, strings.Replace(shipped(t),
		"      placementGenerate:\n        enabled:\n", "      placementGenerate:\n        enabled:\n          - name: Half\n", 1))
	w.server("large")
	w.server("small")
	w.server("c")
	w.server("full")
	w.place(lsr("part", "8", onto("small")), lsr("all", "16", onto("full")))
	w.podGroup("g", 2)
	w.create(lsr("g0", "6", of("g")), lsr("g1", "12", of("g")))
	if nodes := w.nodesOf("g", 2); nodes[0] != "small" || nodes[1] != "large" {
		t.Error(nodes)
	}
}
