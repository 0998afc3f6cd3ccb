package scheduler

import (
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// model is the library's model of the cluster, with the records that keep it in sync with the
// informers' stores.
type model struct {
	cluster *koord.Cluster
	stores  *stores
	report  *reporter
	links   links
	index   nodeIndex
	queries sync.Pool // pool of *koord.Query

	reservations reservations
	imposing     atomic.Int32 // number of nodes that align or pin pods which do not request it

	mu       sync.Mutex // guards the members below, and the order of writes to the cluster
	starting bool       // the first lists have not been read yet
	nodes    map[string]*nodeRecord
	pods     map[types.UID]*podRecord
	byName   map[types.NamespacedName]*podRecord
	leaving  map[types.UID]*podRecord // pods that are being deleted
	builders builders
}

// links are the parts of the scheduler that are notified of changes of the state.
type links struct {
	waiting interface{ forget(uid types.UID) }  // pods without a node
	freed   interface{ nodeFreed(node string) } // nodes whose free resources increased
	// names of Reservations, and of pods that request other amounts, to handle
	reservations, resizes interface{ Add(name string) }
}

type builders struct {
	pod    *koord.PodBuilder
	node   *koord.NodeBuilder
	nrt    *koord.NRTBuilder
	device *koord.DeviceBuilder
}

// newModel returns an empty state. It takes over the cluster.
func newModel(cluster *koord.Cluster, stores *stores, report *reporter, links links) (*model, error) {
	s := &model{
		cluster: cluster,
		stores:  stores,
		report:  report,
		links:   links,
		nodes:   map[string]*nodeRecord{},
		pods:    map[types.UID]*podRecord{},
		byName:  map[types.NamespacedName]*podRecord{},
		leaving: map[types.UID]*podRecord{},
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

// words formats a refusal with the cluster's names of resources and devices.
func (s *model) words(refusal koord.Refusal) string {
	if text, err := s.cluster.FormatRefusal(refusal); err == nil {
		return text
	}
	return refusal.String()
}

// query returns an empty query. Return it with done.
func (s *model) query() (query *koord.Query, done func(), err error) {
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

// start begins the startup phase, in which Reservations wait so that their allocations are compared
// with those of all pods.
func (s *model) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting = true
}

// started ends the startup phase.
func (s *model) started() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.starting {
		return
	}
	s.starting = false
	if store := s.stores.reservations.load(); store != nil {
		for _, name := range store.ListKeys() {
			s.syncReservationLocked(name)
		}
	}
}
