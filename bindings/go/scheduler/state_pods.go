package scheduler

import (
	"errors"
	"maps"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/k8s"
)

// podRecord is what the cluster was told of a pod.
type podRecord struct {
	uid     types.UID
	name    types.NamespacedName
	node    string    // where the store has it, or where it is reserved
	version string    // resource version that the cluster was told; "": none
	from    types.UID // the Reservation that it took from; "": none
	asked   amounts   // by a pod with a resource-status, when the cluster was told
	writes  *write    // the resource-status that a resize or a rebind writes; nil: none
	// assumed: the pod is between Reserve and the end of its binding. Its allocation stays whatever the store says.
	assumed bool
	chosen  bool              // this process reserved the node
	claims  map[string]string // annotations of the Binding of an assumed pod, once it has one
	lost    bool              // the cluster forgot an assumed pod with its node
}

// write is a resource-status on its way to the API server. Meanwhile nothing else of the pod is planned, so that what is written
// last is what the cluster has.
type write struct {
	status  string
	shrinks bool // the pod gives CPUs up: the cluster is told when the store has it; else it was told before
	again   bool // the pod asked for other amounts meanwhile
}

// syncPod brings a pod to what the store says. freed is the node where there may be more room than before; "": nowhere.
func (s *State) syncPod(name types.NamespacedName) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.syncPodLocked(name)
}

func (s *State) syncPodLocked(name types.NamespacedName) (freed string) {
	pod := stored[v1.Pod](s.sources.pods, name.String())
	rec := s.byName[name]
	if rec != nil && (pod == nil || pod.UID != rec.uid) {
		freed = s.gone(rec)
		rec = nil
	}
	switch {
	case pod == nil:
	case pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed:
		s.pending.forget(pod.UID)
		if rec != nil {
			freed = s.gone(rec)
		}
	case pod.Spec.NodeName != "":
		s.pending.forget(pod.UID)
		if rec = s.record(pod, pod.Spec.NodeName); rec.version != pod.ResourceVersion {
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

// record of a pod that is on a node, bound or not.
func (s *State) record(pod *v1.Pod, node string) *podRecord {
	rec := s.pods[pod.UID]
	if rec == nil {
		rec = &podRecord{uid: pod.UID, name: types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}}
		if before := s.byName[rec.name]; before != nil { // a pod of this name that went, and of which nobody told yet
			if freed := s.gone(before); freed != "" {
				s.wake.nodeFreed(s, freed)
			}
		}
		s.pods[pod.UID] = rec
		s.byName[rec.name] = rec
	}
	if rec.node != node {
		s.leave(rec)
		rec.node = node
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
	made, err := s.build(holding(pod))
	if err == nil {
		defer made.Close()
		s.seeResize(rec, pod)
		var conflicts koord.PodConflicts
		if conflicts, err = s.cluster.SetPod(made); err == nil {
			first := rec.version == ""
			rec.version = pod.ResourceVersion
			if from := tookFrom(pod); from != "" && first { // what somebody writes there later does not count
				s.takeFrom(rec, from)
				conflicts, err = s.cluster.PodConflicts(string(rec.uid))
			}
			if err == nil && rec.writes == nil {
				s.tell.conflicts(pod, pod.Spec.NodeName, &conflicts, s.words)
			}
			return
		}
	}
	if errors.Is(err, koord.ErrLimit) { // too many pods wait for their nodes: again when this node comes
		return
	}
	rec.version = pod.ResourceVersion
	s.tell.failed("Pod", pod, err)
}

// reclaim gives an assumed pod back what its Binding says, after its node went with it.
func (s *State) reclaim(rec *podRecord) {
	pod := stored[v1.Pod](s.sources.pods, rec.name.String())
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

// build makes the library's pod. The caller holds mu.
func (s *State) build(pod *v1.Pod) (*koord.Pod, error) {
	if err := k8s.FillPod(s.builders.pod, pod); err != nil {
		return nil, err
	}
	return s.builders.pod.Pod(nil)
}

// gone handles that the store has the pod no longer. An assumed pod stays until it is given up.
func (s *State) gone(rec *podRecord) (freed string) {
	s.pending.forget(rec.uid)
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
	if err := s.cluster.RemovePod(string(rec.uid)); err != nil && !errors.Is(err, koord.ErrNotFound) {
		s.tell.failed("Pod", nil, err)
	}
	s.leave(rec)
	s.giveBack(rec)
	delete(s.pods, rec.uid)
	delete(s.leaving, rec.uid)
	if s.byName[rec.name] == rec {
		delete(s.byName, rec.name)
	}
}

// reserve gives a pod its place on a node, from a Reservation where it is offered any there; made is the pod without it.
func (s *State) reserve(pod *v1.Pod, made *koord.Pod, node string, offers *offers) (*held, koord.Refusal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.cluster.NodeID(node)
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	var refusal koord.Refusal
	var took *held
	if on := offers.at(node); len(on) > 0 {
		took, refusal, err = s.reserveFrom(made, on)
	} else {
		_, refusal, err = s.cluster.Reserve(made, nil, id)
	}
	if err == nil && !refusal.Refused() {
		rec := s.record(pod, node)
		rec.assumed, rec.chosen = true, true
		if took != nil {
			s.takeFrom(rec, took.uid)
		}
	}
	return took, refusal, err
}

// unreserve gives up what a pod got. If it was bound all the same, or by somebody else, it is what the store says.
func (s *State) unreserve(pod *v1.Pod) (had bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[pod.UID]
	if rec == nil || !rec.assumed {
		return false
	}
	rec.assumed = false
	s.drop(rec)
	s.syncPodLocked(rec.name)
	return true
}

// learn that somebody else bound a pod that is being bound here, of which the store does not know yet: its place here is given
// up, and it has what it claims there.
func (s *State) learn(pod *v1.Pod) {
	if pod.Spec.NodeName == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.pods[pod.UID]; rec != nil && rec.assumed {
		rec.assumed = false
		s.drop(rec)
		s.setPod(s.record(pod, pod.Spec.NodeName), pod)
	}
}

// bound ends the time in which a pod is assumed. freed is its node if it was deleted meanwhile.
func (s *State) bound(pod *v1.Pod) (freed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[pod.UID]
	if rec == nil || !rec.assumed {
		return ""
	}
	rec.assumed, rec.claims, rec.lost = false, nil, false
	if from := s.reservations.byUID[rec.from]; from != nil {
		s.reserver.look(from.name)
	}
	if s.byName[rec.name] != rec { // deleted meanwhile
		s.drop(rec)
		return rec.node
	}
	return s.syncPodLocked(rec.name)
}
