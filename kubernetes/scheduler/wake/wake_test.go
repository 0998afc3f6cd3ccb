package wake

import (
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// The time of an increase of a node's free resources comes from a monotonic clock, which cannot be set.
func TestFreedNodesDoNotDependOnTheClock(t *testing.T) {
	var freed FreedNodes
	told := make(chan map[string]time.Time, 1)
	freed.subscribe(func(nodes map[string]time.Time, _ []string) { told <- nodes })
	freed.NodeFreed("a")
	freed.NodeFreed("b")
	nodes := <-told
	if len(nodes) != 2 || !strings.Contains(nodes["a"].String(), " m=") {
		t.Error(nodes)
	}
}

// The former node of a nominated pod is reported once it neither waits for it nor runs there.
func TestNominationThatIsOver(t *testing.T) {
	nominated := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "one", UID: "one"}}
	nominated.Status.NominatedNodeName = "node-0"
	pods := cache.NewStore(cache.MetaNamespaceKeyFunc)
	for what, test := range map[string]struct {
		now  func(*v1.Pod)
		node string
	}{
		"still":                {func(*v1.Pod) {}, ""},
		"bound there":          {func(p *v1.Pod) { p.Spec.NodeName = "node-0" }, ""},
		"bound elsewhere":      {func(p *v1.Pod) { p.Spec.NodeName = "node-1" }, "node-0"},
		"nominated elsewhere":  {func(p *v1.Pod) { p.Status.NominatedNodeName = "node-1" }, "node-0"},
		"nominated no longer":  {func(p *v1.Pod) { p.Status.NominatedNodeName = "" }, "node-0"},
		"another of this name": {func(p *v1.Pod) { p.UID = "two" }, "node-0"},
	} {
		now := nominated.DeepCopy()
		test.now(now)
		if err := pods.Add(now); err != nil {
			t.Fatal(err)
		}
		if node := leftNomination(pods, nominated); node != test.node {
			t.Errorf("%s: %q", what, node)
		}
	}
	if err := pods.Delete(nominated); err != nil {
		t.Fatal(err)
	}
	if node := leftNomination(pods, nominated); node != "node-0" {
		t.Errorf("gone: %q", node)
	}
}

// A pod that is deleted before it was scheduled is dropped, whether or not another one has its name.
func TestDeletedPodsWaitNoLonger(t *testing.T) {
	pods, waiting := cache.NewStore(cache.MetaNamespaceKeyFunc), pending.New()
	waker := New(NewActivator(nil), waiting, &stores.Stores{Pods: pods}, nil, &FreedNodes{})
	podOf := func(uid types.UID) *v1.Pod {
		return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "one", UID: uid, ResourceVersion: string(uid)}}
	}
	for _, test := range []struct {
		stored types.UID // "" if the pod of this name was deleted
		old    types.UID
		now    types.UID
		left   int
	}{{"1", "1", "1", 1}, {"", "1", "1", 0}, {"2", "1", "1", 0}, {"2", "1", "2", 0}} {
		if err := pods.Replace(nil, ""); err != nil {
			t.Fatal(err)
		}
		if test.stored != "" {
			if err := pods.Add(podOf(test.stored)); err != nil {
				t.Fatal(err)
			}
		}
		waiting.Put(&pending.Pod{Pod: podOf("1")}, func() bool { return true })
		waker.PodChanged(podOf(test.old), podOf(test.now), "")
		if found := len(waiting.All()); found != test.left {
			t.Errorf("%+v: found %d waiting pods, expected %d", test, found, test.left)
		}
		waiting.Forget("1")
	}
}
