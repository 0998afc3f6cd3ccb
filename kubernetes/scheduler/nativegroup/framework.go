//go:build !kube1_36 && !kube1_38

package nativegroup

import (
	"context"
	"errors"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	extenderv1 "k8s.io/kube-scheduler/extender/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// podsToPlace returns the pods of a group that kube-scheduler tries in this cycle.
func podsToPlace(group fwk.PodGroupInfo) []*v1.Pod { return group.GetUnscheduledPods() }

// stateOfGroup returns the state of the group with which a pod is tried.
func stateOfGroup(state fwk.CycleState) fwk.PodGroupCycleState {
	return state.GetPodGroupSchedulingCycle()
}

// evict performs evictions like DefaultPreemption, with its conditions and events.
func (g *Groups) evict(ctx context.Context, group fwk.PodGroupInfo, victims *evictions, _ []fwk.ProposedAssignment) error {
	preemptor := &evictor{PodGroup: group.GetPodGroup(), pods: podsToPlace(group)}
	failed := make([]error, len(victims.pods))
	g.handle.Parallelizer().Until(ctx, len(victims.pods), func(i int) {
		_, failed[i] = g.parts.Evictions.Executor.PreemptPod(ctx, victim{victims.pods[i]}, preemptor, victims.pods[i], args.Name)
	}, args.Name)
	return errors.Join(failed...)
}

// victim adapts an evicted pod to Executor.
type victim struct{ *v1.Pod }

func (v victim) Victims() *extenderv1.Victims { return &extenderv1.Victims{Pods: []*v1.Pod{v.Pod}} }
func (v victim) Name() string                 { return v.Spec.NodeName }
func (v victim) NumPodGroupDisruptions() int  { return 0 }

// evictor adapts the preempting pod group to Executor.
type evictor struct {
	*schedulingapi.PodGroup
	pods []*v1.Pod
}

func (e *evictor) UID() types.UID        { return e.ObjectMeta.UID }
func (e *evictor) SchedulerName() string { return e.pods[0].Spec.SchedulerName }
func (e *evictor) Obj() runtime.Object   { return e.PodGroup }
func (e *evictor) Priority() int32       { return corev1helpers.PodPriority(e.pods[0]) }
func (e *evictor) Type() string          { return "podgroup" }

func (e *evictor) Pods() map[string]*v1.Pod {
	out := make(map[string]*v1.Pod, len(e.pods))
	for _, pod := range e.pods {
		out[pod.Namespace+"/"+pod.Name] = pod
	}
	return out
}
