package wake

import (
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

const (
	shortestDelay = time.Second // of the second activation of a pod that is refused repeatedly; each one doubles it
	longestDelay  = time.Minute
	// series is the time from an activation to a refusal that counts as its result. A later one is the first
	// of a series.
	series = 10 * time.Second
	// fewestPurged is the number of pods below which none is removed.
	fewestPurged = 64
)

// again has the activations of pods that were refused in Reserve.
type again struct {
	mutex sync.Mutex
	last  map[types.UID]activation
	purge int // number of pods at which those whose series ended are removed
}

// activation is the last one of a pod. It may be due.
type activation struct {
	at    time.Time
	delay time.Duration
}

// next returns the delay until a pod is to be activated, and false if it is to be activated already.
func (a *again) next(uid types.UID, now time.Time) (delay time.Duration, is bool) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	last, found := a.last[uid]
	switch {
	case found && now.Before(last.at):
		return 0, false
	case found && now.Sub(last.at) < series:
		delay = min(max(shortestDelay, 2*last.delay), longestDelay)
	}
	if a.last == nil {
		a.last = map[types.UID]activation{}
	}
	if len(a.last) >= max(fewestPurged, a.purge) {
		for uid, of := range a.last {
			if now.Sub(of.at) >= series {
				delete(a.last, uid)
			}
		}
		a.purge = 2 * len(a.last)
	}
	a.last[uid] = activation{now.Add(delay), delay}
	return delay, true
}

// TryAgain activates a pod whose node changed after it was chosen. Other nodes may accept the pod, and
// no event follows that would activate it. A pod that is refused again is activated with a growing delay:
// Filter may accept what Reserve refuses.
func (a *Activator) TryAgain(pod *v1.Pod) {
	delay, is := a.again.next(pod.UID, time.Now())
	activate := func() { a.Activate("Reserve", map[string]*v1.Pod{pod.Namespace + "/" + pod.Name: pod}) }
	switch {
	case !is:
	case delay == 0:
		activate()
	default:
		time.AfterFunc(delay, activate)
	}
}
