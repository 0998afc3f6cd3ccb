package scheduler

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
	must(w.t, err)
	out := &apis.PodGroup{}
	must(w.t, runtime.DefaultUnstructuredConverter.FromUnstructured(read.Object, out))
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

// groupPatches counts the writes of PodGroups, each of which must state the version that it was computed from.
func (w *world) groupPatches() *atomic.Int32 {
	count := &atomic.Int32{}
	w.react("patch", "podgroups", func(action clienttesting.Action) (bool, runtime.Object, error) {
		patch := action.(clienttesting.PatchAction)
		if patch.GetSubresource() != "status" {
			return true, nil, apierrors.NewForbidden(apis.PodGroups.GroupResource(), patch.GetName(), nil)
		}
		var stated struct{ Metadata metav1.ObjectMeta }
		if err := json.Unmarshal(patch.GetPatch(), &stated); err != nil || stated.Metadata.UID == "" || stated.Metadata.ResourceVersion == "" {
			w.t.Errorf("a patch of no version: %s", patch.GetPatch())
		}
		count.Add(1)
		return false, nil, nil
	})
	return count
}

// The leader writes the progress of a gang: once for each change, however many events lead to it.
func TestPodGroupsHaveAStatus(t *testing.T) {
	w := newWorld(t, "")
	writes := w.groupPatches()
	go w.state.Lead(w.ctx)
	w.group("g", 3, 30)
	w.create(lsr("g0", "8", ofGroup("g")))
	if numbers := w.phase("g", apis.PodGroupPending); numbers != "0 0 0 0" {
		t.Error(numbers)
	}
	w.create(lsr("g1", "8", ofGroup("g")), lsr("g2", "8", ofGroup("g")), lsr("other", "1"))
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
	time.Sleep(statusesDone)
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
	time.Sleep(statusesDone)
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
	w.group("unknown", 1, 30)
	w.server("a")
	w.create(lsr("o0", "2", ofGroup("others"), by("another-scheduler")))
	w.place(lsr("g0", "2", ofGroup("g")))
	time.Sleep(statusesDone)
	if count := writes.Load(); count != 0 {
		t.Fatalf("%d writes by a process that does not lead", count)
	}
	go w.state.Lead(w.ctx)
	if numbers := w.phase("g", apis.PodGroupScheduling); numbers != "1 0 0 0" {
		t.Error(numbers)
	}
	// Without pods, a PodGroup remains that of the scheduler of its last pods.
	w.delete("o0")
	w.delete("g0")
	if numbers := w.phase("g", apis.PodGroupPending); numbers != "0 0 0 0" {
		t.Error(numbers)
	}
	time.Sleep(statusesDone)
	for _, name := range []string{"others", "unknown"} {
		if status := w.gangGroup(name).Status; status != (apis.PodGroupStatus{}) {
			t.Error(name, status)
		}
	}
	// The last pods of g are another scheduler's now, and a new PodGroup of a name is not the one that was written.
	before := writes.Load()
	w.create(lsr("g1", "2", ofGroup("g"), by("another-scheduler")))
	time.Sleep(statusesDone)
	w.delete("g1")
	time.Sleep(statusesDone)
	must(w.t, w.dynamic.Resource(apis.PodGroups).Namespace("default").Delete(w.ctx, "g", metav1.DeleteOptions{}))
	w.group("g", 2, 30)
	time.Sleep(statusesDone)
	if status := w.gangGroup("g").Status; writes.Load() != before || status != (apis.PodGroupStatus{}) {
		t.Error(writes.Load()-before, "writes", status)
	}
}

// A process that becomes the leader when the pods of a PodGroup are gone knows whose they were.
func TestNewLeaderKnowsItsPodGroups(t *testing.T) {
	w := newWorld(t, "")
	w.create(lsr("early", "2", ofGroup("first")))
	w.group("first", 1, 30)
	w.group("second", 1, 30)
	w.create(lsr("late", "2", ofGroup("second")))
	time.Sleep(statusesDone)
	w.delete("early")
	w.delete("late")
	go w.state.Lead(w.ctx)
	w.phase("first", apis.PodGroupPending)
	w.phase("second", apis.PodGroupPending)
}

// A status that the API server does not accept is reported once, with the remedy, and is written as soon as it is accepted.
func TestRejectedStatusIsReportedOnce(t *testing.T) {
	for name, test := range map[string]struct {
		err    error
		remedy string
	}{
		"no status subresource": {apierrors.NewNotFound(apis.PodGroups.GroupResource(), "g"), `remedy="apply kubernetes/crds"`},
		"no right":              {apierrors.NewForbidden(apis.PodGroups.GroupResource(), "g", errors.New("no")), `remedy="apply kubernetes/deploy/scheduler/manifests/rbac.yaml"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "")
			var rejects atomic.Bool
			var tries atomic.Int32
			rejects.Store(true)
			w.react("patch", "podgroups", func(clienttesting.Action) (bool, runtime.Object, error) {
				tries.Add(1)
				return rejects.Load(), nil, test.err
			})
			log := w.lead()
			w.group("g", 1, 30)
			w.group("h", 1, 30)
			w.create(lsr("g0", "2", ofGroup("g")), lsr("h0", "2", ofGroup("h")))
			w.until("it was tried again", func() bool { return tries.Load() >= 4 })
			if text := log.String(); strings.Count(text, "rejected") != 1 || strings.Count(text, test.remedy) != 1 {
				t.Errorf("found log %s", text)
			}
			rejects.Store(false)
			w.phase("g", apis.PodGroupPending)
			w.phase("h", apis.PodGroupPending)
		})
	}
}
