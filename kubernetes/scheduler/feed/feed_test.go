package feed

import (
	"slices"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/claimed"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// part is a part that records its calls.
type part struct{ calls []string }

func (p *part) call(name string) { p.calls = append(p.calls, name) }

func (p *part) Sync(name types.NamespacedName, _ *v1.Pod)  { p.call("sync " + name.Name) }
func (p *part) Activate(pod *v1.Pod)                       { p.call("activate " + pod.Name) }
func (p *part) GroupChanged(group *apis.PodGroup)          { p.call("group " + group.Name) }
func (p *part) PodChanged(_, pod *v1.Pod)                  { p.call("member " + pod.Name) }
func (p *part) NodeChanged(kind, node string, _ time.Time) { p.call(kind + " " + node) }
func (p *part) NodeFreed(node string)                      { p.call("freed " + node) }
func (p *part) Enqueue(name string)                        { p.call("enqueue " + name) }
func (p *part) Forget(types.UID)                           {}
func (p *part) Add(string)                                 {}

// wakes adapts a part to waker, whose PodChanged has another form.
type wakes struct{ *part }

func (w wakes) PodChanged(_, pod *v1.Pod, freed string) { w.call("wake " + pod.Name + freed) }

// Each event reaches the parts that it concerns.
func TestEventsReachTheParts(t *testing.T) {
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cluster.Close() })
	seen, events := &part{}, report.New(nil, nil)
	sources := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc), Nodes: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	model, err := state.New(cluster, sources, events, nil, state.Links{Waiting: seen, Freed: seen, Reservations: seen, Resizes: seen})
	if err != nil {
		t.Fatal(err)
	}
	f := New(Parts{Stores: sources, State: model, Freed: seen, Gangs: seen, GangStatus: seen, Reservations: seen, Rebinds: seen,
		Waker: wakes{seen}, Claims: claimed.New(sources), Profiles: profiles.New(), Report: events})
	expect := func(calls ...string) {
		t.Helper()
		if !slices.Equal(seen.calls, calls) {
			t.Errorf("%q, expected %q", seen.calls, calls)
		}
		seen.calls = nil
	}
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "pod"}}
	f.PodChanged(pod, pod)
	expect("sync pod", "activate pod", "member pod", "wake pod")
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "a", ResourceVersion: "1"}}
	if err := sources.Nodes.Add(node); err != nil {
		t.Fatal(err)
	}
	f.NodeChanged(node, node)
	expect("freed a")
	f.NodeChanged(node, node) // nothing has changed
	expect()
	f.NodeChanged(nil, &apis.Device{ObjectMeta: metav1.ObjectMeta{Name: "a"}})
	expect("Device a")
	f.groupChanged(nil, &apis.PodGroup{ObjectMeta: metav1.ObjectMeta{Name: "g"}})
	expect("group g", "group g")
	f.ReservationChanged(nil, &apis.Reservation{ObjectMeta: metav1.ObjectMeta{Name: "r"}})
	expect("enqueue r")
	f.rebindChanged(nil, &apis.RebindResource{ObjectMeta: metav1.ObjectMeta{Name: "b"}})
	expect("enqueue b")
	f.PodChanged(nil, "no pod")
	expect()
}
