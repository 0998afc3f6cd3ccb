//go:build !kube1_36

package scheduler

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/nativegroup"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/preempt"
)

// simScheduler is a process of the scheduler: the plugin as assemble makes it, below a model of
// kube-scheduler's cache, queue and cycles.
type simScheduler struct {
	sim     *simulation
	ctx     context.Context
	cancel  context.CancelFunc
	all     *State
	plugin  *plugin.Plugin
	cluster *koord.Cluster
	hints   []fwk.ClusterEventWithHint

	stores  [simKinds]cache.Store
	streams [simKinds]map[string][]simVersion // watch events under way, by object
	notices [simListeners][simKinds][]simNotice
	initial int  // calls of handlers that are left of the first lists
	ready   bool // the first lists have been handled
	calls   []*simCall

	// kube-scheduler's cache and queue
	nodes   map[string]*v1.Node
	placed  map[types.UID]*simPlaced
	queue   map[types.UID]*simQueued
	cycle   *simCycle
	waiting map[types.UID]*simWaiting
	binding map[types.UID]*simCycle
	later   map[types.UID]func() // ends of Permit's waits

	queues    []*simQueue // of Reservations and of resizes
	reconcile []func(context.Context, string) error
}

// simPlaced is a pod in kube-scheduler's cache.
type simPlaced struct {
	pod     *v1.Pod
	node    string
	assumed bool
}

// newSimScheduler starts a scheduler: it lists all objects, and handles them later.
func newSimScheduler(sim *simulation) *simScheduler {
	s := &simScheduler{sim: sim, stores: newSimStores(), nodes: map[string]*v1.Node{}, placed: map[types.UID]*simPlaced{},
		queue: map[types.UID]*simQueued{}, waiting: map[types.UID]*simWaiting{}, binding: map[types.UID]*simCycle{},
		later: map[types.UID]func(){}}
	s.ctx, s.cancel = context.WithCancel(klog.NewContext(context.Background(), logr.Discard()))
	for kind := range s.streams {
		s.streams[kind] = map[string][]simVersion{}
	}
	parsed, err := args.Parse(&runtime.Unknown{Raw: []byte("{}"), ContentType: runtime.ContentTypeJSON})
	must(sim.t, err)
	gpus, err := parsed.GPUs()
	must(sim.t, err)
	s.cluster, err = parsed.NewCluster(nil)
	must(sim.t, err)
	client := clients{typed: &simClient{from: s}, dynamic: simDynamic{s}, newQueue: func() controller.Queue {
		queue := &simQueue{due: map[string]time.Time{}}
		s.queues = append(s.queues, queue)
		return queue
	}}
	s.all, err = assemble(s.cluster, gpus, client, s, sim.now)
	must(sim.t, err)
	s.reconcile = []func(context.Context, string) error{s.all.reservations.Reconcile, s.all.resizes.Reconcile}
	handle := &simHandle{from: s, client: client.typed}
	groups, err := nativegroup.New(s.ctx, handle, nativegroup.Parts{State: s.all.parts.State, Waiting: s.all.parts.Waiting,
		Evaluator: s.all.parts.Evaluator, Gangs: s.all.parts.Gangs, Ready: s.all.parts.Ready}, parsed.GangTimeout.Duration)
	must(sim.t, err)
	evictions, err := preempt.New(s.ctx, handle, s.all.parts.State, s.all.parts.Evaluator, 0)
	must(sim.t, err)
	s.plugin = plugin.New(parsed, handle, s.all.parts, evictions, groups)
	s.hints, err = s.plugin.EventsToRegister(s.ctx)
	must(sim.t, err)
	s.all.profiles.Add(v1.DefaultSchedulerName)
	sources := s.all.parts.State.Stores
	sources.Pods, sources.Nodes = s.stores[simPods], s.stores[simNodes]
	sources.Topologies.Set(s.stores[simTopologies])
	sources.Devices.Set(s.stores[simDeviceObjects])
	sources.Reservations.Set(s.stores[simReservations])
	s.all.parts.State.Begin()
	s.list()
	s.begin()
	return s
}

// begin makes the scheduler ready after the first lists have been handled.
func (s *simScheduler) begin() {
	if s.ready || s.initial > 0 {
		return
	}
	must(s.sim.t, s.all.feed.BecomeReady(s.ctx))
	s.ready = true
	s.sim.logf("  ready")
}

// stop ends the process. Requests that were sent may still be executed, but before another process
// may be the leader.
func (s *simScheduler) stop(executed uint32) {
	for i, call := range s.calls {
		if call.write && executed>>(i%32)&1 != 0 {
			_, err := call.do()
			s.sim.logf("  execute %s of the process that ends: %v", call.text, err)
		}
	}
	s.calls = nil
	s.cancel()
	s.all.shutDown()
}

// close releases the library's memory. No goroutine of the process may run.
func (s *simScheduler) close() { _ = s.cluster.Close() }

// simHandle is the framework's handle.
type simHandle struct {
	fwk.Handle
	from   *simScheduler
	client kubernetes.Interface
}

func (h *simHandle) ClientSet() kubernetes.Interface { return h.client }

func (h *simHandle) SharedInformerFactory() informers.SharedInformerFactory { return simInformers }

// simInformers is for listers of preemption, which are never used: no pod has a lower priority.
var simInformers = func() informers.SharedInformerFactory {
	factory := informers.NewSharedInformerFactory(nil, 0)
	factory.Core().V1().Pods().Lister()
	factory.Policy().V1().PodDisruptionBudgets().Lister()
	return factory
}()

func (h *simHandle) APICacher() fwk.APICacher { return nil }

func (h *simHandle) GetWaitingPod(uid types.UID) fwk.WaitingPod {
	if found := h.from.waiting[uid]; found != nil {
		return found
	}
	return nil
}

// simQueue is the queue of a controller. An object is handled when its time has come, one at a time.
type simQueue struct {
	controller.Queue
	due  map[string]time.Time
	busy string // the object that is being handled
}

func (q *simQueue) Add(name string) { q.due[name] = time.Now() }

func (q *simQueue) AddAfter(name string, delay time.Duration) {
	due := time.Now().Add(delay)
	if before, is := q.due[name]; !is || due.Before(before) {
		q.due[name] = due
	}
}

func (q *simQueue) AddRateLimited(name string) { q.AddAfter(name, controller.RetryDelay) }

func (q *simQueue) ShutDown() { clear(q.due) }

// ready returns the objects that may be handled, in ascending order.
func (q *simQueue) ready() (out []string) {
	for name, due := range q.due {
		if !due.After(time.Now()) && q.busy == "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// handle begins to handle an object, as Worker.next does.
func (s *simScheduler) handle(at int, name string) {
	queue := s.queues[at]
	delete(queue.due, name)
	queue.busy = name
	s.sim.logf("  reconcile %s", name)
	go func() {
		err := s.reconcile[at](s.ctx, name)
		queue.busy = ""
		if s.ctx.Err() != nil {
			return
		}
		s.sim.logf("  reconciled %s: %v", name, err)
		switch {
		case err == nil:
		case controller.IsRejection(err):
			queue.AddRateLimited(name)
		default:
			queue.AddAfter(name, controller.RetryDelay)
		}
	}()
}

// kubeNotice does what kube-scheduler's own handlers do.
func (s *simScheduler) kubeNotice(kind simKind, notice simNotice) {
	switch kind {
	case simNodes:
		s.nodeNotice(notice)
	case simPods:
		old, _ := notice.old.(*v1.Pod)
		now, _ := notice.now.(*v1.Pod)
		if old != nil && now != nil && old.UID != now.UID { // a deletion that the watch has lost
			s.podNotice(old, nil)
			old = nil
		}
		s.podNotice(old, now)
	}
}

func (s *simScheduler) nodeNotice(notice simNotice) {
	old, _ := notice.old.(*v1.Node)
	now, _ := notice.now.(*v1.Node)
	switch {
	case now == nil:
		delete(s.nodes, old.Name)
		return
	case old == nil:
		s.nodes[now.Name] = now
		s.moved(fwk.Node, fwk.Add, nil, now)
	default:
		s.nodes[now.Name] = now
		if fmt.Sprint(old.Status.Allocatable.Cpu()) != fmt.Sprint(now.Status.Allocatable.Cpu()) {
			s.moved(fwk.Node, fwk.UpdateNodeAllocatable, old, now)
		} else if !maps.Equal(old.Labels, now.Labels) {
			s.moved(fwk.Node, fwk.UpdateNodeLabel, old, now)
		}
	}
}

// podNotice handles a pod. old is nil if it was added, now if it was removed.
func (s *simScheduler) podNotice(old, now *v1.Pod) {
	wasBound, isBound := old != nil && old.Spec.NodeName != "", now != nil && now.Spec.NodeName != ""
	switch {
	case isBound:
		delete(s.queue, now.UID)
		s.placed[now.UID] = &simPlaced{pod: now, node: now.Spec.NodeName}
		if !wasBound {
			s.moved(fwk.AssignedPod, fwk.Add, nil, now)
		}
	case wasBound:
		delete(s.placed, old.UID)
		s.moved(fwk.AssignedPod, fwk.Delete, old, nil)
	case now == nil:
		delete(s.queue, old.UID)
		if s.binding[old.UID] == nil {
			delete(s.placed, old.UID)
		}
		if waits := s.waiting[old.UID]; waits != nil {
			waits.Reject("", "the pod was deleted")
		}
	default:
		s.enqueue(old, now)
	}
}
