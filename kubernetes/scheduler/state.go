package scheduler

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// State is the library's model of the cluster, with the records that keep it in sync.
type State struct {
	cluster  *koord.Cluster
	index    nodeIndex
	pending  pendingPods
	gangs    gangs
	wake     waker
	queries  sync.Pool // pool of *koord.Query
	tell     reporter
	sources  sources
	decoders decoders
	rebinds  *rebinder // nil if not enabled

	reservations reservations
	reserver     *reserver      // nil if not enabled
	resizer      *resizer       // nil if not enabled
	grouper      *groupReporter // nil if not enabled

	imposing atomic.Int32 // number of nodes that align or pin pods which do not request it
	trying   atomic.Int32 // number of pods reserved only while kube-scheduler tries their group

	mu       sync.Mutex // guards the members below, and the order of writes to the cluster
	starting bool       // the first lists have not been read yet
	nodes    map[string]*nodeRecord
	pods     map[types.UID]*podRecord
	byName   map[types.NamespacedName]*podRecord
	leaving  map[types.UID]*podRecord // pods that are being deleted
	builders builders
}

// sources are the stores of the informers that feed the state. Those of custom resources are nil
// until they are served.
type sources struct {
	pods, nodes                          cache.Store
	topologies, devices, groups, rebinds atomicStore
	reservations                         atomicStore

	mu     sync.Mutex
	synced []cache.InformerSynced
	ready  atomic.Bool
}

// decoders decode custom objects, by kind.
type decoders struct {
	topologies, devices, groups, rebinds, reservations *decoder
}

func (d *decoders) init(failed func(string, runtime.Object, error)) {
	d.topologies = newDecoder("NodeResourceTopology", func() metav1.Object { return &apis.NodeResourceTopology{} }, failed)
	d.devices = newDecoder("Device", func() metav1.Object { return &apis.Device{} }, failed)
	d.groups = newDecoder("PodGroup", func() metav1.Object { return &apis.PodGroup{} }, failed)
	d.rebinds = newDecoder("RebindResource", func() metav1.Object { return &apis.RebindResource{} }, failed)
	d.reservations = newDecoder("Reservation", func() metav1.Object { return &apis.Reservation{} }, failed)
}

type atomicStore = atomic.Pointer[cache.Store]

type builders struct {
	pod    *koord.PodBuilder
	node   *koord.NodeBuilder
	nrt    *koord.NRTBuilder
	device *koord.DeviceBuilder
}

// newState returns an empty state for valid arguments.
func newState(args *Args) (*State, error) {
	config, err := args.cluster()
	if err != nil {
		return nil, err
	}
	s := &State{
		nodes:   map[string]*nodeRecord{},
		pods:    map[types.UID]*podRecord{},
		byName:  map[types.NamespacedName]*podRecord{},
		leaving: map[types.UID]*podRecord{},
	}
	s.pending.init()
	s.gangs.init()
	s.reservations.init()
	s.tell.init()
	s.decoders.init(s.tell.failed)
	if s.cluster, err = koord.NewCluster(nil, args.options(), config); err != nil {
		return nil, err
	}
	return s, s.builders.make()
}

func (b *builders) make() (err error) {
	if b.pod, err = koord.NewPodBuilder(); err != nil {
		return err
	}
	if b.node, err = koord.NewNodeBuilder(); err != nil {
		return err
	}
	if b.nrt, err = koord.NewNRTBuilder(); err != nil {
		return err
	}
	b.device, err = koord.NewDeviceBuilder()
	return err
}

// words formats a refusal with the cluster's names of resources and devices.
func (s *State) words(refusal koord.Refusal) string {
	if text, err := s.cluster.FormatRefusal(refusal); err == nil {
		return text
	}
	return refusal.String()
}

// query returns an empty query. Return it with done.
func (s *State) query() (query *koord.Query, done func(), err error) {
	query, _ = s.queries.Get().(*koord.Query)
	if query == nil {
		if query, err = koord.NewQuery(); err != nil {
			return nil, nil, err
		}
	} else if err = query.Reset(); err != nil {
		return nil, nil, err
	}
	return query, func() { s.queries.Put(query) }, nil
}

// Lead executes RebindResources, Reservations and resizes of pods, and writes the status of
// PodGroups, until ctx ends. Call it when this process has become the leader.
func (s *State) Lead(ctx context.Context) {
	if s.rebinds == nil || s.waitReady(ctx) != nil {
		return
	}
	var running sync.WaitGroup
	running.Go(func() { s.tell.run(ctx) })
	for _, one := range []*worker{&s.rebinds.worker, &s.reserver.worker, &s.resizer.worker, &s.grouper.worker} {
		running.Go(func() { one.run(ctx) })
	}
	running.Wait()
}

// started ends the startup phase, in which Reservations wait so that their allocations are compared
// with those of all pods.
func (s *State) started() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.starting {
		return
	}
	s.starting = false
	if store := load(&s.sources.reservations); store != nil {
		for _, name := range store.ListKeys() {
			s.syncReservationLocked(name)
		}
	}
}

// waitReady returns when everything that the informers listed at the start is in the cluster.
func (s *State) waitReady(ctx context.Context) error {
	if s.sources.ready.Load() {
		return nil
	}
	klog.FromContext(ctx).Info("Koord: waiting for the first lists of pods, nodes and custom resources; no pod is scheduled before")
	return s.becomeReady(ctx)
}

// becomeReady waits until the cluster is complete, even if no pod waits, because a standby must
// know the same as the leader.
func (s *State) becomeReady(ctx context.Context) error {
	s.sources.mu.Lock()
	synced := s.sources.synced
	s.sources.mu.Unlock()
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return errors.New("the informers' first lists are not read yet")
	}
	s.started()
	s.sources.ready.Store(true)
	klog.FromContext(ctx).V(1).Info("Koord: caches of pods and nodes are synced", "nodes", len(s.index.get(s).ids))
	return nil
}
