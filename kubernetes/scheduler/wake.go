package scheduler

import (
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
)

// waker activates pods after changes for which kube-scheduler has no events: those of custom
// resources and annotations. After other changes, hints activate pods. A pod that is tried after
// such an event, but before the state has the change, would not be activated by its hint, so the
// waker checks again a little later.
type waker struct {
	activator fwk.PodActivator

	mu    sync.Mutex
	later map[string]time.Time // time of the last increase of a node's free resources
}

// patience is the time for hints to activate a pod.
const patience = 200 * time.Millisecond

func (w *waker) activate(by string, pods map[string]*v1.Pod) {
	if w.activator == nil || len(pods) == 0 {
		return
	}
	activated.WithLabelValues(by).Add(float64(len(pods)))
	w.activator.Activate(klog.Background(), pods)
}

// nodeChanged activates the pods that a node accepts now, if they were not tried since.
func (w *waker) nodeChanged(s *State, kind, node string, since time.Time) {
	pods := map[string]*v1.Pod{}
	for _, waiting := range s.pending.waiting(since) {
		if s.mayFit(waiting, node) {
			pods[waiting.pod.Namespace+"/"+waiting.pod.Name] = waiting.pod
		}
	}
	w.activate(kind, pods)
	s.lookAgain(node)
}

// lookAgain queues Reservations and resizes that wait for resources of a node, because they have no
// hints.
func (s *State) lookAgain(node string) {
	s.reserver.nodeFreed(node)
	s.resizer.nodeFreed(node)
}

// nodeFreed checks a little later for pods that hints did not activate.
func (w *waker) nodeFreed(s *State, node string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.later) == 0 {
		w.later = map[string]time.Time{}
		time.AfterFunc(patience, func() { w.look(s) })
	}
	w.later[node] = time.Now()
}

func (w *waker) look(s *State) {
	w.mu.Lock()
	nodes := w.later
	w.later = nil
	w.mu.Unlock()
	for node, since := range nodes {
		w.nodeChanged(s, "patience", node, since)
	}
}

// podChanged activates a pod whose own annotations changed, and checks for pods that fit after a
// pod was deleted, changed its allocation or lost its nomination.
func (w *waker) podChanged(s *State, old, now *v1.Pod, freed string) {
	for _, node := range []string{freed, s.leftNomination(old)} {
		if node != "" {
			w.nodeFreed(s, node)
		}
	}
	if now.Spec.NodeName != "" || old.ResourceVersion == now.ResourceVersion {
		return
	}
	waiting := s.pending.get(now.UID)
	if waiting != nil && differ(old, now, asking) {
		w.activate("Pod", map[string]*v1.Pod{now.Namespace + "/" + now.Name: now})
	}
}

// leftNomination returns the node that a pod was nominated to, if it neither waits for it now nor
// runs there, or "".
func (s *State) leftNomination(pod *v1.Pod) string {
	node := pod.Status.NominatedNodeName
	if node == "" || pod.Spec.NodeName != "" {
		return ""
	}
	now := stored[v1.Pod](s.sources.pods, pod.Namespace+"/"+pod.Name)
	if now == nil || now.UID != pod.UID {
		return node
	}
	if now.Spec.NodeName == node || now.Spec.NodeName == "" && now.Status.NominatedNodeName == node {
		return ""
	}
	return node
}

func differ(one, other *v1.Pod, annotations []string) bool {
	for _, key := range annotations {
		if one.Annotations[key] != other.Annotations[key] {
			return true
		}
	}
	return false
}
