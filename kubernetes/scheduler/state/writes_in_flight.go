package state

import (
	"encoding/json"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// write is a resource-status that is being written to the API server. Nothing else is planned for
// the pod meanwhile, so that the last write equals the cluster's state.
type write struct {
	status string
	// the pod gives up CPUs: the cluster is updated when the store has the change; otherwise it
	// was updated before
	shrinks bool
	again   bool // the pod requested other amounts meanwhile
}

// Planning is the state while a change is planned and committed. It is only valid within
// PlanAndCommit.
type Planning struct{ state *State }

// PlanAndCommit calls plan. Until it returns, nothing else changes the cluster. plan must not call
// methods of State that take the lock, nor keep the Planning.
func (s *State) PlanAndCommit(plan func(*Planning) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return plan(&Planning{s})
}

// BoundPod is a pod that the cluster has on its node.
type BoundPod struct {
	UID  types.UID
	Name types.NamespacedName
	// IsBeingBound states that the pod is reserved, and that its Binding is not confirmed yet.
	IsBeingBound bool
	// IsBeingWritten states that a resource-status of the pod is being written.
	IsBeingWritten bool
}

func (r *podRecord) bound() BoundPod {
	return BoundPod{UID: r.uid, Name: r.name, IsBeingBound: r.assumed, IsBeingWritten: r.writes != nil}
}

// BoundPod returns a bound pod, or false if the cluster does not have the pod on its node.
func (p *Planning) BoundPod(pod *v1.Pod) (BoundPod, bool) {
	rec := p.state.byName[types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}]
	if rec == nil || rec.uid != pod.UID || pod.Spec.NodeName != rec.node || rec.version == "" {
		return BoundPod{}, false
	}
	return rec.bound(), true
}

// PodsOn returns the pods of a node, in no particular order.
func (p *Planning) PodsOn(node string) (out []BoundPod) {
	if rec := p.state.nodes[node]; rec != nil {
		for _, pod := range rec.pods {
			out = append(out, pod.bound())
		}
	}
	return out
}

// ClaimsOn returns the uids under which the cluster has the CPUs of claims on a node, in no particular order.
func (p *Planning) ClaimsOn(node string) (out []types.UID) {
	if rec := p.state.nodes[node]; rec != nil {
		out = slices.Collect(maps.Keys(rec.claims))
	}
	return out
}

// Convert returns the library's pod.
func (p *Planning) Convert(pod *v1.Pod) (*koord.Pod, error) { return p.state.buildPlaced(pod) }

// RepeatResize queues a pod that IsBeingWritten for the time after the current write.
func (p *Planning) RepeatResize(uid types.UID) {
	if rec := p.state.pods[uid]; rec != nil && rec.writes != nil {
		rec.writes.again = true
	}
}

// BeginWrite starts the write of a resource-status. If the pod shrinks, the cluster is updated when
// the store has the change; otherwise it was updated before.
func (p *Planning) BeginWrite(uid types.UID, status string, shrinks bool) {
	if rec := p.state.pods[uid]; rec != nil {
		rec.writes = &write{status: status, shrinks: shrinks}
	}
}

// EndWrite ends a write of a pod's resource-status.
func (s *State) EndWrite(uid types.UID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.pods[uid]; rec != nil {
		s.finishWrite(rec)
	}
}

// AbandonWrite ends a write that failed. If the cluster was updated before, the pod is reset to the
// allocation in its annotation.
func (s *State) AbandonWrite(uid types.UID, updated bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[uid]
	if rec == nil {
		return
	}
	rec.writes = nil
	now := stores.Get[v1.Pod](s.Stores.Pods, rec.name.String())
	if !updated || now == nil || now.UID != rec.uid || now.Spec.NodeName != rec.node {
		return
	}
	// the allocation here counts until the pod is set again
	s.reset(rec)
	s.links.Freed.NodeFreed(rec.node)
}

// Restore resets pods to the allocation in their annotations.
func (s *State) Restore(pods []types.UID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, uid := range pods {
		if rec := s.pods[uid]; rec != nil {
			s.reset(rec)
		}
	}
}

// finishWrite ends a write of a pod's resource-status.
func (s *State) finishWrite(rec *podRecord) {
	if rec.writes != nil && rec.writes.again {
		s.links.Resizes.Add(rec.name.String())
	}
	rec.writes = nil
}

// detectResize checks whether a pod requests other amounts than before, and whether the store has
// the annotation written by a resize.
func (s *State) detectResize(rec *podRecord, pod *v1.Pod) {
	stated := pod.Annotations[objects.AnnotationResourceStatus]
	// the allocation here counts until the pod is set again
	if rec.writes != nil && rec.writes.shrinks && rec.writes.status == stated {
		s.reportRemoval(s.Cluster.RemovePod(string(rec.uid)))
		s.finishWrite(rec)
	}
	if stated == "" {
		rec.requested = request.Amounts{}
		return
	}
	asked := request.AmountsOf(request.Desired(pod))
	if resizing(pod, rec.requested, asked) {
		s.links.Resizes.Add(rec.name.String())
	}
	rec.requested = asked
}

// resizing reports whether a pod's CPUs or NUMA amounts differ from its requests, as far as its
// annotation shows it.
func resizing(pod *v1.Pod, before, now request.Amounts) bool {
	if before != (request.Amounts{}) {
		return before != now
	}
	var status struct {
		CPUSet string `json:"cpuset"`
	}
	if json.Unmarshal([]byte(pod.Annotations[objects.AnnotationResourceStatus]), &status) != nil || status.CPUSet == "" {
		return false
	}
	cpus, err := koord.ParseCPUSet(status.CPUSet)
	return err == nil && int64(cpus.Count())*1000 != now.CPU
}
