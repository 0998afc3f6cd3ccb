package plugin

import (
	"context"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// changes returns the changes to a reserved pod's annotations.
func (p *Plugin) changes(c *cycle) (objects.Changes, error) {
	flags := koord.PrebindFlags(0)
	if p.args.ProposalForm {
		flags = koord.PrebindProposal
	}
	return p.State.Prebind(c.pod.Pod, c.pod.Converted, c.reservation, flags)
}

// PreBindPreFlight skips PreBind, except for a pod that came with a claim.
func (p *Plugin) PreBindPreFlight(_ context.Context, state fwk.CycleState, pod *v1.Pod, _ string) (
	*fwk.PreBindPreFlightResult, *fwk.Status) {
	if cycleOf(state) == nil || !objects.HasClaim(pod) {
		return nil, fwk.NewStatus(fwk.Skip)
	}
	return &fwk.PreBindPreFlightResult{AllowParallel: true}, nil
}

// PreBind removes a claim in the pod that it does not get, because a Binding can only add
// annotations.
func (p *Plugin) PreBind(ctx context.Context, state fwk.CycleState, pod *v1.Pod, _ string) *fwk.Status {
	c := cycleOf(state)
	if c == nil {
		return nil
	}
	defer metrics.Timed("PreBind")()
	changes, err := p.changes(c)
	if err != nil {
		return metrics.Count("PreBind", fwk.AsStatus(err))
	}
	if !changes.Removes(pod) {
		return nil
	}
	klog.FromContext(ctx).V(2).Info("Koord: removing a claim that the scheduler did not make", "pod", klog.KObj(pod),
		"annotations", changes.Remove)
	_, err = p.handle.ClientSet().CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.MergePatchType, changes.RemovePatch(pod),
		metav1.PatchOptions{})
	if err != nil {
		return metrics.Count("PreBind", fwk.AsStatus(fmt.Errorf("remove a claim from the pod: %w", controller.WithRemedy(err))))
	}
	return metrics.Count("PreBind", nil)
}

// Bind binds all pods. The allocation is part of the Binding, which the API server writes together
// with the node. Pods without an allocation are also bound here because of lost responses: if
// DefaultBinder loses one, kube-scheduler releases the pod's resources.
func (p *Plugin) Bind(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	var changes objects.Changes
	if c := cycleOf(state); c != nil {
		var err error
		if changes, err = p.changes(c); err != nil {
			return metrics.Count("Bind", fwk.AsStatus(err))
		}
	}
	return metrics.Count("Bind", fwk.AsStatus(p.bind(ctx, changes.Binding(pod, node))))
}

// bind writes a Binding. As long as it may be written, the allocation must not be given to another
// pod.
func (p *Plugin) bind(ctx context.Context, binding *v1.Binding) error {
	lost, err := controller.Persist(ctx, func() error { return p.write(ctx, binding) })
	if err == nil || apierrors.IsNotFound(err) || !lost && controller.IsRejection(err) {
		return err
	}
	return p.confirmBinding(ctx, binding, err)
}

func (p *Plugin) write(ctx context.Context, binding *v1.Binding) error {
	cacher := p.handle.APICacher()
	if cacher == nil {
		return bindPod(ctx, p.handle.ClientSet(), binding)
	}
	finished, err := cacher.BindPod(binding)
	if err != nil {
		return err
	}
	return cacher.WaitOnFinish(ctx, finished)
}

// confirmBinding determines whether this Binding bound the pod, although a response was lost.
func (p *Plugin) confirmBinding(ctx context.Context, binding *v1.Binding, failed error) error {
	for {
		now, err := p.handle.ClientSet().CoreV1().Pods(binding.Namespace).Get(ctx, binding.Name, metav1.GetOptions{})
		switch {
		case apierrors.IsNotFound(err) || err == nil && now.UID != binding.UID:
			return failed
		case err == nil && isBoundBy(binding, now):
			return nil
		case err == nil:
			p.State.AdoptForeignBinding(now)
			return failed
		}
		select {
		case <-ctx.Done():
			return failed
		case <-time.After(controller.RetryDelay):
		}
	}
}

// isBoundBy reports whether a pod is bound by this Binding.
func isBoundBy(binding *v1.Binding, pod *v1.Pod) bool {
	if pod.Spec.NodeName != binding.Target.Name {
		return false
	}
	for key, value := range binding.Annotations {
		if pod.Annotations[key] != value {
			return false
		}
	}
	return true
}

// PostBind ends the time during which the pod is assumed.
func (p *Plugin) PostBind(_ context.Context, _ fwk.CycleState, pod *v1.Pod, _ string) {
	p.Groups.EndWait(pod.UID)
	if freed := p.State.EndBinding(pod); freed != "" {
		p.Freed.NodeFreed(freed)
	}
}
