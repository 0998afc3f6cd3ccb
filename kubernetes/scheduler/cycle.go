package scheduler

import (
	"sync"
	"sync/atomic"

	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

const stateKey = fwk.StateKey(Name)

// cycle is the data that PreFilter passes to later calls for a pod that needs the plugin.
type cycle struct {
	*answer
	whatIf *whatIf // nil for the unchanged cluster
	took   *held   // the Reservation used by Reserve; nil if there is none
	said   bool    // PreFilter's status explains the refusals
}

// answer is the library's evaluation of a pod. It is immutable, except for the ownership of the
// rows.
type answer struct {
	pod     *pendingPod
	nodes   *nodeList
	lent    *lentRows
	ticket  uint64
	planned string // node in the plan of a gang or group; "" if there is none
	only    bool   // the pod may only be placed on the planned node
	offers  *offers

	again sync.Once
	own   []koord.Verdict
	err   error
}

// lentRows holds the verdicts of the last PreFilter. Scheduling cycles of a profile are serialized,
// so one buffer is reused; a cycle that resumes with an older ticket evaluates again.
type lentRows struct {
	rows   []koord.Verdict
	ticket atomic.Uint64
}

// Clone copies the state that AddPod and RemovePod change.
func (c *cycle) Clone() fwk.StateData {
	return &cycle{answer: c.answer, whatIf: c.whatIf.clone(), took: c.took, said: c.said}
}

// evaluate evaluates all nodes.
func (p *Plugin) evaluate(made *koord.Pod, offers *offers) (ticket uint64, err error) {
	ticket = p.lent.ticket.Add(1)
	p.lent.rows, err = p.evaluator.evaluate(made, offers, p.lent.rows[:cap(p.lent.rows)])
	return ticket, err
}

// rows returns the verdicts of the answer.
func (a *answer) rows(e *evaluator) ([]koord.Verdict, error) {
	if a.lent.ticket.Load() == a.ticket {
		return a.lent.rows, nil
	}
	a.again.Do(func() { a.own, a.err = e.evaluate(a.pod.made, a.offers, nil) })
	return a.own, a.err
}

// subject returns the pod for explanations.
func (a *answer) subject() *subject {
	return &subject{pod: a.pod.pod, made: a.pod.made, nodes: a.nodes, offers: a.offers}
}

// verdict returns the verdict of a node, or nil if the library does not know the node.
func (p *Plugin) verdict(c *cycle, node string) (*koord.Verdict, error) {
	if c.whatIf.touches(node) {
		return p.evaluator.judge(c.whatIf, c.pod.made, node, c.offers)
	}
	rows, err := c.answer.rows(p.evaluator)
	if err != nil {
		return nil, err
	}
	if row := c.nodes.row(rows, node); row != nil {
		return row, nil
	}
	if p.state.syncNode(node) { // the node was added after PreFilter
		p.freed.nodeFreed(node)
	}
	return p.evaluator.judge(nil, c.pod.made, node, c.offers)
}

func read(state fwk.CycleState) *cycle {
	data, err := state.Read(stateKey)
	if err != nil {
		return nil
	}
	found, _ := data.(*cycle)
	return found
}
