package scheduler

import (
	fwk "k8s.io/kube-scheduler/framework"
)

// Plugin is the plugin of one profile.
type Plugin struct {
	*groups
	args      *Args
	handle    fwk.Handle
	state     *model
	evaluator *evaluator
	gangs     *gangs
	waker     *waker
	freed     *freedNodes
	waiting   *pendingPods
	ready     readiness
	preempt   *preemptor
	lent      lentRows
}

// parts are the parts of a scheduler that its plugins use.
type parts struct {
	state     *model
	evaluator *evaluator
	gangs     *gangs
	waker     *waker
	freed     *freedNodes
	waiting   *pendingPods
	ready     readiness
}

func newPlugin(args *Args, handle fwk.Handle, parts parts, preempt *preemptor, groups *groups) *Plugin {
	return &Plugin{
		groups: groups, args: args, handle: handle, preempt: preempt,
		state: parts.state, evaluator: parts.evaluator, gangs: parts.gangs, waker: parts.waker, freed: parts.freed,
		waiting: parts.waiting, ready: parts.ready,
	}
}

var (
	_ fwk.PreEnqueuePlugin    = &Plugin{}
	_ fwk.EnqueueExtensions   = &Plugin{}
	_ fwk.PreFilterPlugin     = &Plugin{}
	_ fwk.PreFilterExtensions = &Plugin{}
	_ fwk.FilterPlugin        = &Plugin{}
	_ fwk.PostFilterPlugin    = &Plugin{}
	_ fwk.PreScorePlugin      = &Plugin{}
	_ fwk.ScorePlugin         = &Plugin{}
	_ fwk.ScoreExtensions     = &Plugin{}
	_ fwk.ReservePlugin       = &Plugin{}
	_ fwk.PermitPlugin        = &Plugin{}
	_ fwk.PreBindPlugin       = &Plugin{}
	_ fwk.BindPlugin          = &Plugin{}
	_ fwk.PostBindPlugin      = &Plugin{}
	_ fwk.SignPlugin          = &Plugin{}

	_ fwk.PlacementGeneratePlugin  = &Plugin{}
	_ fwk.PlacementScorePlugin     = &Plugin{}
	_ fwk.PlacementScoreExtensions = &Plugin{}
	_ fwk.PodGroupPostFilterPlugin = &Plugin{}
)

// Name returns the plugin's name.
func (p *Plugin) Name() string { return Name }
