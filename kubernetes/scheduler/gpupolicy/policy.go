package gpupolicy

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// Policy keeps the policy of a cluster up to date. All methods of a nil Policy do nothing.
type Policy struct {
	config Config
	set    func(koord.GPUPolicy, []koord.TaskClass) error
	serves func(profile string) bool
	due    atomic.Bool // Refresh has something to do

	setting sync.Mutex // held during set, so that the library gets policies in order; taken before mu
	failure string     // the last error of set; "" after a success

	mu       sync.Mutex
	started  bool
	counts   *counts                // nil if the policy reads no workload
	pending  map[types.UID]struct{} // pods without a node that were counted
	arrivals int64
	round    int64 // number of arrivals at which the policy is set again
	nodes    nodes
}

// The policy is set after firstRound arrivals, again when their number has doubled, and later every
// nextRound arrivals.
const (
	firstRound = 16
	nextRound  = 200
)

// New returns a policy, or nil if none is selected. set passes the policy to the library. serves
// reports whether the scheduler has a profile.
func New(config Config, set func(koord.GPUPolicy, []koord.TaskClass) error, serves func(profile string) bool) *Policy {
	if !config.enabled() {
		return nil
	}
	out := &Policy{config: config, set: set, serves: serves, pending: map[types.UID]struct{}{}, round: firstRound, nodes: newNodes()}
	if config.learns() {
		out.counts = newCounts(config.halfLife, config.expected)
	}
	return out
}

// Enabled reports whether a policy is selected.
func (p *Policy) Enabled() bool { return p != nil }

// Start counts the pods that exist, bound ones too, in the order of their creation, and sets the
// policy. Earlier calls of PodChanged have no effect, and neither have later calls of Start.
func (p *Policy) Start(ctx context.Context, pods []*v1.Pod) {
	if p == nil {
		return
	}
	if p.countAll(pods) {
		p.refresh(ctx)
	}
}

// countAll counts the pods that exist. It returns false if it was called before.
func (p *Policy) countAll(pods []*v1.Pod) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started {
		return false
	}
	p.started = true
	slices.SortFunc(pods, func(a, b *v1.Pod) int {
		return cmp.Or(a.CreationTimestamp.Compare(b.CreationTimestamp.Time), cmp.Compare(a.UID, b.UID))
	})
	for _, pod := range pods {
		p.count(pod)
	}
	return true
}

// PodChanged counts a pod when it is first seen without a node. current returns its latest version,
// or nil if it does not exist any more. It is called under the lock, so that the callers of all
// goroutines apply versions in order.
func (p *Policy) PodChanged(uid types.UID, current func() *v1.Pod) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	pod := current()
	if pod == nil || !waits(pod) {
		delete(p.pending, uid)
		return
	}
	if _, counted := p.pending[uid]; counted || !p.started {
		return
	}
	p.count(pod)
	if p.arrivals >= p.round {
		p.due.Store(true)
	}
}

// count counts an arrival. A pod that waits is remembered until it waits no more.
func (p *Policy) count(pod *v1.Pod) {
	if p.counts == nil || !p.serves(pod.Spec.SchedulerName) {
		return
	}
	if waits(pod) {
		p.pending[pod.UID] = struct{}{}
	}
	arrived, err := podTask(pod)
	if err != nil {
		klog.Background().V(2).Info("Koord: pod is not counted for the GPU policy", "pod", klog.KObj(pod), "why", err.Error())
		return
	}
	p.counts.add(arrived)
	p.arrivals++
}

func waits(pod *v1.Pod) bool {
	return pod.Spec.NodeName == "" && pod.Status.Phase != v1.PodSucceeded && pod.Status.Phase != v1.PodFailed
}

// NodeChanged records a node and its Device. current returns their latest versions, nil for missing
// ones, and false if they are not usable. It is called under the lock; see PodChanged.
func (p *Policy) NodeChanged(name string, current func() (*v1.Node, *apis.Device, bool)) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	node, device, usable := current()
	if usable && p.nodes.set(name, node, device) && p.started {
		p.due.Store(true)
	}
}

// Due reports whether Refresh has something to do.
func (p *Policy) Due() bool { return p != nil && p.due.Load() }

// Refresh sets the policy if it is due. After an error the previous policy stays in effect.
func (p *Policy) Refresh(ctx context.Context) {
	if p == nil || !p.due.CompareAndSwap(true, false) {
		return
	}
	p.refresh(ctx)
}

// refresh sets the policy for the present counts. Pods and nodes are counted meanwhile.
func (p *Policy) refresh(ctx context.Context) {
	p.setting.Lock()
	defer p.setting.Unlock()
	policy, workload, arrivals := p.next()
	err := p.set(policy, workload)
	if err == nil {
		p.failure = ""
		klog.FromContext(ctx).V(2).Info("Koord: GPU policy set", "policy", policy, "classes", len(workload), "arrivals", arrivals)
		return
	}
	if text := err.Error(); text != p.failure {
		p.failure = text
		klog.FromContext(ctx).Error(err, "Koord: GPU policy not set; the previous one stays in effect", "policy", policy)
	}
}

// next begins the next round, and returns what is set for it.
func (p *Policy) next() (policy koord.GPUPolicy, workload []koord.TaskClass, arrivals int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.nodes.changed)
	for p.round <= p.arrivals {
		p.round = min(2*p.round, p.round+nextRound)
	}
	policy, workload = p.currentPolicy()
	return policy, workload, p.arrivals
}

// currentPolicy returns the policy for the present counts: BestFit until the policy has a workload.
func (p *Policy) currentPolicy() (koord.GPUPolicy, []koord.TaskClass) {
	if p.counts == nil {
		return p.config.policy, nil
	}
	if len(p.config.expected) == 0 && p.arrivals < firstRound {
		return koord.GPUPolicyBestFit, nil
	}
	workload := classes(p.counts.list(), p.nodes.hardware(), p.config.hedge)
	if len(workload) == 0 {
		return koord.GPUPolicyBestFit, nil
	}
	return p.config.policy, workload
}
