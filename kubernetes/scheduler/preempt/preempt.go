// Package preempt evicts the pods that the library names, with the means of DefaultPreemption.
package preempt

import (
	"context"
	"sort"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Preemptor performs evictions like DefaultPreemption: asynchronously, with its events, conditions
// and metrics. The library selects the victims.
type Preemptor struct {
	*defaultpreemption.DefaultPreemption
	budgets
	framework *preemption.Evaluator
	state     *state.State
	evaluator *evaluate.Evaluator
	handle    fwk.Handle
	Budget    uint64
	now       atomic.Pointer[candidates] // of the current attempt; cycles are serialized
}

// New returns the preemptor of a profile. budget limits the library's search; 0 for its
// default.
func New(ctx context.Context, handle fwk.Handle, model *state.State, evaluator *evaluate.Evaluator,
	budget uint64) (*Preemptor, error) {
	// Nothing is skipped: candidates are few, and the best comes first.
	defaultArgs := &config.DefaultPreemptionArgs{MinCandidateNodesPercentage: 100, MinCandidateNodesAbsolute: 100}
	features := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	defaults, err := defaultpreemption.New(ctx, defaultArgs, handle, features)
	if err != nil {
		return nil, err
	}
	factory := handle.SharedInformerFactory()
	r := &Preemptor{DefaultPreemption: defaults, state: model, evaluator: evaluator, handle: handle, Budget: budget}
	r.budgets.pods = factory.Core().V1().Pods().Lister()
	r.budgets.budgets = factory.Policy().V1().PodDisruptionBudgets().Lister()
	r.framework = preemption.NewEvaluator(args.Name, handle, r, defaults.Executor)
	return r, nil
}

// GetOffsetAndNumCandidates selects all candidates, best first.
func (r *Preemptor) GetOffsetAndNumCandidates(nodes int32) (offset, candidates int32) {
	return 0, nodes
}

// SelectVictimsOnNode returns the pods that the library names, if all plugins accept the node
// without them. Otherwise it returns those that DefaultPreemption finds, which runs all plugins.
func (r *Preemptor) SelectVictimsOnNode(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo,
	possible []*preemption.DomainVictim, pdbs []*policy.PodDisruptionBudget) ([]*v1.Pod, int, *fwk.Status) {
	victims, status := r.try(ctx, state.Clone(), pod, node.Snapshot(), possible)
	if status.IsError() {
		return nil, 0, status
	}
	if !status.IsSuccess() {
		return r.DefaultPreemption.SelectVictimsOnNode(ctx, state, pod, node, possible, pdbs)
	}
	violations := 0
	violating, _ := preemption.FilterVictimsWithPDBViolation(victims, pdbs)
	for _, victim := range violating {
		violations += victim.ViolateCount
	}
	sort.Slice(victims, func(i, j int) bool { return r.MoreImportantVictim(victims[i], victims[j]) })
	var pods []*v1.Pod
	for _, victim := range victims {
		for _, info := range victim.Pods() {
			pods = append(pods, info.GetPod())
		}
	}
	return pods, violations, nil
}

func (r *Preemptor) try(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo,
	possible []*preemption.DomainVictim) (
	victims []*preemption.DomainVictim, status *fwk.Status) {
	named := r.now.Load().victims[node.Node().Name]
	for _, victim := range possible {
		if !has(named, victim) {
			continue
		}
		if victim.Priority() >= corev1helpers.PodPriority(pod) {
			return nil, fwk.NewStatus(fwk.Unschedulable, "a victim is part of a group of higher priority")
		}
		for _, info := range victim.Pods() {
			at := node
			if name := info.GetPod().Spec.NodeName; name != node.Node().Name {
				at = victim.AffectedNodes()[name]
			} else if err := node.RemovePod(klog.FromContext(ctx), info.GetPod()); err != nil {
				return nil, fwk.AsStatus(err)
			}
			if status := r.handle.RunPreFilterExtensionRemovePod(ctx, state, pod, info, at); !status.IsSuccess() {
				return nil, status
			}
		}
		victims = append(victims, victim)
	}
	if len(victims) == 0 {
		return nil, fwk.NewStatus(fwk.Unschedulable, "the victims are gone")
	}
	return victims, r.handle.RunFilterPluginsWithNominatedPods(ctx, state, pod, node)
}

func has(named map[types.UID]bool, victim *preemption.DomainVictim) bool {
	for _, info := range victim.Pods() {
		if named[info.GetPod().UID] {
			return true
		}
	}
	return false
}
