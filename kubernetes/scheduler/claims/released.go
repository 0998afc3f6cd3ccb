package claims

import (
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// mostReleased is the number of pods that released keeps.
const mostReleased = 4096

// released stores the UIDs of recently unreserved pods whose allocations were never written. No event of a claim follows,
// although other pods may have been refused because of these devices. kube-scheduler reports such a pod as if it was
// deleted, right after Unreserve. All profiles share it.
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
