//go:build kube1_36

package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util"
)

// podEvents lists the events of pods. Kubernetes 1.36 does not distinguish assigned pods from those
// that wait.
func (p *Plugin) podEvents() []fwk.ClusterEventWithHint {
	return []fwk.ClusterEventWithHint{
		{
			Event: fwk.ClusterEvent{Resource: fwk.Pod, ActionType: fwk.Delete | fwk.UpdatePodScaleDown | fwk.UpdatePodLabel |
				fwk.UpdatePodToleration},
			QueueingHintFn: p.afterAnyPod,
		}, {
			Event:          fwk.ClusterEvent{Resource: fwk.Pod, ActionType: fwk.Add},
			QueueingHintFn: p.afterNewPod,
		},
	}
}

// afterAnyPod separates the waiting pod itself from others.
func (p *Plugin) afterAnyPod(logger klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	if changed, is := now.(*v1.Pod); is && changed.UID == pod.UID {
		return afterTarget(logger, pod, old, now)
	}
	return p.afterPod(logger, pod, old, now)
}

// afterNewPod ignores pods that were bound.
func (p *Plugin) afterNewPod(logger klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	if added, is := now.(*v1.Pod); is && added.Spec.NodeName != "" {
		return countHint("AssignedPod", fwk.QueueSkip), nil
	}
	return p.afterMember(logger, pod, old, now)
}

// groupEvents lists no events: see package nativegroup.
func (p *Plugin) groupEvents() []fwk.ClusterEventWithHint { return nil }

// bindPod writes a Binding, with the retries that later versions have in package util.
func bindPod(ctx context.Context, client kubernetes.Interface, binding *v1.Binding) error {
	return retry.OnError(retry.DefaultBackoff, util.Retriable, func() error {
		return client.CoreV1().Pods(binding.Namespace).Bind(ctx, binding, metav1.CreateOptions{})
	})
}
