package state

import (
	"encoding/json"
	"errors"
	"maps"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// podRecord records the applied version of a pod.
type podRecord struct {
	uid         types.UID
	name        types.NamespacedName
	node        string          // node in the store, or reserved node
	version     string          // applied resource version; "" if there is none
	reservation types.UID       // the Reservation that it uses; "" if there is none
	requested   request.Amounts // requested by a pod with a resource-status when it was applied
	ofClaims    map[string]int  // CPUs of its claims when it was applied
	writes      *write          // the resource-status that a resize or a rebind writes; nil if there is none
	// assumed is set between Reserve and the end of the binding. The allocation is kept whatever
	// the store's version is.
	assumed bool
	chosen  bool              // this process reserved the node
	claims  map[string]string // annotations of the Binding, once there is one, until the store has the bound pod
	lost    bool              // the cluster removed the pod with its node while it has claims
}

// SyncPod updates a pod to the store's version. freed is the node that may have more free resources
// than before, or "".
func (s *State) SyncPod(name types.NamespacedName) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.syncPodLocked(name)
}

func (s *State) syncPodLocked(name types.NamespacedName) (freed string) {
	pod := stores.Get[v1.Pod](s.Stores.Pods, name.String())
	rec := s.byName[name]
	if rec != nil && (pod == nil || pod.UID != rec.uid) {
		freed = s.podRemoved(rec)
		rec = nil
	}
	switch {
	case pod == nil:
	case pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed:
		s.links.Waiting.Forget(pod.UID)
		if rec != nil {
			freed = s.podRemoved(rec)
		}
	case pod.Spec.NodeName != "":
		s.links.Waiting.Forget(pod.UID)
		rec = s.record(pod, pod.Spec.NodeName)
		if !rec.assumed {
			rec.claims, rec.lost = nil, false
		}
		if rec.version != pod.ResourceVersion {
			if rec.version != "" {
				freed = rec.node
			}
			s.setPod(rec, pod)
			if pod.DeletionTimestamp != nil {
				s.leaving[rec.uid] = rec
			}
		}
	}
	return freed
}

// record returns the record of a pod on a node, bound or not.
func (s *State) record(pod *v1.Pod, node string) *podRecord {
	rec := s.pods[pod.UID]
	if rec == nil {
		rec = &podRecord{uid: pod.UID, name: types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}}
		// an earlier pod of this name whose deletion has not been reported yet
		if before := s.byName[rec.name]; before != nil {
			if freed := s.podRemoved(before); freed != "" {
				s.links.Freed.NodeFreed(freed)
			}
		}
		s.pods[pod.UID] = rec
		s.byName[rec.name] = rec
	}
	if rec.node != node {
		if rec.node != "" { // another scheduler bound a pod that is assumed here
			s.links.Freed.NodeFreed(rec.node)
		}
		s.leave(rec)
		s.detachOwner(rec)
		rec.node, rec.chosen, rec.reservation = node, false, ""
		at := s.nodes[node]
		if at == nil {
			at = &nodeRecord{pods: map[types.UID]*podRecord{}}
			s.nodes[node] = at
		}
		at.pods[rec.uid] = rec
	}
	return rec
}

func (s *State) leave(rec *podRecord) {
	at := s.nodes[rec.node]
	if at == nil {
		return
	}
	delete(at.pods, rec.uid)
	if len(at.pods) == 0 && !at.known && at.node == "" && at.topology == "" && at.device == "" {
		delete(s.nodes, rec.node)
	}
}

func (s *State) setPod(rec *podRecord, pod *v1.Pod) {
	// All amounts of a bound pod count, because a node may list its resources later.
	converted, err := s.build(request.InUse(pod))
	if err == nil {
		defer converted.Close()
		s.detectResize(rec, pod)
		var conflicts koord.PodConflicts
		if conflicts, err = s.Cluster.SetPod(converted); err == nil {
			first := rec.version == ""
			rec.version, rec.ofClaims = pod.ResourceVersion, s.CPUsOf(pod)
			// Reserve knows which Reservation a pod of this process uses. Of other pods only the
			// first version counts: later changes of the annotation are ignored.
			reservation := rec.reservation
			if !rec.chosen {
				reservation = offer.UsedBy(pod)
			}
			if reservation != "" && first {
				s.attachOwner(rec, reservation)
				conflicts, err = s.Cluster.PodConflicts(string(rec.uid))
			}
			if err == nil && rec.writes == nil {
				s.report.Conflicts(pod, pod.Spec.NodeName, &conflicts, s.Words)
			}
			return
		}
	}
	// too many pods wait for their nodes: retried when this node is added
	if errors.Is(err, koord.ErrLimit) {
		return
	}
	rec.version = pod.ResourceVersion
	s.report.Failed("Pod", pod, err)
}

// reclaim restores the allocation in the Binding of a pod that the store does not have as bound, after
// its node was removed with the pod.
func (s *State) reclaim(rec *podRecord) {
	pod := stores.Get[v1.Pod](s.Stores.Pods, rec.name.String())
	if pod == nil || pod.UID != rec.uid || pod.Spec.NodeName != "" {
		return
	}
	claimed := *pod
	claimed.Spec.NodeName = rec.node
	claimed.Annotations = map[string]string{}
	maps.Copy(claimed.Annotations, pod.Annotations)
	maps.Copy(claimed.Annotations, rec.claims)
	s.setPod(rec, &claimed)
	rec.lost = rec.version == ""
}

// Convert returns the library's pod that is placed: without the resources that no object lists now.
// It is stale after Listed has changed.
func (s *State) Convert(pod *v1.Pod) (*koord.Pod, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buildPlaced(pod)
}

// Listed returns a number that changes when a resource is listed for the first time, or no more.
func (s *State) Listed() uint64 { return s.listed.changes.Load() }

// ListedOf returns the listed extended resources that a pod requests, in order.
func (s *State) ListedOf(pod *v1.Pod) []string { return request.Listed(pod, s.listed.Has) }

// buildPlaced is Convert for callers that hold mu.
func (s *State) buildPlaced(pod *v1.Pod) (*koord.Pod, error) {
	return s.build(request.OnlyListed(pod, s.listed.Has))
}

// build returns the library's pod. The caller holds mu.
func (s *State) build(pod *v1.Pod) (*koord.Pod, error) {
	if err := objects.FillPod(s.builders.pod, dracpus.WithoutCPUs(pod, s.CPUsOf(pod))); err != nil {
		return nil, err
	}
	return s.builders.pod.Pod(nil)
}

// reset sets a bound pod to its allocation in the store.
func (s *State) reset(rec *podRecord) {
	s.reportRemoval(s.Cluster.RemovePod(string(rec.uid)))
	s.detachOwner(rec)
	rec.version = ""
	s.syncPodLocked(rec.name)
}

// podRemoved handles a pod that is no longer in the store. An assumed pod stays until its binding
// ends.
func (s *State) podRemoved(rec *podRecord) (freed string) {
	s.links.Waiting.Forget(rec.uid)
	if s.byName[rec.name] == rec {
		delete(s.byName, rec.name)
	}
	if rec.assumed {
		return ""
	}
	s.drop(rec)
	return rec.node
}

func (s *State) drop(rec *podRecord) {
	if err := s.Cluster.RemovePod(string(rec.uid)); err != nil && !errors.Is(err, koord.ErrNotFound) {
		s.report.Failed("Pod", nil, err)
	}
	s.leave(rec)
	s.detachOwner(rec)
	delete(s.pods, rec.uid)
	delete(s.leaving, rec.uid)
	if s.byName[rec.name] == rec {
		delete(s.byName, rec.name)
	}
}

// Reserve allocates a pod's resources on a node, from a Reservation if it is offered any there.
// converted is the pod without it.
func (s *State) Reserve(pod *v1.Pod, converted *koord.Pod, node string, offers *offer.Offers) (*offer.Reservation, koord.Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.Cluster.NodeID(node)
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	var refusal koord.Refusal
	var took *offer.Reservation
	if offered := offers.At(node); len(offered) > 0 {
		took, refusal, err = s.reserveFrom(converted, offered)
	} else {
		_, refusal, err = s.Cluster.Reserve(converted, nil, id)
	}
	if err == nil && !refusal.Refused() {
		rec := s.record(pod, node)
		rec.assumed, rec.chosen = true, true
		if took != nil {
			s.attachOwner(rec, took.UID)
		}
	}
	return took, refusal, err
}

// Unreserve releases a pod's allocation, and returns its node, or "" if there is none. If the pod was
// bound after all, by this or another scheduler, it gets the store's version. The node is not that of
// Reserve if another scheduler bound the pod.
func (s *State) Unreserve(pod *v1.Pod) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[pod.UID]
	if rec == nil || !rec.assumed {
		return ""
	}
	rec.assumed = false
	s.drop(rec)
	s.syncPodLocked(rec.name)
	return rec.node
}

// AdoptForeignBinding handles a pod that another scheduler bound while it is being bound here,
// before the store has the change: its allocation here is released, and its claim there is applied.
func (s *State) AdoptForeignBinding(pod *v1.Pod) {
	if pod.Spec.NodeName == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.pods[pod.UID]; rec != nil && rec.assumed {
		rec.assumed = false
		s.drop(rec)
		s.links.Freed.NodeFreed(rec.node)
		s.setPod(s.record(pod, pod.Spec.NodeName), pod)
	}
}

// EndBinding ends the time during which a pod is assumed. The store may have the bound pod later. freed is its node if it was deleted
// meanwhile.
func (s *State) EndBinding(pod *v1.Pod) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[pod.UID]
	if rec == nil || !rec.assumed {
		return ""
	}
	rec.assumed = false
	if from := s.reservations.byUID[rec.reservation]; from != nil {
		s.links.Reservations.Add(from.name)
	}
	if s.byName[rec.name] != rec { // deleted meanwhile
		s.drop(rec)
		return rec.node
	}
	return s.syncPodLocked(rec.name)
}

// IsOn reports whether the state has a pod on a node.
func (s *State) IsOn(uid types.UID, node string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[uid]
	return rec != nil && rec.node == node
}

// IsBoundElsewhere reports whether the store has a pod as bound to another node.
func (s *State) IsBoundElsewhere(pod *v1.Pod, node string) bool {
	now := stores.Get[v1.Pod](s.Stores.Pods, pod.Namespace+"/"+pod.Name)
	return now != nil && now.UID == pod.UID && now.Spec.NodeName != "" && now.Spec.NodeName != node
}

// ChoseNode reports whether this process chose the node of a pod.
func (s *State) ChoseNode(pod *v1.Pod) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[pod.UID]
	return rec != nil && rec.chosen && rec.node == pod.Spec.NodeName
}

// LeavingBelow returns the pods of lower priority that are being deleted.
func (s *State) LeavingBelow(pod *v1.Pod) (out []RemovedPod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uid, rec := range s.leaving {
		found := stores.Get[v1.Pod](s.Stores.Pods, rec.name.String())
		if found != nil && corev1helpers.PodPriority(found) < corev1helpers.PodPriority(pod) {
			out = append(out, RemovedPod{UID: uid, Node: rec.node})
		}
	}
	return out
}

// Prebind returns the changes to a reserved pod's annotations; took is the Reservation that it
// uses, or nil. The pod keeps its allocation even if its node is deleted and created again while
// the changes are being written.
func (s *State) Prebind(pod *v1.Pod, converted *koord.Pod, took *offer.Reservation, flags koord.PrebindFlags) (objects.Changes, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	patch, err := s.Cluster.Prebind(converted, flags)
	if err != nil {
		return objects.Changes{}, err
	}
	changes, err := objects.ChangesOf(patch)
	if err != nil {
		return objects.Changes{}, err
	}
	if took == nil {
		changes.Remove = append(changes.Remove, apis.AnnotationReservationAllocated)
	} else {
		allocated, err := json.Marshal(apis.ReservationAllocated{Name: took.Name, UID: took.UID})
		if err != nil {
			return objects.Changes{}, err
		}
		if changes.Set == nil {
			changes.Set = map[string]string{}
		}
		changes.Set[apis.AnnotationReservationAllocated] = string(allocated)
	}
	if rec := s.pods[pod.UID]; rec != nil && rec.assumed {
		rec.claims = changes.Set
	}
	return changes, nil
}
