// Package pending holds the waiting pods that need the plugin, with the results of their last
// attempts.
package pending

import (
	"maps"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// Pods holds the waiting pods that need the plugin: their converted form, and the results of
// their last attempts.
type Pods struct {
	mu   sync.Mutex
	pods map[types.UID]*Pod
}

// Pod is a waiting pod. All but the members guarded by mu is immutable: a changed pod gets a
// new one.
type Pod struct {
	Pod       *v1.Pod
	Converted *koord.Pod     // nil if the pod cannot be read
	Listed    uint64         // State.Listed when it was converted
	Extended  []string       // extended resources that it requests of the library, in order
	OfClaims  map[string]int // CPUs of its claims, which it does not request itself

	mu    sync.Mutex
	tried time.Time // start of the last attempt
	fits  []uint64  // the nodes that this plugin accepted then, one bit per number
}

// New returns no pods.
func New() *Pods { return &Pods{pods: map[types.UID]*Pod{}} }

// Get returns a waiting pod, or nil if there is none.
func (p *Pods) Get(uid types.UID) *Pod {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pods[uid]
}

// Put adds a pod, unless it does not exist any more.
func (p *Pods) Put(pod *Pod, exists func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pods[pod.Pod.UID] = pod
	if !exists() {
		delete(p.pods, pod.Pod.UID)
	}
	metrics.PendingNow.Set(float64(len(p.pods)))
}

// Forget removes a pod that does not wait any more.
func (p *Pods) Forget(uid types.UID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.pods[uid]; known {
		delete(p.pods, uid)
		metrics.PendingNow.Set(float64(len(p.pods)))
	}
}

// TriedBefore returns the pods whose last attempt began before a time.
func (p *Pods) TriedBefore(since time.Time) []*Pod {
	all := p.All()
	return slices.DeleteFunc(all, func(pod *Pod) bool {
		pod.mu.Lock()
		defer pod.mu.Unlock()
		return pod.tried.After(since)
	})
}

// All returns all waiting pods.
func (p *Pods) All() []*Pod {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Values(p.pods))
}

// BeginAttempt starts an attempt: until its result is known, any change that could make the pod fit
// activates it.
func (p *Pod) BeginAttempt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried = time.Now()
	clear(p.fits)
}

// CopyAttempt takes the last attempt and its result from another conversion of the pod.
func (p *Pod) CopyAttempt(from *Pod) {
	from.mu.Lock()
	defer from.mu.Unlock()
	p.tried, p.fits = from.tried, slices.Clone(from.fits)
}

// RecordAttempt records the nodes accepted in an attempt, before it is known whether the attempt
// fails.
func (p *Pod) RecordAttempt(rows []koord.Verdict) (passing int) {
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

// Reject clears a node that was accepted in an attempt but refused the pod after all.
func (p *Pod) Reject(node uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(node/64) < len(p.fits) {
		p.fits[node/64] &^= 1 << (node % 64)
	}
}

// RejectAll makes any change that could make the pod fit a reason to try again.
func (p *Pod) RejectAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.fits)
}

// Accepted reports whether the plugin accepted a node in the last attempt, so that another plugin
// refused it.
func (p *Pod) Accepted(node uint32) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int(node/64) < len(p.fits) && p.fits[node/64]&(1<<(node%64)) != 0
}
