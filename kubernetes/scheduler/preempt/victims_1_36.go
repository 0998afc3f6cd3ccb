//go:build kube1_36

package preempt

import (
	"context"
	"sort"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util"
)

// SelectVictimsOnNode is that of victims.go for Kubernetes 1.36, in which victims are single pods.
func (p *Preemptor) SelectVictimsOnNode(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo,
	pdbs []*policy.PodDisruptionBudget) ([]*v1.Pod, int, *fwk.Status) {
	victims, status := p.tryVictims(ctx, state.Clone(), pod, node.Snapshot())
	if status.IsError() {
		return nil, 0, status
	}
	if !status.IsSuccess() {
		return p.DefaultPreemption.SelectVictimsOnNode(ctx, state, pod, node, pdbs)
	}
	violations := countViolations(victims, pdbs)
	sort.Slice(victims, func(i, j int) bool { return util.MoreImportantPod(victims[i], victims[j]) })
	return victims, violations, nil
}

func (p *Preemptor) tryVictims(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) (
	victims []*v1.Pod, status *fwk.Status) {
	named := p.current.Load().victims[node.Node().Name]
	var possible []fwk.PodInfo
	for _, info := range node.GetPods() {
		if named[info.GetPod().UID] && corev1helpers.PodPriority(info.GetPod()) < corev1helpers.PodPriority(pod) {
			possible = append(possible, info)
		}
	}
	for _, info := range possible {
		if status := p.remove(ctx, state, pod, info, node); !status.IsSuccess() {
			return nil, status
		}
		victims = append(victims, info.GetPod())
	}
	return victims, p.filter(ctx, state, pod, node, len(victims))
}

// countViolations counts the pods whose eviction exceeds a PodDisruptionBudget, by the rules of
// DefaultPreemption, whose function is private in 1.36.
func countViolations(pods []*v1.Pod, pdbs []*policy.PodDisruptionBudget) int {
	count := 0
	evicted := make([]int32, len(pdbs))
	for _, pod := range pods {
		exceeded := false
		for i, pdb := range pdbs {
			if !counts(pdb, pod) {
				continue
			}
			evicted[i]++
			exceeded = exceeded || evicted[i] > pdb.Status.DisruptionsAllowed
		}
		if exceeded {
			count++
		}
	}
	return count
}

// counts reports whether a budget counts the eviction of a pod.
func counts(pdb *policy.PodDisruptionBudget, pod *v1.Pod) bool {
	if pdb.Namespace != pod.Namespace || len(pod.Labels) == 0 {
		return false
	}
	selector, err := metav1.LabelSelectorAsSelector(pdb.Spec.Selector)
	if err != nil || selector.Empty() || !selector.Matches(labels.Set(pod.Labels)) {
		return false
	}
	_, disrupted := pdb.Status.DisruptedPods[pod.Name]
	return !disrupted
}
