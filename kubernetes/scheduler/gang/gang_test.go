package gang

import (
	"errors"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

func TestPhasesOfPodGroups(t *testing.T) {
	at := func(node string, phase v1.PodPhase) *v1.Pod {
		return &v1.Pod{Spec: v1.PodSpec{NodeName: node}, Status: v1.PodStatus{Phase: phase}}
	}
	waits, bound, runs := at("", v1.PodPending), at("n", v1.PodPending), at("n", v1.PodRunning)
	done, failed := at("n", v1.PodSucceeded), at("n", v1.PodFailed)
	for _, test := range []struct {
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
		group := &apis.PodGroup{Spec: apis.PodGroupSpec{MinMember: test.needed}}
		if got := groupStatus(group, test.pods, time.Unix(0, 0)).Phase; got != test.phase {
			t.Errorf("%d of %v: %s, expected %s", test.needed, test.pods, got, test.phase)
		}
		group.Status.Phase = apis.PodGroupFailed
		if got := groupStatus(group, test.pods, time.Unix(0, 0)); got != group.Status {
			t.Errorf("a final status changed: %v", got)
		}
	}
}

// A PodGroup is this scheduler's after its pods are gone, until it is deleted.
func TestOwnPodGroupsAreForgotten(t *testing.T) {
	all, served := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}, profiles.New()
	groups := cache.NewStore(cache.MetaNamespaceKeyFunc)
	all.PodGroups.Set(groups)
	served.Add("served")
	r := NewStatusController(all, served, nil)
	group := &apis.PodGroup{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "g", UID: "g"}}
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "g0", Labels: map[string]string{apis.LabelPodGroup: "g"}},
		Spec: v1.PodSpec{SchedulerName: "served"}}
	must(t, groups.Add(group), all.Pods.Add(pod))
	r.GroupChanged(group)
	r.PodChanged(pod, pod)
	must(t, all.Pods.Delete(pod))
	r.PodChanged(pod, pod)
	if !r.isOwn(group, nil) {
		t.Error("not this scheduler's without pods")
	}
	must(t, groups.Delete(group))
	r.GroupChanged(group)
	if len(r.own)+len(r.members) != 0 {
		t.Error(r.own, r.members)
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func memberOf(gang, version string) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "one", UID: "one", ResourceVersion: version,
		Annotations: map[string]string{apis.AnnotationGangName: gang, apis.AnnotationGangMinAvailable: "2"}}}
}

// A pod that is edited leaves its former gang.
func TestPodThatGoesToAnotherGang(t *testing.T) {
	all := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	g := New(all, nil, nil, nil)
	old, now := memberOf("before", "1"), memberOf("after", "2")
	name := types.NamespacedName{Namespace: "default", Name: "one"}
	must(t, all.Pods.Add(old))
	g.Sync(name, old)
	must(t, all.Pods.Update(now))
	g.Sync(name, old)
	g.Sync(name, now)
	if len(g.byName) != 1 || g.byName[request.GangOf(now)] == nil {
		t.Error(g.byName)
	}
	must(t, all.Pods.Delete(now))
	g.Sync(name, now)
	if len(g.byName) != 0 {
		t.Error(g.byName)
	}
}

// The end of a plan uses a monotonic clock, which cannot be set.
func TestPlansDoNotDependOnTheClock(t *testing.T) {
	all := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	g := New(all, nil, nil, nil)
	one := memberOf("g", "1")
	must(t, all.Pods.Add(one))
	g.Sync(types.NamespacedName{Namespace: "default", Name: "one"}, one)
	g.StartPlan(request.GangOf(one), map[types.UID]string{"one": "a"}, time.Minute)
	if until := g.byName[request.GangOf(one)].until; !strings.Contains(until.String(), " m=") {
		t.Error(until)
	}
}

// A gang has the other members without a place that can be scheduled, and can do without those that it does not need. Gated
// and finished pods, and those that are being deleted, do not count.
func TestOtherMembersOfAGang(t *testing.T) {
	all := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	g := New(all, nil, nil, nil)
	add := func(name string, change func(*v1.Pod)) *v1.Pod {
		pod := memberOf("g", "1")
		pod.Name, pod.UID = name, types.UID(name)
		change(pod)
		must(t, all.Pods.Add(pod))
		g.Sync(types.NamespacedName{Namespace: "default", Name: name}, pod)
		return pod
	}
	waits := func(*v1.Pod) {}
	one := add("one", waits)
	for _, step := range []struct {
		name          string
		change        func(*v1.Pod)
		others, spare int
		missing       string
	}{
		{"gated", func(p *v1.Pod) { p.Spec.SchedulingGates = []v1.PodSchedulingGate{{Name: "later"}} }, 0, 0,
			"gang g needs 2 pods; there are 1, and 1 that are gated or being deleted"},
		{"deleted", func(p *v1.Pod) { p.DeletionTimestamp = &metav1.Time{} }, 0, 0,
			"gang g needs 2 pods; there are 1, and 2 that are gated or being deleted"},
		{"finished", func(p *v1.Pod) { p.Status.Phase = v1.PodFailed }, 0, 0,
			"gang g needs 2 pods; there are 1, and 2 that are gated or being deleted"},
		{"two", waits, 1, 0, ""},
		{"three", waits, 2, 1, ""},
		{"four", func(p *v1.Pod) { p.Spec.NodeName = "a" }, 2, 2, ""},
	} {
		add(step.name, step.change)
		others, spare := g.Others(one)
		if len(others) != step.others || max(spare, 0) != step.spare {
			t.Errorf("with %s: found %d others and %d spare, expected %d and %d", step.name, len(others), spare, step.others, step.spare)
		}
		if missing := g.Missing(one); missing != step.missing {
			t.Errorf("with %s: found %q, expected %q", step.name, missing, step.missing)
		}
		if _, _, pods, placed := g.Unplaced(request.GangOf(one), one); len(pods) != step.others+1 || placed > 1 {
			t.Errorf("with %s: found %d pods to place, and %d that are placed", step.name, len(pods), placed)
		}
	}
	if others, _ := g.Others(&v1.Pod{}); len(others) > 0 {
		t.Errorf("a pod in no gang has %d others", len(others))
	}
}
