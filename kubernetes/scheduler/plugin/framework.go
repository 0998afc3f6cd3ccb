//go:build !kube1_36

package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/scheduler/util"

	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

var (
	_ fwk.PlacementGeneratePlugin  = &Plugin{}
	_ fwk.PlacementScorePlugin     = &Plugin{}
	_ fwk.PlacementScoreExtensions = &Plugin{}
	_ fwk.PodGroupPostFilterPlugin = &Plugin{}
)

// podEvents lists the events of pods.
func (p *Plugin) podEvents() []fwk.ClusterEventWithHint {
	return []fwk.ClusterEventWithHint{
		{
			Event:          fwk.ClusterEvent{Resource: fwk.AssignedPod, ActionType: fwk.Delete | fwk.UpdatePodScaleDown},
			QueueingHintFn: p.afterPod,
		}, {
			Event: fwk.ClusterEvent{Resource: fwk.TargetPod, ActionType: fwk.UpdatePodLabel | fwk.UpdatePodScaleDown |
				fwk.UpdatePodScaleUp | fwk.UpdatePodToleration},
			QueueingHintFn: afterTarget,
		}, {
			Event:          fwk.ClusterEvent{Resource: fwk.UnscheduledPod, ActionType: fwk.Add},
			QueueingHintFn: p.afterMember,
		},
	}
}

// groupEvents lists the events of pod groups.
func (p *Plugin) groupEvents() []fwk.ClusterEventWithHint {
	if !utilfeature.DefaultFeatureGate.Enabled(features.GenericWorkload) {
		return nil
	}
	return []fwk.ClusterEventWithHint{{
		Event: fwk.ClusterEvent{Resource: fwk.PodGroup, ActionType: fwk.Update}, QueueingHintFn: p.afterGroup,
	}}
}

// afterGroup queues the pods of a group whose required number of pods has changed.
func (p *Plugin) afterGroup(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	before, was := old.(*schedulingapi.PodGroup)
	after, is := now.(*schedulingapi.PodGroup)
	if was && is && (after.Namespace != pod.Namespace || after.Name != request.GroupOf(pod) ||
		apiequality.Semantic.DeepEqual(before.Spec, after.Spec)) {
		return countHint("PodGroup", fwk.QueueSkip), nil
	}
	return countHint("PodGroup", fwk.Queue), nil
}

// bindPod writes a Binding.
func bindPod(ctx context.Context, client kubernetes.Interface, binding *v1.Binding) error {
	return util.BindPod(ctx, client, binding)
}
