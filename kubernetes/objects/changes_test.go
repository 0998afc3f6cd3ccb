package objects

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
)

func TestChangesOfAPatch(t *testing.T) {
	for _, c := range []struct {
		patch  string
		set    map[string]string
		remove []string
	}{
		{`{}`, nil, nil},
		{`{"metadata":{"annotations":{}}}`, nil, nil},
		{`{"metadata":{"annotations":{"b":null,"a":null,"c":"{\"cpuset\":\"0-3\"}"}}}`, map[string]string{"c": `{"cpuset":"0-3"}`}, []string{"a", "b"}},
	} {
		got, err := ChangesOf([]byte(c.patch))
		ok(t, err)
		if !maps.Equal(got.Set, c.set) || !slices.Equal(got.Remove, c.remove) || got.IsZero() != (len(c.set)+len(c.remove) == 0) {
			t.Errorf("%s: got %+v", c.patch, got)
		}
	}
	for _, patch := range []string{``, `[]`, `{"spec":{"a":{}}}`, `{"spec":{"annotations":{"a":"b"}}}`, `{"metadata":{"labels":{"a":"b"}}}`,
		`{"metadata":{"annotations":{"a":1}}}`} {
		if got, err := ChangesOf([]byte(patch)); err == nil && !(patch == `{"spec":{"a":{}}}` && got.IsZero()) {
			t.Errorf("%s: got %+v", patch, got)
		}
	}
}

func TestChangesOfAPod(t *testing.T) {
	pod := &v1.Pod{}
	pod.Name, pod.Namespace, pod.UID = "web", "prod", "u"
	pod.Annotations = map[string]string{"team": "web", "old": "1"}
	changes := Changes{Set: map[string]string{"new": "2"}, Remove: []string{"absent", "old"}}
	if got := changes.Annotations(pod.Annotations); !maps.Equal(got, map[string]string{"team": "web", "new": "2"}) {
		t.Errorf("got %v", got)
	}
	if len(pod.Annotations) != 2 {
		t.Error("the pod was changed")
	}
	if !changes.Removes(pod) || (Changes{Remove: []string{"absent"}}).Removes(pod) {
		t.Error("Removes")
	}
	binding := changes.Binding(pod, "n1")
	if binding.Name != "web" || binding.Namespace != "prod" || binding.UID != "u" || binding.Target.Kind != "Node" ||
		binding.Target.Name != "n1" || !maps.Equal(binding.Annotations, changes.Set) {
		t.Errorf("got %+v", binding)
	}
	for want, got := range map[string][]byte{
		`{"metadata":{"annotations":{"absent":null,"new":"2","old":null},"uid":"u"}}`: changes.MergePatch(pod),
		`{"metadata":{"annotations":{"absent":null,"old":null},"uid":"u"}}`:           changes.RemovePatch(pod),
		`{}`: Changes{}.MergePatch(pod),
	} {
		if string(got) != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A pod whose claims differ from its reservation claims the reserved resources once the changes are
// applied.
func TestPrebindBecomesAnnotations(t *testing.T) {
	w := newTwin(t)
	d := &drawer{}
	d.Rand = seeded(7)
	const machine = "node.koordinator.sh/cpu-topology"
	node, topology := d.node("n0"), d.topology(t, "n0")
	for topology.Annotations[machine] == "" { // not all random topologies have the annotation
		topology = d.topology(t, "n0")
	}
	node.Labels, node.Annotations, node.Spec.Unschedulable, topology.Attributes = nil, nil, false, nil
	topology.Annotations = map[string]string{machine: topology.Annotations[machine]}
	w.setNode(node)
	w.setTopology(topology)
	pod := &v1.Pod{}
	pod.Name, pod.Namespace, pod.UID = "a", "default", "a"
	pod.Labels = map[string]string{LabelQOSClass: "LSR"}
	pod.Annotations = map[string]string{AnnotationResourceStatus: `{"cpuset":"0"}`, AnnotationDeviceAllocated: `{"gpu":[{"minor":3}]}`}
	four := v1.ResourceList{"cpu": resource.MustParse("4"), "memory": resource.MustParse("64Mi")}
	pod.Spec.Containers = []v1.Container{{Name: "c", Resources: v1.ResourceRequirements{Requests: four, Limits: four}}}
	ok(t, FillPod(w.pods, pod))
	made, err := w.pods.Pod(nil)
	ok(t, err)
	defer made.Close()
	cpus, refusal, err := w.built.Reserve(made, nil, 0)
	ok(t, err)
	if refusal.Refused() {
		t.Fatal(refusal)
	}
	patch, err := w.built.Prebind(made, 0)
	ok(t, err)
	changes, err := ChangesOf(patch)
	ok(t, err)
	if !changes.Removes(pod) {
		t.Errorf("the foreign claim stays: %s", patch)
	}
	bound := pod.DeepCopy()
	bound.Annotations, bound.Spec.NodeName = changes.Annotations(pod.Annotations), "n0"
	var status struct{ CPUSet string }
	ok(t, json.Unmarshal([]byte(bound.Annotations[AnnotationResourceStatus]), &status))
	if status.CPUSet != cpus.String() {
		t.Errorf("got %s, want %s", status.CPUSet, cpus)
	}
	ok(t, FillPod(w.pods, bound))
	again, err := w.pods.Pod(nil)
	ok(t, err)
	defer again.Close()
	conflicts, err := w.built.SetPod(again)
	ok(t, err)
	for _, of := range []koord.Refusal{conflicts.CPUs, conflicts.Amounts, conflicts.Devices} {
		if of.Refused() {
			t.Error(of)
		}
	}
}
