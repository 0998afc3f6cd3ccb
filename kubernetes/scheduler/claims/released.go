package claims

import (
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// mostReleased is the number of pods that released keeps.
const mostReleased = 4096

// released has the last pods whose devices are free again although no claim was changed: their allocations were in
// flight and not written when the pods gave up. Other pods may have been refused because of them, and kube-scheduler has
// no event of a claim for that. It reports such a pod as if it was deleted, right after Unreserve. All profiles share it.
type released struct {
	mutex sync.Mutex
	pods  map[types.UID]bool
	order []types.UID // a ring
	next  int
}

func (r *released) add(uid types.UID) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.pods[uid] {
		return
	}
	if r.pods == nil {
		r.pods, r.order = make(map[types.UID]bool), make([]types.UID, mostReleased)
	}
	delete(r.pods, r.order[r.next])
	r.pods[uid], r.order[r.next] = true, uid
	r.next = (r.next + 1) % mostReleased
}

func (r *released) has(uid types.UID) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.pods[uid]
}
