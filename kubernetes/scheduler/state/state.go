// Package state is the library's model of the cluster: it applies nodes, pods and Reservations of
// the informers' stores, and records allocations before they are written to the API server.
package state

import (
	"sync"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/gpupolicy"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// State is the library's model of the cluster, with the records that keep it in sync with the
// informers' stores.
type State struct {
	Cluster *koord.Cluster
	Stores  *stores.Stores
	GPUs    *gpupolicy.Policy // nil if there is none
	report  *report.Reporter
	links   Links
	index   nodeIndex
	queries sync.Pool // pool of *koord.Query

	reservations reservations
	aligning     atomic.Int32 // number of nodes that align or pin pods which do not request it
	listed       listed

	mu       sync.Mutex // guards the members below, and the order of writes to the cluster
	starting bool       // the first lists have not been read yet
	nodes    map[string]*nodeRecord
	pods     map[types.UID]*podRecord
	byName   map[types.NamespacedName]*podRecord
	leaving  map[types.UID]*podRecord // pods that are being deleted
	builders builders
}

// Links are the parts of the scheduler that are notified of changes of the state.
type Links struct {
	Waiting interface{ Forget(uid types.UID) }  // pods without a node
	Freed   interface{ NodeFreed(node string) } // nodes whose free resources increased
	// names of Reservations, and of pods that request other amounts, to handle
	Reservations, Resizes interface{ Add(name string) }
	// devices of a node that ResourceClaims hold, as the annotation claimed-devices, and CPUs; nil for none
	Claims interface {
		Annotation(device *apis.Device) string
		CPUs(node string) []dracpus.Held
		CPUsOf(pod *v1.Pod) map[string]int // numbers of CPUs of a pod's claims, by their names in the pod
	}
}

type builders struct {
	pod    *koord.PodBuilder
	node   *koord.NodeBuilder
	nrt    *koord.NRTBuilder
	device *koord.DeviceBuilder
}

// New returns an empty state. It takes over the cluster. gpus may be nil.
func New(cluster *koord.Cluster, stores *stores.Stores, report *report.Reporter, gpus *gpupolicy.Policy,
	links Links) (*State, error) {
	s := &State{
		Cluster: cluster,
		Stores:  stores,
		GPUs:    gpus,
		report:  report,
		links:   links,
		nodes:   map[string]*nodeRecord{},
		pods:    map[types.UID]*podRecord{},
		byName:  map[types.NamespacedName]*podRecord{},
		leaving: map[types.UID]*podRecord{},
		listed:  listed{counts: map[string]int{}},
	}
	s.reservations.init()
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

// Words formats a refusal with the cluster's names of resources and devices.
func (s *State) Words(refusal koord.Refusal) string {
	if text, err := s.Cluster.FormatRefusal(refusal); err == nil {
		return text
	}
	return refusal.String()
}

// Query returns an empty query. Return it with done.
func (s *State) Query() (query *koord.Query, done func(), err error) {
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

// Begin begins the startup phase, in which Reservations wait so that their allocations are compared
// with those of all pods.
func (s *State) Begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting = true
}

// Complete ends the startup phase.
func (s *State) Complete() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.starting {
		return
	}
	s.starting = false
	if store := s.Stores.Reservations.Load(); store != nil {
		for _, name := range store.ListKeys() {
			s.syncReservationLocked(name)
		}
	}
}
