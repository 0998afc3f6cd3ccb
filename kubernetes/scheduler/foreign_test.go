package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

func by(scheduler string) podOption { return func(p *v1.Pod) { p.Spec.SchedulerName = scheduler } }

// A pod with requests that only this scheduler handles gets an event if another scheduler binds it
// without an allocation.
func TestForeignBindingsAreReported(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	go w.state.Lead(w.ctx)
	bind := func(pod *v1.Pod) {
		w.create(pod)
		bound := w.get(pod.Name).DeepCopy()
		bound.Spec.NodeName = "a"
		w.update(bound)
	}
	for name, test := range map[string]struct {
		pod      *v1.Pod
		expected string
	}{
		"qos": {lsr("qos", "2", by("other")), "scheduler other bound the pod without the CPUs and devices that QoS LSR asks for; " +
			"set spec.schedulerName to default-scheduler"},
		"annotation": {pod("annotation", "1", by("other"), func(p *v1.Pod) {
			p.Annotations[objects.AnnotationNUMATopologySpec] = `{"numaTopologyPolicy":"SingleNUMANode"}`
		}), "annotation " + objects.AnnotationNUMATopologySpec},
		"resource": {pod("resource", "1", by("other"), ask("koordinator.sh/gpu", "50")), "resource koordinator.sh/gpu"},
	} {
		bind(test.pod)
		if event := w.event(name, "KoordBoundElsewhere"); !strings.Contains(event, test.expected) {
			t.Errorf("%s: %s", name, event)
		}
	}
	// Another process that serves the same profile.
	twin := lsr("twin", "2", onto("nowhere"))
	bind(twin)
	if event := w.event("twin", "KoordBoundElsewhere"); !strings.Contains(event, "another scheduler that serves profile default-scheduler") {
		t.Error(event)
	}
	// Pods without such requests, pods with an allocation by another scheduler, and pods bound by
	// this one.
	bind(pod("plain", "1", by("other")))
	bind(pod("plugin", "1", by("other"), ask("nvidia.com/gpu", "1")))
	given := lsr("given", "1", by("other"))
	given.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"15"}`
	bind(given)
	w.place(lsr("ours", "2"))
	w.place(lsr("idle", "0"))
	nothing := lsr("nothing", "0", onto("nowhere"))
	bind(nothing)
	known := lsr("known", "2", onto("nowhere"))
	known.UID = "known-uid"
	made, err := w.state.parts.Evaluator.Convert(known)
	must(w.t, err)
	if _, refusal, err := w.state.parts.State.Reserve(known, made, "a", nil); err != nil || refusal.Refused() {
		t.Fatal(refusal, err)
	}
	bind(known)
	bind(lsr("last", "1", by("other")))
	w.event("last", "KoordBoundElsewhere")
	for _, name := range []string{"plain", "plugin", "given", "ours", "idle", "nothing", "known"} {
		if count := w.noted(name, "KoordBoundElsewhere"); count != 0 {
			t.Errorf("%s: %d events", name, count)
		}
	}
}
