//go:build !kube1_36

package nativegroup

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// Domains with a plan are tried first, those that the library refuses last.
func TestRankOfDomains(t *testing.T) {
	planned, unknown, refused := rank(&Plan{all: true}), rank(nil), rank(&Plan{Refusal: "no room"})
	if planned >= unknown || unknown >= refused {
		t.Error(planned, unknown, refused)
	}
}

// Only a plan for all pods is a placement of its own, with the nodes that it uses.
func TestPlacementOfAPlan(t *testing.T) {
	domain := &fwk.Placement{Name: "zone"}
	for _, name := range []string{"a", "b"} {
		info := framework.NewNodeInfo()
		info.SetNode(&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}})
		domain.Nodes = append(domain.Nodes, info)
	}
	plan := &Plan{Nodes: map[types.UID]string{"one": "b", "two": "b"}}
	if plan.placement(domain) != nil {
		t.Error("a part of the pods is placed")
	}
	plan.all = true
	if got := plan.placement(domain); len(got.Nodes) != 1 || got.Nodes[0].Node().Name != "b" || got.Name == domain.Name {
		t.Error(got)
	}
}

// A set of evictions is cheaper if its highest priority is lower, then if it has fewer pods.
func TestCheaperEvictions(t *testing.T) {
	victims := func(priorities ...int32) *evictions {
		out := &evictions{}
		for _, value := range priorities {
			out.add([]unit{{&v1.Pod{Spec: v1.PodSpec{Priority: &value}}}})
		}
		return out
	}
	if victims(1, 1).compare(victims(2)) >= 0 || victims(1).compare(victims(1, 1)) >= 0 || victims(1).compare(victims(1)) != 0 {
		t.Error("the order of evictions")
	}
}

// A group has a refusal if no domain has room for it.
func TestRefusalOfAGroup(t *testing.T) {
	a, b := &fwk.Placement{Name: "a"}, &fwk.Placement{Name: "b"}
	cycle := &groupCycle{plans: map[*fwk.Placement]*Plan{a: {Refusal: "no room"}, b: {}}}
	if why := cycle.refusal(); why != "" {
		t.Error(why)
	}
	cycle.plans[b].Refusal = "no room"
	if why := cycle.refusal(); why != "no room" {
		t.Error(why)
	}
}
