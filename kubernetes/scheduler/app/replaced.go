package app

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// queueReplaced queues the pods that kube-scheduler's own handler misses. If a pod is deleted and
// created again under its name while the watch is interrupted, the informer reports both as one
// update. kube-scheduler ignores it if another scheduler was responsible for the deleted pod, and
// the new pod would wait until a restart (kubernetes/kubernetes#141255). Hierarchies of pod groups
// do not learn of the new pod; kube-scheduler does not export their tracker.
func queueReplaced(ctx context.Context, pods cache.SharedInformer, sched *kubescheduler.Scheduler) error {
	ours := func(pod *v1.Pod) bool { return sched.Profiles.HandlesSchedulerName(pod.Spec.SchedulerName) }
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(before, now any) {
		old, was := before.(*v1.Pod)
		pod, is := now.(*v1.Pod)
		if !was || !is || old.UID == pod.UID || old.Spec.NodeName != "" || pod.Spec.NodeName != "" || ours(old) || !ours(pod) {
			return
		}
		// This handler may be late: the pod can have ended, or have a node, since.
		stored, exists, err := pods.GetStore().Get(pod)
		current, is := stored.(*v1.Pod)
		if err != nil || !exists || !is || current.UID != pod.UID || current.Spec.NodeName != "" {
			return
		}
		logger := klog.FromContext(ctx)
		logger.Info("Koord: a pod was replaced while the watch was interrupted; it is queued", "pod", klog.KObj(current))
		sched.Cache.AddPodGroupMember(current)
		sched.SchedulingQueue.Add(ctx, current)
		sched.SchedulingQueue.MoveAllToActiveOrBackoffQueue(logger, framework.EventUnscheduledPodAdd, nil, current, nil)
	}})
	return err
}
