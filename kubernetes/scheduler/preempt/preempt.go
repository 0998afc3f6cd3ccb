// Package preempt evicts the pods that the library names, with the means of DefaultPreemption.
package preempt

import (
	"context"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"

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
	current   atomic.Pointer[candidates] // of the current attempt; cycles are serialized
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
	p := &Preemptor{DefaultPreemption: defaults, state: model, evaluator: evaluator, handle: handle, Budget: budget}
	p.podLister = factory.Core().V1().Pods().Lister()
	p.budgetLister = factory.Policy().V1().PodDisruptionBudgets().Lister()
	p.framework = newEvaluator(p, features)
	return p, nil
}

// GetOffsetAndNumCandidates selects all candidates, best first.
func (p *Preemptor) GetOffsetAndNumCandidates(nodes int32) (offset, candidates int32) {
	return 0, nodes
}

// remove removes a pod from the node on which the preemptor is tried, and from the state of all
// plugins.
func (p *Preemptor) remove(ctx context.Context, state fwk.CycleState, pod *v1.Pod, victim fwk.PodInfo, node fwk.NodeInfo) *fwk.Status {
	if err := node.RemovePod(klog.FromContext(ctx), victim.GetPod()); err != nil {
		return fwk.AsStatus(err)
	}
	return p.handle.RunPreFilterExtensionRemovePod(ctx, state, pod, victim, node)
}

// filter runs all plugins on the node from which this many victims were removed.
func (p *Preemptor) filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo, victims int) *fwk.Status {
	if victims == 0 {
		return fwk.NewStatus(fwk.Unschedulable, "the pods to evict no longer exist on this node")
	}
	return p.handle.RunFilterPluginsWithNominatedPods(ctx, state, pod, node)
}
