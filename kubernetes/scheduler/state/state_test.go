package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// recorder records what a state reports to the other parts.
type recorder struct {
	forgotten []types.UID
	freed     []string
	queued    []string
}

func (r *recorder) Forget(uid types.UID)  { r.forgotten = append(r.forgotten, uid) }
func (r *recorder) NodeFreed(node string) { r.freed = append(r.freed, node) }
func (r *recorder) Add(name string)       { r.queued = append(r.queued, name) }

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// newNode returns a state with a node of 8 CPUs on one NUMA node.
func newNode(t *testing.T) (*State, *stores.Stores, *recorder) {
	t.Helper()
	machine, err := koord.TopologyFromSynthetic(nil, "pack:1 numa:1 core:4 pu:2")
	must(t, err)
	defer machine.Close()
	text, err := machine.NRT("a", koord.KubeletSetup{})
	must(t, err)
	object := &unstructured.Unstructured{}
	must(t, json.Unmarshal(text, &object.Object))
	object.SetResourceVersion("1")
	topology, err := stores.NewDecoders(func(string, runtime.Object, error) {}).Topologies.Transform(object)
	must(t, err)
	sources := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc), Nodes: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	topologies := cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources.Topologies.Set(topologies)
	room := v1.ResourceList{"cpu": resource.MustParse("8"), "memory": resource.MustParse("8Gi"), "pods": resource.MustParse("10")}
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "a", ResourceVersion: "1"}, Status: v1.NodeStatus{Allocatable: room, Capacity: room}}
	must(t, sources.Nodes.Add(node), topologies.Add(topology))
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	must(t, err)
	t.Cleanup(func() { cluster.Close() })
	seen := &recorder{}
	s, err := New(cluster, sources, report.New(nil, nil), nil, Links{Waiting: seen, Freed: seen, Reservations: seen, Resizes: seen})
	must(t, err)
	if !s.SyncNode("a") || s.SyncNode("a") {
		t.Fatal("a node is applied once")
	}
	return s, sources, seen
}

func exclusive(uid string, cpus string) *v1.Pod {
	amounts := v1.ResourceList{"cpu": resource.MustParse(cpus), "memory": resource.MustParse("1Gi")}
	return &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "pod", UID: types.UID(uid), ResourceVersion: "1",
			Labels: map[string]string{objects.LabelQOSClass: "LSR"}, Annotations: map[string]string{}},
		Spec: v1.PodSpec{Containers: []v1.Container{{Name: "main",
			Resources: v1.ResourceRequirements{Requests: amounts, Limits: amounts.DeepCopy()}}}},
	}
}

// reserve adds a pod to the store and reserves node a for it.
func reserve(t *testing.T, s *State, sources *stores.Stores, pod *v1.Pod) {
	t.Helper()
	must(t, sources.Pods.Add(pod))
	made, err := s.Convert(pod)
	must(t, err)
	if _, refusal, err := s.Reserve(pod, made, "a", nil); err != nil || refusal.Refused() {
		t.Fatal(refusal, err)
	}
}

// The annotation says which Reservation a pod uses if another scheduler bound it, here to another
// node than the reserved one. It says nothing about a pod that this process placed.
func TestReservationOfABoundPod(t *testing.T) {
	for node, expected := range map[string]types.UID{"a": "", "b": "theirs"} {
		s, sources, _ := newNode(t)
		pod := exclusive("one", "4")
		reserve(t, s, sources, pod)
		bound := pod.DeepCopy()
		bound.Spec.NodeName, bound.ResourceVersion = node, "2"
		bound.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"theirs"}`
		must(t, sources.Pods.Update(bound), sources.Nodes.Add(&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "b", ResourceVersion: "1"}}))
		s.SyncNode("b")
		s.SyncPod(types.NamespacedName{Namespace: "default", Name: "pod"})
		if found := s.pods["one"].reservation; found != expected {
			t.Errorf("on node %s: found %q, expected %q", node, found, expected)
		}
	}
}

// The Reservation of the node that was reserved is offered again after another scheduler bound the pod elsewhere.
func TestReservationLosesAnOwnerThatIsBoundElsewhere(t *testing.T) {
	s, sources, _ := newNode(t)
	pod := exclusive("one", "4")
	reserve(t, s, sources, pod)
	room := &reservationRecord{name: "room", uid: "ours", node: "a", owners: map[types.UID]*podRecord{"one": s.pods["one"]}}
	s.reservations.byUID["ours"], s.pods["one"].reservation = room, "ours"
	bound := pod.DeepCopy()
	bound.Spec.NodeName, bound.ResourceVersion = "b", "2"
	must(t, sources.Pods.Update(bound))
	s.SyncPod(types.NamespacedName{Namespace: "default", Name: "pod"})
	if len(room.owners) != 0 || s.pods["one"].reservation != "" {
		t.Error(room.owners, s.pods["one"].reservation)
	}
}

// A failed rebind or resize sets a pod again. Its Reservation stays that of Reserve.
func TestResetPodKeepsItsReservation(t *testing.T) {
	for name, reset := range map[string]func(s *State){
		"rebind": func(s *State) { s.Restore([]types.UID{"one"}) },
		"resize": func(s *State) { s.AbandonWrite("one", true) },
	} {
		s, sources, _ := newNode(t)
		pod := exclusive("one", "4")
		reserve(t, s, sources, pod)
		s.pods["one"].reservation = "ours"
		bound := pod.DeepCopy()
		bound.Spec.NodeName, bound.ResourceVersion = "a", "2"
		must(t, sources.Pods.Update(bound))
		s.EndBinding(bound)
		edited := bound.DeepCopy()
		edited.ResourceVersion = "3"
		edited.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"theirs"}`
		must(t, sources.Pods.Update(edited))
		reset(s)
		if rec := s.pods["one"]; rec.reservation != "ours" || rec.version != "3" {
			t.Errorf("%s: found Reservation %q and version %q", name, rec.reservation, rec.version)
		}
	}
}

// withNIC returns a version of node a that lists one NIC.
func withNIC(t *testing.T, sources *stores.Stores) *v1.Node {
	t.Helper()
	node := stores.Get[v1.Node](sources.Nodes, "a").DeepCopy()
	node.ResourceVersion, node.Status.Allocatable["example.com/nic"] = "2", resource.MustParse("1")
	return node
}

// A pod may be bound before a node lists the resource that it holds.
func TestAmountsOfABoundPodDoNotDependOnTheOrder(t *testing.T) {
	for _, podFirst := range []bool{false, true} {
		s, sources, _ := newNode(t)
		bound := exclusive("one", "1")
		bound.Spec.NodeName = "a"
		bound.Spec.Containers[0].Resources.Limits["example.com/nic"] = resource.MustParse("1")
		bound.Spec.Containers[0].Resources.Requests["example.com/nic"] = resource.MustParse("1")
		must(t, sources.Pods.Add(bound), sources.Nodes.Update(withNIC(t, sources)))
		set := []func(){func() { s.SyncNode("a") }, func() { s.SyncPod(types.NamespacedName{Namespace: "default", Name: "pod"}) }}
		if podFirst {
			slices.Reverse(set)
		}
		set[0]()
		set[1]()
		next := bound.DeepCopy()
		next.Name, next.UID, next.Spec.NodeName = "next", "two", ""
		made, err := s.Convert(next)
		must(t, err)
		id, _ := s.NodeID("a")
		if refusal, _, err := s.Cluster.Judge(made, nil, id); err != nil || !refusal.Refused() {
			t.Errorf("pod first %t: a second pod gets the only NIC: %v", podFirst, err)
		}
	}
}

// Names and alignment of an object that the library cannot read do not count, also after its deletion.
func TestUnreadableNodeListsNothing(t *testing.T) {
	s, sources, _ := newNode(t)
	node := withNIC(t, sources)
	node.Name, node.Annotations = "b", map[string]string{"node.koordinator.sh/reservation": "{"}
	node.Labels = map[string]string{"node.koordinator.sh/numa-topology-policy": "Restricted"}
	must(t, sources.Nodes.Add(node))
	before := s.Listed()
	s.SyncNode("b")
	if s.listed.Has("example.com/nic") || s.aligning.Load() != 0 || s.Listed() != before {
		t.Error("an unreadable node counts")
	}
	node = node.DeepCopy()
	node.ResourceVersion, node.Annotations = "3", nil
	must(t, sources.Nodes.Update(node))
	s.SyncNode("b")
	if !s.listed.Has("example.com/nic") || s.aligning.Load() != 1 || s.Listed() == before {
		t.Error("a node that was corrected does not count")
	}
	must(t, sources.Nodes.Delete(node))
	s.SyncNode("b")
	if s.listed.Has("example.com/nic") || s.aligning.Load() != 0 {
		t.Error("a deleted node counts")
	}
}

// A reserved pod keeps its allocation until the binding ends, whatever the store says meanwhile.
func TestReservedPodKeepsItsAllocation(t *testing.T) {
	s, sources, _ := newNode(t)
	pod := exclusive("one", "4")
	reserve(t, s, sources, pod)
	must(t, sources.Pods.Delete(pod))
	name := types.NamespacedName{Namespace: "default", Name: "pod"}
	if freed := s.SyncPod(name); freed != "" || !s.IsOn("one", "a") {
		t.Error("a pod that is being bound lost its node", freed)
	}
	if freed := s.EndBinding(pod); freed != "a" || s.IsOn("one", "a") {
		t.Error("a deleted pod keeps its node", freed)
	}
	hasNoPods(t, s)
}

// hasNoPods fails if a state has a record of a pod.
func hasNoPods(t *testing.T, s *State) {
	t.Helper()
	if len(s.pods)+len(s.byName)+len(s.leaving)+len(s.nodes["a"].pods) != 0 {
		t.Errorf("pods %v, by name %v, leaving %v, on the node %v", s.pods, s.byName, s.leaving, s.nodes["a"].pods)
	}
}

// However a pod ends, the state keeps no record of it.
func TestEndedPodsLeaveNoRecord(t *testing.T) {
	name := types.NamespacedName{Namespace: "default", Name: "pod"}
	for ending, end := range map[string]func(s *State, sources *stores.Stores, pod *v1.Pod){
		"deleted": func(_ *State, sources *stores.Stores, pod *v1.Pod) { must(t, sources.Pods.Delete(pod)) },
		"deleted slowly": func(s *State, sources *stores.Stores, pod *v1.Pod) {
			leaving := pod.DeepCopy()
			leaving.ResourceVersion, leaving.DeletionTimestamp = "3", &metav1.Time{}
			must(t, sources.Pods.Update(leaving))
			s.SyncPod(name)
			must(t, sources.Pods.Delete(leaving))
		},
		"succeeded": func(_ *State, sources *stores.Stores, pod *v1.Pod) {
			done := pod.DeepCopy()
			done.ResourceVersion, done.Status.Phase = "3", v1.PodSucceeded
			must(t, sources.Pods.Update(done))
		},
		"replaced": func(_ *State, sources *stores.Stores, _ *v1.Pod) { must(t, sources.Pods.Update(exclusive("two", "4"))) },
	} {
		for _, early := range []bool{false, true} { // before or after the binding ends
			t.Run(fmt.Sprint(ending, early), func(t *testing.T) {
				s, sources, _ := newNode(t)
				pod := exclusive("one", "4")
				reserve(t, s, sources, pod)
				bound := pod.DeepCopy()
				bound.Spec.NodeName, bound.ResourceVersion = "a", "2"
				must(t, sources.Pods.Update(bound))
				s.SyncPod(name)
				if early {
					end(s, sources, bound)
					s.SyncPod(name)
					s.EndBinding(pod)
				} else {
					s.EndBinding(pod)
					end(s, sources, bound)
					s.SyncPod(name)
				}
				hasNoPods(t, s)
			})
		}
	}
}

// A bound pod has the CPUs in its annotation. They are free after the pod, also if its name is in use
// again, and the node's removal removes them.
func TestBoundPodHasItsClaim(t *testing.T) {
	s, sources, seen := newNode(t)
	pod := exclusive("one", "4")
	pod.Spec.NodeName = "a"
	pod.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"4-7"}`
	must(t, sources.Pods.Add(pod))
	name := types.NamespacedName{Namespace: "default", Name: "pod"}
	s.SyncPod(name)
	if cpus, err := s.Cluster.PodCPUs("one"); err != nil || cpus.String() != "4-7" {
		t.Error(cpus, err)
	}
	next := exclusive("two", "8")
	must(t, sources.Pods.Update(next))
	made, err := s.Convert(next)
	must(t, err)
	if _, refusal, err := s.Reserve(next, made, "a", nil); err != nil || !refusal.Refused() {
		t.Error("8 of 4 free CPUs are reserved", refusal, err)
	}
	if freed := s.SyncPod(name); freed != "a" {
		t.Error(freed)
	}
	if _, refusal, err := s.Reserve(next, made, "a", nil); err != nil || refusal.Refused() {
		t.Error(refusal, err)
	}
	if s.Unreserve(next) == "" || s.Unreserve(next) != "" {
		t.Error("a reservation is released once")
	}
	node, _, err := sources.Nodes.GetByKey("a")
	must(t, err, sources.Nodes.Delete(node), sources.Topologies.Load().Delete(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "a"}}))
	if _, known := s.NodeID("a"); !s.SyncNode("a") || !known {
		t.Error("the removal is not applied")
	}
	if _, known := s.NodeID("a"); known || len(s.Nodes().IDs) != 0 {
		t.Error("a removed node is known")
	}
	if len(seen.forgotten) == 0 || seen.forgotten[0] != "one" {
		t.Error(seen)
	}
}

// Removing a pod in a what-if and adding it again restores its original placement.
func TestWhatIf(t *testing.T) {
	overlay := &WhatIf{}
	overlay.Remove("one", "a")
	if !overlay.Touches("a") || !overlay.Removes("a") || overlay.Touches("b") {
		t.Error(overlay)
	}
	if copied := overlay.Clone(); !copied.Restore("one") || copied.Restore("one") || copied.Touches("a") || !overlay.Touches("a") {
		t.Error(copied, overlay)
	}
	if both := overlay.With(&WhatIf{Added: []AddedPod{{UID: "two", Node: "b"}}}).Touched(); len(both) != 2 {
		t.Error(both)
	}
	if (*WhatIf)(nil).With(nil) != nil || (*WhatIf)(nil).Touches("a") {
		t.Error("nil changes a node")
	}
}
