package plugin

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/gang"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

const gangKey = fwk.StateKey(args.Name + "/Gang")

// gangCycle holds the nodes that PreFilter saw, for the state of those that other plugins refuse.
type gangCycle struct {
	nodes []fwk.NodeInfo
}

// Clone returns the same object, which is immutable.
func (c *gangCycle) Clone() fwk.StateData { return c }

func gangCycleOf(state fwk.CycleState) *gangCycle {
	data, err := state.Read(gangKey)
	if err != nil {
		return &gangCycle{}
	}
	return data.(*gangCycle)
}

// noteRefused remembers the nodes that only other plugins refuse to a member, its planned node first.
func (p *Plugin) noteRefused(state fwk.CycleState, key types.NamespacedName, pod *v1.Pod, statuses fwk.NodeToStatusReader) {
	planned := p.Gangs.Planned(key, pod)
	if planned == "" {
		return
	}
	mayUse, accepts := request.NodeFilter(pod), p.acceptedNodes(state)
	var refusals []gang.Refusal
	for _, info := range gangCycleOf(state).nodes {
		name := info.Node().Name
		status := statuses.Get(name)
		if status.Plugin() == "" || status.Plugin() == args.Name || !mayUse(info.Node()) || !accepts(name) {
			continue
		}
		refusals = append(refusals, gang.Refusal{Node: info, Plugin: status.Plugin()})
		if name == planned {
			last := len(refusals) - 1
			refusals[0], refusals[last] = refusals[last], refusals[0]
		}
	}
	p.Gangs.Refuse(key, pod, refusals)
}

// acceptedNodes returns a function that reports whether the library accepts a node for the pod of a cycle. Without an
// evaluation of the library it accepts all nodes.
func (p *Plugin) acceptedNodes(state fwk.CycleState) func(node string) bool {
	c := cycleOf(state)
	if c == nil {
		return func(string) bool { return true }
	}
	return func(node string) bool {
		row, err := p.verdict(c, node)
		return err == nil && row != nil && row.Reason == koord.ReasonNone
	}
}

// noteLeft remembers the planned node of a member that is placed on another node. Another plugin may have refused it.
func (p *Plugin) noteLeft(state fwk.CycleState, key types.NamespacedName, pod *v1.Pod, planned string) {
	nodes := gangCycleOf(state).nodes
	if at := slices.IndexFunc(nodes, func(info fwk.NodeInfo) bool { return info.Node().Name == planned }); at >= 0 {
		p.Gangs.Refuse(key, pod, []gang.Refusal{{Node: nodes[at]}})
	}
}

// planAgain reports whether a gang of which a member fits on no node is planned again at once, because other plugins refused
// nodes that its plan used. Its waiting pods then give up.
func (p *Plugin) planAgain(state fwk.CycleState, key types.NamespacedName, pod *v1.Pod, statuses fwk.NodeToStatusReader) bool {
	p.noteRefused(state, key, pod, statuses)
	p.dropPlan(key)
	if !p.Gangs.PlanAgain(key) {
		return false
	}
	if p.rejectWaiting(key, p.Gangs.Waiting(key), "is planned again: other plugins refuse planned nodes") {
		if waiting := p.Waiting.Get(pod.UID); waiting != nil { // the pods that give up activate it
			waiting.RejectAll()
		}
		return true
	}
	p.Waker.TryAgain(pod)
	return true
}

// releaseGang makes all waiting pods of a gang give up after one lost its placement, unless enough
// others are placed.
func (p *Plugin) releaseGang(pod *v1.Pod) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return
	}
	enough, waiting, _, _ := p.Gangs.SetPlaced(key, pod, false, p.Gangs.Needed(pod, key))
	p.dropPlan(key)
	if waitingPod := p.Waiting.Get(pod.UID); waitingPod != nil {
		waitingPod.RejectAll()
	}
	if enough {
		return
	}
	p.rejectWaiting(key, waiting, "gave up: too few of its pods found room")
}

// rejectWaiting makes pods of a gang that wait in Permit give up, and reports whether there were any.
func (p *Plugin) rejectWaiting(key types.NamespacedName, waiting []types.UID, why string) (released bool) {
	for _, uid := range waiting {
		other := p.handle.GetWaitingPod(uid)
		if other != nil && other.Reject(args.Name, "gang "+key.Name+" "+why) {
			released = true
		}
	}
	if released {
		metrics.GangEnds.WithLabelValues("given_up").Inc()
	}
	return released
}

// dropPlan releases the resources in a gang's plan to other pods.
func (p *Plugin) dropPlan(key types.NamespacedName) {
	for _, node := range p.Gangs.DropPlan(key) {
		p.Freed.NodeFreed(node)
	}
}
