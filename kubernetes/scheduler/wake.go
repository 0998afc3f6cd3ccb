package scheduler

import (
	"k8s.io/client-go/tools/cache"

	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
)

// activator activates pods in kube-scheduler's queue.
type activator struct {
	queue fwk.PodActivator
}

func newActivator(queue fwk.PodActivator) *activator { return &activator{queue: queue} }

// activate activates pods by name; by is the cause, for the metric.
func (a *activator) activate(by string, pods map[string]*v1.Pod) {
	if a.queue == nil || len(pods) == 0 {
		return
	}
	activated.WithLabelValues(by).Add(float64(len(pods)))
	a.queue.Activate(klog.Background(), pods)
}

// waker activates pods after changes for which kube-scheduler has no events: those of custom
// resources and annotations. After other changes, hints activate pods.
type waker struct {
	pods      *activator
	evaluator *evaluator
	freed     *freedNodes
	watchers  []nodeWatcher
}

// nodeWatcher waits for resources of nodes and has no hints.
type nodeWatcher interface {
	// nodeFreed queues the objects that may fit on a node now.
	nodeFreed(node string)
}

func newWaker(pods *activator, evaluator *evaluator, freed *freedNodes, watchers ...nodeWatcher) *waker {
	w := &waker{pods: pods, evaluator: evaluator, freed: freed, watchers: watchers}
	freed.subscribe(func(nodes map[string]time.Time) {
		for node, since := range nodes {
			w.nodeChanged("patience", node, since)
		}
	})
	return w
}

// nodeChanged activates the pods that a node accepts now, if they were not tried since.
func (w *waker) nodeChanged(kind, node string, since time.Time) {
	pods := map[string]*v1.Pod{}
	for _, waiting := range w.evaluator.waiting.waiting(since) {
		if w.evaluator.mayFit(waiting, node) {
			pods[waiting.pod.Namespace+"/"+waiting.pod.Name] = waiting.pod
		}
	}
	w.pods.activate(kind, pods)
	w.lookAgain(node)
}

// lookAgain queues Reservations and resizes that wait for resources of a node.
func (w *waker) lookAgain(node string) {
	for _, one := range w.watchers {
		one.nodeFreed(node)
	}
}

// podChanged activates a pod whose own annotations changed, and checks for pods that fit after a
// pod was deleted, changed its allocation or lost its nomination.
func (w *waker) podChanged(old, now *v1.Pod, freed string) {
	for _, node := range []string{freed, leftNomination(w.evaluator.state.stores.pods, old)} {
		if node != "" {
			w.freed.nodeFreed(node)
		}
	}
	if now.Spec.NodeName != "" || old.ResourceVersion == now.ResourceVersion {
		return
	}
	waiting := w.evaluator.waiting.get(now.UID)
	if waiting != nil && differ(old, now, asking) {
		w.pods.activate("Pod", map[string]*v1.Pod{now.Namespace + "/" + now.Name: now})
	}
}

// leftNomination returns the node that a pod was nominated to, if it neither waits for it now nor
// runs there, or "".
func leftNomination(pods cache.Store, pod *v1.Pod) string {
	node := pod.Status.NominatedNodeName
	if node == "" || pod.Spec.NodeName != "" {
		return ""
	}
	now := stored[v1.Pod](pods, pod.Namespace+"/"+pod.Name)
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
