package scheduler

import (
	"context"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
)

// EventsToRegister are the events after which a node may take a pod that it refused. Events of custom resources, and of
// annotations, which kube-scheduler has none for, wake pods directly.
func (p *Plugin) EventsToRegister(context.Context) ([]fwk.ClusterEventWithHint, error) {
	events := []fwk.ClusterEventWithHint{
		{
			Event:          fwk.ClusterEvent{Resource: fwk.AssignedPod, ActionType: fwk.Delete | fwk.UpdatePodScaleDown},
			QueueingHintFn: p.afterPod,
		}, {
			Event: fwk.ClusterEvent{Resource: fwk.Node, ActionType: fwk.Add | fwk.UpdateNodeAllocatable | fwk.UpdateNodeLabel |
				fwk.UpdateNodeTaint | fwk.UpdateNodeAnnotation},
			QueueingHintFn: p.afterNode,
		}, {
			Event: fwk.ClusterEvent{Resource: fwk.TargetPod, ActionType: fwk.UpdatePodLabel | fwk.UpdatePodScaleDown |
				fwk.UpdatePodScaleUp | fwk.UpdatePodToleration},
			QueueingHintFn: func(klog.Logger, *v1.Pod, any, any) (fwk.QueueingHint, error) {
				return counted("TargetPod", fwk.Queue), nil
			},
		}, {
			Event:          fwk.ClusterEvent{Resource: fwk.UnscheduledPod, ActionType: fwk.Add},
			QueueingHintFn: p.afterMember,
		},
	}
	if utilfeature.DefaultFeatureGate.Enabled(features.GenericWorkload) {
		events = append(events, fwk.ClusterEventWithHint{
			Event: fwk.ClusterEvent{Resource: fwk.PodGroup, ActionType: fwk.Update}, QueueingHintFn: p.afterGroup,
		})
	}
	return events, nil
}

// afterGroup wakes the pods of a group that needs another number of them than before.
func (p *Plugin) afterGroup(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	before, was := old.(*schedulingapi.PodGroup)
	after, is := now.(*schedulingapi.PodGroup)
	if was && is && (after.Namespace != pod.Namespace || after.Name != groupOf(pod) ||
		apiequality.Semantic.DeepEqual(before.Spec, after.Spec)) {
		return counted("PodGroup", fwk.QueueSkip), nil
	}
	return counted("PodGroup", fwk.Queue), nil
}

// afterPod wakes a pod if the node of one that went, or shrank, takes it now. A pod that was only nominated, and went or is so
// no longer, kube-scheduler tells of in the same way.
func (p *Plugin) afterPod(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	changed, _ := old.(*v1.Pod)
	if later, is := now.(*v1.Pod); is {
		changed = later
	}
	if changed == nil {
		return counted("AssignedPod", fwk.Queue), nil
	}
	if changed.Spec.NodeName == "" {
		if node := changed.Status.NominatedNodeName; node != "" {
			return counted("AssignedPod", p.hint(pod, node)), nil
		}
		return counted("AssignedPod", fwk.Queue), nil
	}
	name := types.NamespacedName{Namespace: changed.Namespace, Name: changed.Name}
	if freed := p.state.syncPod(name); freed != "" { // for those that have no hints: Reservations, pods that grow
		p.state.wake.nodeFreed(p.state, freed)
	}
	return counted("AssignedPod", p.hint(pod, changed.Spec.NodeName)), nil
}

// afterNode wakes a pod if the node takes it now.
func (p *Plugin) afterNode(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	node, is := now.(*v1.Node)
	if !is {
		return counted("Node", fwk.Queue), nil
	}
	if p.state.syncNode(node.Name) {
		p.state.wake.nodeFreed(p.state, node.Name)
	}
	// The state may have known a new node before kube-scheduler did: that the plugin accepted it then says nothing.
	if waiting := p.state.pending.get(pod.UID); waiting != nil && old == nil {
		waiting.rejectNode(p.state, node.Name)
	}
	return counted("Node", p.hint(pod, node.Name)), nil
}

// afterMember wakes a pod when its gang has another member.
func (p *Plugin) afterMember(_ klog.Logger, pod *v1.Pod, _, now any) (fwk.QueueingHint, error) {
	came, is := now.(*v1.Pod)
	if !is || gangOf(came).Name == "" || gangOf(came) != gangOf(pod) {
		return counted("UnscheduledPod", fwk.QueueSkip), nil
	}
	p.state.gangs.sync(p.state, types.NamespacedName{Namespace: came.Namespace, Name: came.Name}, came)
	return counted("UnscheduledPod", fwk.Queue), nil
}

// hint tells whether a node takes a pod that it did not take in the pod's last attempt.
func (p *Plugin) hint(pod *v1.Pod, node string) fwk.QueueingHint {
	waiting := p.state.pending.get(pod.UID)
	switch {
	case waiting == nil && p.state.gangs.incomplete(p.state, pod) != "": // it waits for members, not for room
		return fwk.QueueSkip
	case waiting == nil || p.state.mayFit(waiting, node):
		return fwk.Queue
	}
	return fwk.QueueSkip
}

func counted(event string, hint fwk.QueueingHint) fwk.QueueingHint {
	hints.WithLabelValues(event, hint.String()).Inc()
	return hint
}
