package scheduler

import (
	"maps"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// pendingPods holds the waiting pods that need the plugin: their converted form, and the results of
// their last attempts.
type pendingPods struct {
	mu   sync.Mutex
	pods map[types.UID]*pendingPod
}

// pendingPod is a waiting pod. All but the members guarded by mu is immutable: a changed pod gets a
// new one.
type pendingPod struct {
	pod  *v1.Pod
	made *koord.Pod // nil if the pod cannot be read

	mu    sync.Mutex
	tried time.Time // start of the last attempt
	fits  []uint64  // the nodes that this plugin accepted then, one bit per number
}

func newPendingPods() *pendingPods { return &pendingPods{pods: map[types.UID]*pendingPod{}} }

func (p *pendingPods) get(uid types.UID) *pendingPod {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pods[uid]
}

// put adds a pod, unless it does not exist any more.
func (p *pendingPods) put(pod *pendingPod, exists func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pods[pod.pod.UID] = pod
	if !exists() {
		delete(p.pods, pod.pod.UID)
	}
	pendingNow.Set(float64(len(p.pods)))
}

// forget removes a pod that does not wait any more.
func (p *pendingPods) forget(uid types.UID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.pods[uid]; known {
		delete(p.pods, uid)
		pendingNow.Set(float64(len(p.pods)))
	}
}

// waiting returns the pods whose last attempt began before a time.
func (p *pendingPods) waiting(since time.Time) []*pendingPod {
	all := p.all()
	return slices.DeleteFunc(all, func(pod *pendingPod) bool {
		pod.mu.Lock()
		defer pod.mu.Unlock()
		return pod.tried.After(since)
	})
}

func (p *pendingPods) all() []*pendingPod {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Values(p.pods))
}

// begin starts an attempt: until its result is known, any change that could make the pod fit
// activates it.
func (p *pendingPod) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried = time.Now()
	clear(p.fits)
}

// attempt records the nodes accepted in an attempt, before it is known whether the attempt fails.
func (p *pendingPod) attempt(rows []koord.Verdict) (passing int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(rows) == 0 {
		return 0
	}
	if words := int(rows[len(rows)-1].Node)/64 + 1; words > len(p.fits) {
		p.fits = make([]uint64, words)
	}
	for i := range rows {
		if rows[i].Reason == koord.ReasonNone {
			passing++
			p.fits[rows[i].Node/64] |= 1 << (rows[i].Node % 64)
		}
	}
	return passing
}

// reject clears a node that was accepted in an attempt but refused the pod after all.
func (p *pendingPod) reject(node uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(node/64) < len(p.fits) {
		p.fits[node/64] &^= 1 << (node % 64)
	}
}

// rejectAll makes any change that could make the pod fit a reason to try again.
func (p *pendingPod) rejectAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.fits)
}

// accepted reports whether the plugin accepted a node in the last attempt, so that another plugin
// refused it.
func (p *pendingPod) accepted(node uint32) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int(node/64) < len(p.fits) && p.fits[node/64]&(1<<(node%64)) != 0
}
