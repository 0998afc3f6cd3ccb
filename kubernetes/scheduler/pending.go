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

func (p *pendingPods) init() { p.pods = map[types.UID]*pendingPod{} }

func (p *pendingPods) get(uid types.UID) *pendingPod {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pods[uid]
}

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

// prepare returns the pod's converted form, which is rebuilt if the pod changed since the last
// attempt. kube-scheduler's queue may have an older version of the pod than the store.
func (s *State) prepare(pod *v1.Pod) (*pendingPod, error) {
	now := stored[v1.Pod](s.sources.pods, pod.Namespace+"/"+pod.Name)
	if now != nil && now.UID == pod.UID && now.Spec.NodeName == "" {
		pod = now
	}
	if found := s.pending.get(pod.UID); found != nil && found.made != nil && found.pod.ResourceVersion == pod.ResourceVersion {
		shapes.WithLabelValues("kept").Inc()
		return found, nil
	}
	s.mu.Lock()
	made, err := s.build(pod)
	s.mu.Unlock()
	shapes.WithLabelValues("new").Inc()
	out := &pendingPod{pod: pod, made: made}
	s.pending.mu.Lock()
	defer s.pending.mu.Unlock()
	s.pending.pods[pod.UID] = out
	// A pod that is already deleted would never be removed.
	if now := stored[v1.Pod](s.sources.pods, pod.Namespace+"/"+pod.Name); now == nil || now.UID != pod.UID {
		delete(s.pending.pods, pod.UID)
	}
	pendingNow.Set(float64(len(s.pending.pods)))
	return out, err
}

// begin starts an attempt of pods that are planned together.
func (s *State) begin(pods []*v1.Pod) {
	for _, pod := range pods {
		if waiting, err := s.prepare(pod); err == nil {
			waiting.begin()
		}
	}
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

func (p *pendingPod) rejectNode(s *State, name string) {
	if id, err := s.cluster.NodeID(name); err == nil {
		p.reject(id)
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

// mayFit reports whether a node that did not accept a pod in the last attempt accepts it now.
func (s *State) mayFit(p *pendingPod, node string) bool {
	if p.made == nil {
		return false
	}
	s.mu.Lock()
	rec := s.nodes[node]
	known := rec != nil && rec.known
	var id uint32
	if known {
		id = rec.id
	}
	s.mu.Unlock()
	if !known || p.accepted(id) {
		return false
	}
	offers, err := s.offers(p.pod)
	if err != nil || offers.refuses(node) {
		return false
	}
	if s.trying.Load() > 0 { // resources of the trial may become free again soon
		return true
	}
	if offers == nil {
		refusal, _, err := s.cluster.Judge(p.made, nil, id)
		return err != nil || !refusal.Refused()
	}
	refusal, _, err := s.judgeOffers(p.made, id, offers.at(node), func(*koord.Query) error { return nil })
	return err != nil || !refusal.Refused()
}
