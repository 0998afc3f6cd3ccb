//go:build kube1_38

package preempt

import (
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// newEvaluator returns kube-scheduler's evaluator of preemptions, which calls the preemptor.
func newEvaluator(p *Preemptor, features feature.Features) *preemption.Evaluator {
	return preemption.NewEvaluator(args.Name, p.handle, p, features)
}
