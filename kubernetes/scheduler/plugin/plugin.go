// Package plugin implements the extension points of kube-scheduler's framework for one profile.
package plugin

import (
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/gang"
	"libkoord.invalid/koord/kubernetes/scheduler/nativegroup"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/preempt"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/wake"
)

// Plugin is the plugin of one profile. Groups has the extension points of pod groups.
type Plugin struct {
	Parts
	*nativegroup.Groups
	args    *args.Args
	handle  fwk.Handle
	preempt *preempt.Preemptor
	buffer  rowBuffer
}

// Parts are the parts of a scheduler that the plugins of its profiles share.
type Parts struct {
	State     *state.State
	Evaluator *evaluate.Evaluator
	Gangs     *gang.Gangs
	Waker     *wake.Waker
	Freed     *wake.FreedNodes
	Waiting   *pending.Pods
	Ready     nativegroup.Readiness
}

// New returns the plugin of a profile.
func New(arguments *args.Args, handle fwk.Handle, parts Parts, evictions *preempt.Preemptor, groups *nativegroup.Groups) *Plugin {
	return &Plugin{Parts: parts, Groups: groups, args: arguments, handle: handle, preempt: evictions}
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
)

// Name returns the plugin's name.
func (p *Plugin) Name() string { return args.Name }
