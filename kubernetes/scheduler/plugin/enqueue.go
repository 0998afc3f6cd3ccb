package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// EventsToRegister lists the events that can make a rejected pod schedulable. Changes of custom
// resources and annotations, for which kube-scheduler has no events, activate pods directly.
func (p *Plugin) EventsToRegister(context.Context) ([]fwk.ClusterEventWithHint, error) {
	events := append(p.podEvents(), fwk.ClusterEventWithHint{
		Event: fwk.ClusterEvent{Resource: fwk.Node, ActionType: fwk.Add | fwk.UpdateNodeAllocatable | fwk.UpdateNodeLabel |
			fwk.UpdateNodeTaint | fwk.UpdateNodeAnnotation},
		QueueingHintFn: p.afterNode,
	})
	return append(events, p.groupEvents()...), nil
}

// afterPod queues a pod if it now fits on the node of a deleted or shrunken pod. kube-scheduler
// reports pods that were only nominated, and are deleted or no longer nominated, in the same way.
func (p *Plugin) afterPod(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	changed, _ := old.(*v1.Pod)
	if later, is := now.(*v1.Pod); is {
		changed = later
	}
	if changed == nil {
		return countHint("AssignedPod", fwk.Queue), nil
	}
	if changed.Spec.NodeName == "" {
		if node := changed.Status.NominatedNodeName; node != "" {
			return countHint("AssignedPod", p.hint(pod, node)), nil
		}
		return countHint("AssignedPod", fwk.Queue), nil
	}
	name := types.NamespacedName{Namespace: changed.Namespace, Name: changed.Name}
	// for Reservations and growing pods, which have no hints
	if freed := p.State.SyncPod(name); freed != "" {
		p.Freed.NodeFreed(freed)
	}
	return countHint("AssignedPod", p.hint(pod, changed.Spec.NodeName)), nil
}

// afterTarget queues a pod that was changed itself.
func afterTarget(klog.Logger, *v1.Pod, any, any) (fwk.QueueingHint, error) {
	return countHint("TargetPod", fwk.Queue), nil
}

// afterNode queues a pod if it now fits on the node.
func (p *Plugin) afterNode(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	node, is := now.(*v1.Node)
	if !is {
		return countHint("Node", fwk.Queue), nil
	}
	if p.State.SyncNode(node.Name) {
		p.Freed.NodeFreed(node.Name)
	}
	// The state may have known a new node before kube-scheduler did, so an earlier acceptance by
	// the plugin proves nothing.
	if waiting := p.Waiting.Get(pod.UID); waiting != nil && old == nil {
		if id, err := p.State.Cluster.NodeID(node.Name); err == nil {
			waiting.Reject(id)
		}
	}
	return countHint("Node", p.hint(pod, node.Name)), nil
}

// afterMember queues a pod when its gang gets another member.
func (p *Plugin) afterMember(_ klog.Logger, pod *v1.Pod, _, now any) (fwk.QueueingHint, error) {
	came, is := now.(*v1.Pod)
	if !is || request.GangOf(came).Name == "" || request.GangOf(came) != request.GangOf(pod) {
		return countHint("UnscheduledPod", fwk.QueueSkip), nil
	}
	p.Gangs.Sync(types.NamespacedName{Namespace: came.Namespace, Name: came.Name}, came)
	return countHint("UnscheduledPod", fwk.Queue), nil
}

// hint reports whether a node that did not accept a pod in the pod's last attempt accepts it now.
func (p *Plugin) hint(pod *v1.Pod, node string) fwk.QueueingHint {
	waiting := p.Waiting.Get(pod.UID)
	switch {
	// it waits for members, not for resources
	case waiting == nil && p.Gangs.Missing(pod) != "":
		return fwk.QueueSkip
	case waiting == nil || p.Evaluator.MayFit(waiting, node):
		return fwk.Queue
	}
	return fwk.QueueSkip
}

// countHint counts a queueing hint in the metrics, and returns it.
func countHint(event string, hint fwk.QueueingHint) fwk.QueueingHint {
	metrics.Hints.WithLabelValues(event, hint.String()).Inc()
	return hint
}
