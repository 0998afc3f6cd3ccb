// Package wake activates pods after changes for which kube-scheduler has no events.
package wake

import (
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Activator activates pods in kube-scheduler's queue.
type Activator struct {
	queue fwk.PodActivator
	again again
}

// NewActivator returns an activator. queue may be nil: then it does nothing.
func NewActivator(queue fwk.PodActivator) *Activator { return &Activator{queue: queue} }

// Activate activates pods by name; by is the cause, for the metric.
func (a *Activator) Activate(by string, pods map[string]*v1.Pod) {
	if a.queue == nil || len(pods) == 0 {
		return
	}
	metrics.Activated.WithLabelValues(by).Add(float64(len(pods)))
	a.queue.Activate(klog.Background(), pods)
}

// Waker activates pods after changes for which kube-scheduler has no events: those of custom
// resources and annotations. After other changes, hints activate pods.
type Waker struct {
	pods      *Activator
	waiting   *pending.Pods
	sources   *stores.Stores
	evaluator Evaluator
	freed     *FreedNodes
	watchers  []NodeWatcher
}

// Evaluator knows which nodes accept a waiting pod.
type Evaluator interface {
	// MayFit reports whether a node that did not accept a pod in the last attempt accepts it now.
	MayFit(pod *pending.Pod, node string) bool
}

// NodeWatcher waits for resources of nodes and has no hints.
type NodeWatcher interface {
	// NodeFreed queues the objects that may fit on a node now.
	NodeFreed(node string)
}

// New returns a waker and subscribes it to freed, which the state reports to. The state is made
// before the waker, and the waker's evaluator reads the state.
func New(pods *Activator, waiting *pending.Pods, sources *stores.Stores, evaluator Evaluator, freed *FreedNodes,
	watchers ...NodeWatcher) *Waker {
	w := &Waker{pods: pods, waiting: waiting, sources: sources, evaluator: evaluator, freed: freed, watchers: watchers}
	freed.subscribe(func(nodes map[string]time.Time, left []string) {
		for node, since := range nodes {
			w.NodeChanged("patience", node, since)
		}
		if len(left) > 0 {
			w.nodesLeft(left)
		}
	})
	return w
}

// NodeChanged activates the pods that a node accepts now, if they were not tried since.
func (w *Waker) NodeChanged(kind, node string, since time.Time) {
	pods := map[string]*v1.Pod{}
	for _, waiting := range w.waiting.TriedBefore(since) {
		if w.evaluator.MayFit(waiting, node) {
			pods[waiting.Pod.Namespace+"/"+waiting.Pod.Name] = waiting.Pod
		}
	}
	w.pods.Activate(kind, pods)
	w.LookAgain(node)
}

// nodesLeft activates the pods that may fit on one of the nodes of FreedNodes.NodeLeft. Other plugins, such
// as NodeResourcesFit, may have refused the node to them, also in an attempt after the binding. Pods that do
// not need the plugin may fit, as after kube-scheduler's events of deleted pods.
func (w *Waker) nodesLeft(nodes []string) {
	pods := map[string]*v1.Pod{}
	for _, object := range w.sources.Pods.List() {
		pod, is := object.(*v1.Pod)
		if !is || pod.Spec.NodeName != "" {
			continue
		}
		waiting := w.waiting.Get(pod.UID)
		if waiting != nil {
			waiting.RejectAll()
		}
		mayFit := func(node string) bool { return waiting == nil || w.evaluator.MayFit(waiting, node) }
		if slices.ContainsFunc(nodes, mayFit) {
			pods[pod.Namespace+"/"+pod.Name] = pod
		}
	}
	w.pods.Activate("foreign binding", pods)
}

// TryAgain activates a pod whose node changed after it was chosen, as Activator does.
func (w *Waker) TryAgain(pod *v1.Pod) { w.pods.TryAgain(pod) }

// LookAgain queues Reservations and resizes that wait for resources of a node.
func (w *Waker) LookAgain(node string) {
	for _, watcher := range w.watchers {
		watcher.NodeFreed(node)
	}
}

// PodChanged activates a pod whose own annotations changed, and checks for pods that fit after a
// pod was deleted, changed its allocation or lost its nomination. A deleted pod waits no longer.
func (w *Waker) PodChanged(old, now *v1.Pod, freed string) {
	for _, pod := range []*v1.Pod{old, now} {
		if current(w.sources.Pods, pod) == nil {
			w.waiting.Forget(pod.UID)
		}
	}
	for _, node := range []string{freed, leftNomination(w.sources.Pods, old)} {
		if node != "" {
			w.freed.NodeFreed(node)
		}
	}
	if now.Spec.NodeName != "" || old.ResourceVersion == now.ResourceVersion {
		return
	}
	waiting := w.waiting.Get(now.UID)
	if waiting != nil && differ(old, now, request.RequestAndClaimAnnotations) {
		w.pods.Activate("Pod", map[string]*v1.Pod{now.Namespace + "/" + now.Name: now})
	}
}

// leftNomination returns the node that a pod was nominated to, if it neither waits for it now nor
// runs there, or "".
func leftNomination(pods cache.Store, pod *v1.Pod) string {
	node := pod.Status.NominatedNodeName
	if node == "" || pod.Spec.NodeName != "" {
		return ""
	}
	now := current(pods, pod)
	if now == nil {
		return node
	}
	if now.Spec.NodeName == node || now.Spec.NodeName == "" && now.Status.NominatedNodeName == node {
		return ""
	}
	return node
}

// current returns the version of a pod in the store, or nil if it was deleted.
func current(pods cache.Store, pod *v1.Pod) *v1.Pod {
	now := stores.Get[v1.Pod](pods, pod.Namespace+"/"+pod.Name)
	if now == nil || now.UID != pod.UID {
		return nil
	}
	return now
}

func differ(old, now *v1.Pod, annotations []string) bool {
	for _, key := range annotations {
		if old.Annotations[key] != now.Annotations[key] {
			return true
		}
	}
	return false
}
