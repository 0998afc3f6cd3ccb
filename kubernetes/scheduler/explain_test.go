package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// profileNaming returns the shipped configuration with another limit of nodes that PreFilter names.
func profileNaming(t *testing.T, namedNodes string) string {
	t.Helper()
	out := strings.Replace(shipped(t), "gangTimeout: 1m", "gangTimeout: 1m\n          namedNodes: "+namedNodes, 1)
	if out == shipped(t) {
		t.Fatal("the shipped configuration states no gangTimeout")
	}
	return out
}

// affine makes a pod require a node by its name, or by its label if not is set: any but these.
func affine(term v1.NodeSelectorTerm) podOption {
	return func(p *v1.Pod) {
		p.Spec.Affinity = &v1.Affinity{NodeAffinity: &v1.NodeAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{term}}}}
	}
}

func named(node string) v1.NodeSelectorTerm {
	return v1.NodeSelectorTerm{MatchFields: []v1.NodeSelectorRequirement{
		{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{node}}}}
}

func noneOf(nodes ...string) v1.NodeSelectorTerm {
	return v1.NodeSelectorTerm{MatchExpressions: []v1.NodeSelectorRequirement{
		{Key: "kubernetes.io/hostname", Operator: v1.NodeSelectorOpNotIn, Values: nodes}}}
}

// If the library accepts nodes that another plugin refuses, its message about the other nodes is
// reported, for any limit of nodes that PreFilter names, and first about those that the pod may
// use.
func TestRefusalsAreExplainedBesideOtherPlugins(t *testing.T) {
	const needs = "needs 8 CPUs"
	for _, limit := range []string{"-1", "1", "2", "100"} {
		w := newWorld(t, profileNaming(t, limit))
		for _, name := range []string{"full", "also-full"} {
			w.server(name)
			w.place(lsr("on-"+name, "14", onto(name)))
		}
		w.server("open")
		w.server("spare")
		w.known(4)
		for _, test := range []struct {
			name   string
			option podOption
			parts  []string
		}{
			{"selector", onto("full"), []string{"on node full, which the pod may use: " + needs, "node affinity/selector", "on all nodes: 2 of 4"}},
			{"affinity", affine(noneOf("open", "spare", "also-full")), []string{"on node full, which the pod may use: " + needs, "selector"}},
			{"field", affine(named("also-full")), []string{"on node also-full, which the pod may use: " + needs}},
			{"nowhere", onto("nowhere"), []string{needs, "node affinity/selector"}},
		} {
			w.create(lsr(test.name, "8", test.option))
			message, event := w.unschedulable(test.name), w.event(test.name, "FailedScheduling")
			for _, part := range test.parts {
				if !strings.Contains(message, part) || !strings.Contains(event, part) {
					t.Errorf("namedNodes %s: %s: %q is not in the condition or the event:\n%s\n%s", limit, test.name, part, message, event)
				}
			}
			w.delete(test.name)
		}
		w.stop()
		w.stop = nil
	}
}

func TestRefusalsAreExplainedBesideTaints(t *testing.T) {
	for _, limit := range []string{"-1", "1", "2"} {
		w := newWorld(t, profileNaming(t, limit))
		w.server("full")
		w.place(lsr("holder", "14"))
		w.server("open", tainted)
		w.server("spare", tainted)
		w.known(3)
		w.create(lsr("late", "8"))
		message, event := w.unschedulable("late"), w.event("late", "FailedScheduling")
		for _, part := range []string{"needs 8 CPUs", "2 node(s) had untolerated taint(s)", "1 of 3 nodes"} {
			if !strings.Contains(message, part) || !strings.Contains(event, part) || strings.Contains(message, "may use") {
				t.Errorf("namedNodes %s: %q is not in the condition or the event:\n%s\n%s", limit, part, message, event)
			}
		}
		w.stop()
		w.stop = nil
	}
}

// A pod that preempts others is explained, too.
func TestPreemptorsAreExplained(t *testing.T) {
	w := newWorld(t, "")
	w.server("full")
	w.place(lsr("holder", "14", priority(1)))
	w.leaves("holder")
	w.server("open", tainted)
	w.known(2)
	w.create(lsr("one", "8", priority(9)))
	if message := w.unschedulable("one"); !strings.Contains(message, "needs 8 CPUs") {
		t.Error(message)
	}
}

// A pod that the library accepts everywhere is not explained by it.
func TestAcceptedPodsAreNotExplained(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.known(1)
	w.create(lsr("one", "2", onto("nowhere")))
	if message := w.unschedulable("one"); !strings.Contains(message, "1 node(s) didn't match") || strings.Contains(message, "which the pod") ||
		strings.Contains(message, "needs") {
		t.Error(message)
	}
}

// A request that no node could meet even with all its resources free is reported first and alone.
func TestInvalidRequestsAreTheOnlyReason(t *testing.T) {
	w := newWorld(t, "")
	w.server("full")
	w.place(lsr("holder", "16"))
	w.server("a")
	w.server("b")
	w.gpus("b")
	w.known(3)
	for name, option := range map[string]podOption{"unit": ask("koordinator.sh/gpu", "150"), "mix": func(p *v1.Pod) {
		ask("koordinator.sh/gpu", "100")(p)
		ask("koordinator.sh/gpu-core", "50")(p)
	}} {
		w.create(lsr(name, "2", option))
		message := w.unschedulable(name)
		if !strings.Contains(message, "0/3 nodes are available: the request is wrong on every node: ") || strings.Contains(message, "nearest") {
			t.Errorf("%s: %s", name, message)
		}
	}
	w.create(lsr("large-and-wrong", "64", ask("koordinator.sh/gpu", "150")))
	message := w.unschedulable("large-and-wrong")
	if !strings.Contains(message, "the request is wrong on every node: ") || strings.Contains(message, "64 CPUs") {
		t.Error(message)
	}
	unequal := lsr("unequal", "2")
	unequal.Spec.Containers[0].Resources.Limits["cpu"] = resource.MustParse("3")
	w.create(unequal)
	if message := w.unschedulable("unequal"); !strings.Contains(message, "the request is wrong on every node: the cpu limit is not equal") {
		t.Error(message)
	}
	// Whatever the room, and whatever refuses the pod first.
	for name, test := range map[string]struct {
		cpu    string
		option podOption
		says   string
	}{
		"wrong-and-large":     {"64", ask("koordinator.sh/gpu", "150"), "the request is wrong on every node: requests 150 of koordinator.sh/gpu; "},
		"alone":               {"64", ask("koordinator.sh/gpu-core", "50"), "the request is wrong on every node: requests koordinator.sh/gpu-core alone"},
		"fraction":            {"64500m", nil, "the request is wrong on every node: requests 64500 milli-CPU"},
		"unreadable":          {"64", annotate(objects.AnnotationResourceSpec, `{"requiredCPUBindPolicy":"Foo"}`), `requiredCPUBindPolicy: found "Foo"`},
		"with-a-reservation":  {"64", several(ask("koordinator.sh/gpu", "150"), annotate(apis.AnnotationReservationAffinity, `{"name":"r"}`)), "the request is wrong on every node: requests 150"},
		"selecting":           {"2", several(ask("koordinator.sh/gpu", "150"), affine(named("nowhere"))), "the request is wrong on every node: requests 150"},
		"claiming":            {"2", several(ask("koordinator.sh/gpu", "150"), claimsVolume("none")), "the request is wrong on every node: requests 150"},
		"unreadable-affinity": {"2", annotate(apis.AnnotationReservationAffinity, `{`), "annotation " + apis.AnnotationReservationAffinity},
	} {
		options := []podOption{test.option}
		if test.option == nil {
			options = nil
		}
		w.create(lsr(name, test.cpu, options...))
		message, event := w.unschedulable(name), w.event(name, "FailedScheduling")
		for _, text := range []string{message, event} {
			if !strings.Contains(text, test.says) || strings.Contains(text, "64 CPUs") || strings.Contains(text, "preempt") ||
				strings.Contains(text, "evict") || strings.Contains(text, "nearest") || strings.Count(text, test.says) != 1 {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

// Members of a gang wait for the one whose request is wrong, and say so.
func TestGangsNameTheMemberWhoseRequestIsWrong(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.known(1)
	w.create(lsr("right", "2", in("g", 2)), lsr("wrong", "2", in("g", 2), ask("koordinator.sh/gpu", "150")))
	if message := w.unschedulable("wrong"); !strings.Contains(message, "available: the request is wrong on every node: requests 150") {
		t.Error(message)
	}
	const says = "gang g: wrong: the request is wrong on every node: requests 150"
	if message := w.unschedulable("right"); !strings.Contains(message, says) {
		t.Error(message)
	}
}

// A gang that needs fewer members than it has starts without those whose requests are wrong, whatever
// the order of their UIDs.
func TestGangsStartWithoutMembersWhoseRequestIsWrong(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.known(1)
	wrong := func(name string) *v1.Pod { return lsr(name, "2", in("g", 2), ask("koordinator.sh/gpu", "150")) }
	w.create(wrong("a-wrong"), wrong("b-wrong"), lsr("right-0", "2", in("g", 2)), lsr("right-1", "2", in("g", 2)))
	w.bound("right-0")
	w.bound("right-1")
	if message := w.unschedulable("a-wrong"); !strings.Contains(message, "the request is wrong on every node: requests 150") {
		t.Error(message)
	}
}

// claimsVolume has a pod use a PersistentVolumeClaim.
func claimsVolume(name string) podOption {
	return func(p *v1.Pod) {
		p.Spec.Volumes = []v1.Volume{{Name: "v", VolumeSource: v1.VolumeSource{
			PersistentVolumeClaim: &v1.PersistentVolumeClaimVolumeSource{ClaimName: name}}}}
	}
}

// annotate sets an annotation of a pod.
func annotate(key, value string) podOption {
	return func(p *v1.Pod) {
		if p.Annotations == nil {
			p.Annotations = map[string]string{}
		}
		p.Annotations[key] = value
	}
}

// several applies several options.
func several(options ...podOption) podOption {
	return func(p *v1.Pod) {
		for _, do := range options {
			do(p)
		}
	}
}

// known waits until kube-scheduler and the plugin know that many nodes, each with its topology.
func (w *world) known(nodes int) {
	w.t.Helper()
	w.until("all nodes are known", func() bool {
		list := w.state.parts.State.Nodes()
		for _, id := range list.IDs {
			if !w.knowsNode(list.Name(id)) {
				return false
			}
		}
		return w.sched.Cache.NodeCount() == nodes && len(list.IDs) == nodes
	})
}
