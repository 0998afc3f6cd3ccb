//go:build !kube1_36

package scheduler

import (
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// simListener is a receiver of an informer's events. Each has a queue of its own.
type simListener int

const (
	simFeed simListener = iota // the plugin's handlers
	simKube                    // kube-scheduler's handlers: its cache and its queue
	simListeners
)

// simVersion is a watch event: a version of an object, or its removal.
type simVersion struct {
	object  metav1.Object // the last version if it was removed
	removed bool
}

// simNotice is an event that an informer passes to a handler. old is nil for an addition, now for a removal.
type simNotice struct {
	old, now metav1.Object
	initial  bool // of the first list
}

// simVisible returns an object as a watch of the scheduler shows it: without pods that have ended.
func simVisible(object metav1.Object) metav1.Object {
	if pod, is := object.(*v1.Pod); is && (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) {
		return nil
	}
	return object
}

// watched sends a change to the watch of the scheduler that runs.
func (sim *simulation) watched(kind simKind, key string, old, now metav1.Object) {
	if sim.sched == nil {
		return
	}
	if old = simVisible(old); now != nil {
		now = simVisible(now)
	}
	switch stream := sim.sched.streams[kind]; {
	case now != nil:
		stream[key] = append(stream[key], simVersion{object: now})
	case old != nil:
		stream[key] = append(stream[key], simVersion{object: old, removed: true})
	}
}

// deliver applies the next watch event of an object to the informer's store.
func (s *simScheduler) deliver(kind simKind, key string) {
	list := s.streams[kind][key]
	if len(list) == 0 {
		return
	}
	next := list[0]
	if s.streams[kind][key] = list[1:]; len(list) == 1 {
		delete(s.streams[kind], key)
	}
	s.sim.logf("  deliver %s %s %s removed=%t", simKindNames[kind], key, next.object.GetResourceVersion(), next.removed)
	s.apply(kind, key, next)
}

// apply changes a store and notifies the handlers.
func (s *simScheduler) apply(kind simKind, key string, version simVersion) {
	store := s.stores[kind]
	found, exists, _ := store.GetByKey(key)
	notice := simNotice{now: version.object}
	if exists {
		notice.old = found.(metav1.Object)
	}
	switch {
	case version.removed && !exists:
		return
	case version.removed:
		notice = simNotice{old: version.object}
		_ = store.Delete(version.object)
	default:
		_ = store.Update(version.object)
	}
	s.announce(kind, notice)
}

func (s *simScheduler) announce(kind simKind, notice simNotice) {
	for listener := range s.notices {
		s.notices[listener][kind] = append(s.notices[listener][kind], notice)
	}
}

// relist replaces the watch of a kind by a new one: the events in between are lost.
func (s *simScheduler) relist(kind simKind) {
	clear(s.streams[kind])
	store, server := s.stores[kind], s.sim.server
	for _, key := range server.keys(kind) {
		object := simVisible(server.objects[kind][key])
		if object == nil {
			continue
		}
		if found, exists, _ := store.GetByKey(key); !exists || found.(metav1.Object).GetResourceVersion() != object.GetResourceVersion() {
			s.apply(kind, key, simVersion{object: object})
		}
	}
	known := store.ListKeys()
	slices.Sort(known)
	for _, key := range known {
		if now := server.objects[kind][key]; now == nil || simVisible(now) == nil {
			found, _, _ := store.GetByKey(key)
			s.apply(kind, key, simVersion{object: found.(metav1.Object), removed: true})
		}
	}
}

// resync delivers an object of a store again.
func (s *simScheduler) resync(kind simKind, at uint32) {
	keys := s.stores[kind].ListKeys()
	if len(keys) == 0 {
		return
	}
	slices.Sort(keys)
	found, _, _ := s.stores[kind].GetByKey(keys[int(at)%len(keys)])
	object := found.(metav1.Object)
	s.sim.logf("  again %s %s", simKindNames[kind], simKey(object))
	s.announce(kind, simNotice{old: object, now: object})
}

// list fills the stores with the first lists.
func (s *simScheduler) list() {
	for kind := range simKinds {
		for _, key := range s.sim.server.keys(kind) {
			if object := simVisible(s.sim.server.objects[kind][key]); object != nil {
				_ = s.stores[kind].Add(object)
				s.announce(kind, simNotice{now: object, initial: true})
				s.initial += int(simListeners)
			}
		}
	}
}

// notify calls a handler with the next event of a kind.
func (s *simScheduler) notify(listener simListener, kind simKind) bool {
	list := s.notices[listener][kind]
	if len(list) == 0 {
		return false
	}
	notice := list[0]
	s.notices[listener][kind] = list[1:]
	if listener == simFeed {
		s.feed(kind, notice)
	} else {
		s.kubeNotice(kind, notice)
	}
	if notice.initial {
		s.initial--
	}
	s.begin()
	return true
}

// feed calls the plugin's handler as Feed.handle does.
func (s *simScheduler) feed(kind simKind, notice simNotice) {
	old, now := notice.old, notice.now
	if old == nil {
		old = now
	} else if now == nil {
		now = old
	}
	s.sim.logf("  feed %s %s %s", simKindNames[kind], simKey(now), now.GetResourceVersion())
	switch kind {
	case simPods:
		s.all.feed.PodChanged(old, now)
	case simReservations:
		s.all.feed.ReservationChanged(old, now)
	default:
		s.all.feed.NodeChanged(old, now)
	}
}

// pendingStreams returns the objects with watch events that are not delivered, by kind and key.
func (s *simScheduler) pendingStreams() (out []simStream) {
	for kind := range simKinds {
		for _, key := range slices.Sorted(maps.Keys(s.streams[kind])) {
			out = append(out, simStream{kind, key})
		}
	}
	return out
}

type simStream struct {
	kind simKind
	key  string
}

// pendingNotices returns the queues of handlers that are not empty.
func (s *simScheduler) pendingNotices() (out []simHandler) {
	for listener := range simListeners {
		for kind := range simKinds {
			if len(s.notices[listener][kind]) > 0 {
				out = append(out, simHandler{listener, kind})
			}
		}
	}
	return out
}

type simHandler struct {
	listener simListener
	kind     simKind
}

// newSimStores returns empty stores.
func newSimStores() (out [simKinds]cache.Store) {
	for kind := range out {
		out[kind] = cache.NewStore(cache.MetaNamespaceKeyFunc)
	}
	return out
}
