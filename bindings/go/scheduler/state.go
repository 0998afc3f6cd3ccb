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
	"libkoord.invalid/koord/k8s/apis"
)

// State is what the library knows of the cluster, and how it got there.
type State struct {
	cluster  *koord.Cluster
	index    nodeIndex
	pending  pendingPods
	gangs    gangs
	wake     waker
	queries  sync.Pool // of *koord.Query
	tell     reporter
	sources  sources
	decoders decoders
	rebinds  *rebinder // nil: nobody asked for it

	reservations reservations
	reserver     *reserver // nil: nobody asked for it
	resizer      *resizer  // nil: nobody asked for it

	imposing atomic.Int32 // nodes that align or pin pods which do not ask for it
	trying   atomic.Int32 // pods that hold room only while kube-scheduler tries their group

	mu       sync.Mutex // of all below, and of the order of writes to the cluster
	starting bool       // the first lists are not read yet
	nodes    map[string]*nodeRecord
	pods     map[types.UID]*podRecord
	byName   map[types.NamespacedName]*podRecord
	leaving  map[types.UID]*podRecord // that are being deleted
	builders builders
}

// sources are the stores of the informers that feed the state. Those of custom resources are nil until they are served.
type sources struct {
	pods, nodes                          cache.Store
	topologies, devices, groups, rebinds atomicStore
	reservations                         atomicStore

	mu     sync.Mutex
	synced []cache.InformerSynced
	ready  atomic.Bool
}

// decoders of custom objects, by kind.
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

// newState makes an empty one, for arguments that are valid.
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

// words are a refusal's sentence with the cluster's names of resources and devices.
func (s *State) words(refusal koord.Refusal) string {
	if text, err := s.cluster.FormatRefusal(refusal); err == nil {
		return text
	}
	return refusal.String()
}

// query is an empty one; give it back with done.
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

// Lead carries RebindResources, Reservations and resizes of pods out until ctx ends. Call it when this process has become the leader.
func (s *State) Lead(ctx context.Context) {
	if s.rebinds == nil || s.waitReady(ctx) != nil {
		return
	}
	var running sync.WaitGroup
	running.Go(func() { s.tell.run(ctx) })
	for _, one := range []*worker{&s.rebinds.worker, &s.reserver.worker, &s.resizer.worker} {
		running.Go(func() { one.run(ctx) })
	}
	running.Wait()
}

// started ends the time in which Reservations wait: now what they hold is judged beside all pods that are there.
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

// waitReady returns when all that the informers listed at the start is in the cluster.
func (s *State) waitReady(ctx context.Context) error {
	if s.sources.ready.Load() {
		return nil
	}
	klog.FromContext(ctx).Info("Koord waits for the first lists of pods, nodes and custom resources; no pod is scheduled before")
	return s.becomeReady(ctx)
}

// becomeReady does so without a word, also where no pod waits: a process that is not the leader is to know what the leader knows.
func (s *State) becomeReady(ctx context.Context) error {
	s.sources.mu.Lock()
	synced := s.sources.synced
	s.sources.mu.Unlock()
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return errors.New("the informers' first lists are not read yet")
	}
	s.started()
	s.sources.ready.Store(true)
	klog.FromContext(ctx).V(1).Info("Koord knows all pods and nodes", "nodes", len(s.index.get(s).ids))
	return nil
}
