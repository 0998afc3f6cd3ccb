package scheduler

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

func (w *world) gangGroup(name string) *apis.PodGroup {
	w.t.Helper()
	read, err := w.dynamic.Resource(apis.PodGroups).Namespace("default").Get(w.ctx, name, metav1.GetOptions{})
	w.must(err)
	out := &apis.PodGroup{}
	w.must(runtime.DefaultUnstructuredConverter.FromUnstructured(read.Object, out))
	return out
}

// phase waits until a PodGroup has a phase, and returns its numbers: scheduled, running, succeeded, failed.
func (w *world) phase(name, phase string) string {
	w.t.Helper()
	w.until(name+" is "+phase, func() bool { return w.gangGroup(name).Status.Phase == phase })
	status := w.gangGroup(name).Status
	return fmt.Sprint(status.Scheduled, status.Running, status.Succeeded, status.Failed)
}

// inPhase changes the phase of pods, as kubelet does.
func (w *world) inPhase(phase v1.PodPhase, pods ...string) {
	w.t.Helper()
	for _, name := range pods {
		pod := w.get(name).DeepCopy()
		pod.Status.Phase = phase
		w.update(pod)
	}
}

func ofGroup(name string) podOption {
	return func(p *v1.Pod) {
		p.Labels[apis.LabelPodGroup] = name
		p.OwnerReferences = []metav1.OwnerReference{{Kind: "Job", Name: "train"}}
	}
}

// groupPatches counts the writes of PodGroups.
func (w *world) groupPatches() *atomic.Int32 {
	count := &atomic.Int32{}
	w.react("patch", "podgroups", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if patch := action.(clienttesting.PatchAction); patch.GetSubresource() != "status" {
			return true, nil, apierrors.NewForbidden(apis.PodGroups.GroupResource(), patch.GetName(), nil)
		}
		count.Add(1)
		return false, nil, nil
	})
	return count
}

// The leader writes what becomes of a gang: once for each change, however many events lead to it.
func TestPodGroupsHaveAStatus(t *testing.T) {
	w := newWorld(t, "")
	writes := w.groupPatches()
	go w.state.Lead(w.ctx)
	w.group("g", 3, 30)
	if numbers := w.phase("g", apis.PodGroupPending); numbers != "0 0 0 0" {
		t.Error(numbers)
	}
	w.create(lsr("g0", "8", ofGroup("g")), lsr("g1", "8", ofGroup("g")), lsr("g2", "8", ofGroup("g")), lsr("other", "1"))
	w.until("the gang began", func() bool { return w.gangGroup("g").Status.ScheduleStartTime != nil })
	if status := w.gangGroup("g").Status; status.Phase != apis.PodGroupPending || status.OccupiedBy != "default/train" {
		t.Error(status)
	}
	w.server("a")
	w.server("b")
	if numbers := w.phase("g", apis.PodGroupScheduling); numbers != "3 0 0 0" {
		t.Error(numbers)
	}
	w.inPhase(v1.PodRunning, "g0", "g1")
	w.until("two run", func() bool { return w.gangGroup("g").Status.Running == 2 })
	if phase := w.gangGroup("g").Status.Phase; phase != apis.PodGroupScheduling {
		t.Error(phase)
	}
	w.inPhase(v1.PodRunning, "g2")
	if numbers := w.phase("g", apis.PodGroupRunning); numbers != "3 3 0 0" {
		t.Error(numbers)
	}
	before := writes.Load()
	for range 5 { // events that change nothing
		w.update(w.get("g0").DeepCopy())
	}
	time.Sleep(2 * settle)
	if now := writes.Load(); now != before || now > 7 {
		t.Errorf("%d writes, %d before", now, before)
	}
	w.inPhase(v1.PodSucceeded, "g0", "g1", "g2")
	if numbers := w.phase("g", apis.PodGroupFinished); numbers != "3 0 3 0" {
		t.Error(numbers)
	}
	for _, name := range []string{"g0", "g1", "g2"} {
		w.delete(name)
	}
	time.Sleep(2 * settle)
	if numbers := w.phase("g", apis.PodGroupFinished); numbers != "3 0 3 0" {
		t.Error("pods that are gone:", numbers)
	}
}

// PodGroups of other schedulers are theirs, and a process that does not lead writes none.
func TestStatusOfPodGroupsIsTheLeaders(t *testing.T) {
	w := newWorld(t, "")
	writes := w.groupPatches()
	w.group("g", 1, 30)
	w.group("others", 1, 30)
	w.server("a")
	w.create(lsr("o0", "2", ofGroup("others"), by("another-scheduler")))
	w.place(lsr("g0", "2", ofGroup("g")))
	time.Sleep(2 * settle)
	if count := writes.Load(); count != 0 {
		t.Fatalf("%d writes by a process that does not lead", count)
	}
	go w.state.Lead(w.ctx)
	if numbers := w.phase("g", apis.PodGroupScheduling); numbers != "1 0 0 0" {
		t.Error(numbers)
	}
	if status := w.gangGroup("others").Status; status != (apis.PodGroupStatus{}) {
		t.Error(status)
	}
	// Another version than the one that was read is not overwritten.
	w.react("patch", "podgroups", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewConflict(apis.PodGroups.GroupResource(), "g", nil)
	})
	w.inPhase(v1.PodRunning, "g0")
	time.Sleep(2 * settle)
	if phase := w.gangGroup("g").Status.Phase; phase != apis.PodGroupScheduling {
		t.Error(phase)
	}
}

func TestPhasesOfPodGroups(t *testing.T) {
	at := func(node string, phase v1.PodPhase) *v1.Pod {
		return &v1.Pod{Spec: v1.PodSpec{NodeName: node}, Status: v1.PodStatus{Phase: phase}}
	}
	waits, bound, runs := at("", v1.PodPending), at("n", v1.PodPending), at("n", v1.PodRunning)
	done, failed := at("n", v1.PodSucceeded), at("n", v1.PodFailed)
	for _, one := range []struct {
		needed int32
		phase  string
		pods   []*v1.Pod
	}{
		{2, apis.PodGroupPending, nil},
		{2, apis.PodGroupPending, []*v1.Pod{waits}},
		{2, apis.PodGroupPending, []*v1.Pod{waits, waits}},
		{2, apis.PodGroupUnknown, []*v1.Pod{waits, bound}},
		{2, apis.PodGroupUnknown, []*v1.Pod{runs}},
		{2, apis.PodGroupScheduling, []*v1.Pod{bound, runs, waits}},
		{2, apis.PodGroupRunning, []*v1.Pod{runs, runs, bound}},
		{2, apis.PodGroupRunning, []*v1.Pod{runs, done}},
		{2, apis.PodGroupFailed, []*v1.Pod{runs, failed}},
		{2, apis.PodGroupScheduling, []*v1.Pod{bound, failed}},
		{2, apis.PodGroupFinished, []*v1.Pod{done, done, failed}},
		{0, apis.PodGroupRunning, []*v1.Pod{runs}},
	} {
		group := &apis.PodGroup{Spec: apis.PodGroupSpec{MinMember: one.needed}}
		if got := groupStatus(group, one.pods, time.Unix(0, 0)).Phase; got != one.phase {
			t.Errorf("%d of %v: %s, expected %s", one.needed, one.pods, got, one.phase)
		}
		group.Status.Phase = apis.PodGroupFailed
		if got := groupStatus(group, one.pods, time.Unix(0, 0)); got != group.Status {
			t.Errorf("a final status changed: %v", got)
		}
	}
}
