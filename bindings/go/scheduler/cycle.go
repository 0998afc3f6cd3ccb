package scheduler

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

const stateKey = fwk.StateKey(Name)

// cycle is what PreFilter hands to the later calls for a pod that needs the plugin.
type cycle struct {
	*answer
	whatIf *whatIf // nil: the cluster as it is
	took   *held   // the Reservation that Reserve took from; nil: none
	said   bool    // PreFilter's status explains the refusals
}

// answer is the library's for a pod. It does not change, other than whose rows these are.
type answer struct {
	pod     *pendingPod
	nodes   *nodeList
	lent    *lentRows
	ticket  uint64
	planned string // the node that a gang's or group's plan has for the pod; "": none
	only    bool   // the pod goes there or nowhere
	offers  *offers

	again sync.Once
	own   []koord.Verdict
	err   error
}

// lentRows are the rows of the last PreFilter of a profile. Cycles run one after another, so that one buffer does; a cycle
// that comes back later, with an old ticket, asks again.
type lentRows struct {
	rows   []koord.Verdict
	ticket atomic.Uint64
}

// Clone copies what AddPod and RemovePod change.
func (c *cycle) Clone() fwk.StateData {
	return &cycle{answer: c.answer, whatIf: c.whatIf.clone(), took: c.took, said: c.said}
}

// evaluate asks about all nodes.
func (p *Plugin) evaluate(made *koord.Pod, offers *offers) (ticket uint64, err error) {
	ticket = p.lent.ticket.Add(1)
	p.lent.rows, err = p.state.evaluate(made, offers, p.lent.rows[:cap(p.lent.rows)])
	return ticket, err
}

func (s *State) evaluate(made *koord.Pod, offers *offers, rows []koord.Verdict) ([]koord.Verdict, error) {
	rowsMade.WithLabelValues("all_nodes").Inc()
	var using *koord.Query
	if offers != nil {
		query, done, err := s.query()
		if err != nil {
			return nil, err
		}
		defer done()
		if err := offers.use(query); err != nil {
			return nil, err
		}
		using = query
	}
	for {
		count, _, err := s.cluster.EvaluateInto(made, using, rows)
		if err == nil {
			if offers != nil {
				err = offers.amend(s, made, rows[:count])
			}
			return rows[:count], err
		}
		if !isStatus(err, koord.ErrNoSpace) {
			return nil, err
		}
		rows = make([]koord.Verdict, count+count/8+16)
	}
}

// rows of the answer.
func (a *answer) rows(s *State) ([]koord.Verdict, error) {
	if a.lent.ticket.Load() == a.ticket {
		return a.lent.rows, nil
	}
	a.again.Do(func() { a.own, a.err = s.evaluate(a.pod.made, a.offers, nil) })
	return a.own, a.err
}

// verdict of a node; nil: the library does not know it.
func (c *cycle) verdict(s *State, node string) (*koord.Verdict, error) {
	if c.whatIf.touches(node) {
		return c.whatIf.judge(s, c.pod.made, node, c.offers)
	}
	rows, err := c.answer.rows(s)
	if err != nil {
		return nil, err
	}
	if row := c.nodes.row(rows, node); row != nil {
		return row, nil
	}
	if s.syncNode(node) { // it came after PreFilter asked
		s.wake.nodeFreed(s, node)
	}
	return (*whatIf)(nil).judge(s, c.pod.made, node, c.offers)
}

func read(state fwk.CycleState) *cycle {
	data, err := state.Read(stateKey)
	if err != nil {
		return nil
	}
	found, _ := data.(*cycle)
	return found
}

// whatIf is a cluster without some of its pods and with others. A pod that is taken away and put back is where it was.
type whatIf struct {
	removed []removedPod
	added   []addedPod
}

type removedPod struct {
	uid  types.UID
	node string
}

type addedPod struct {
	uid  types.UID
	node string
	made *koord.Pod
}

func (w *whatIf) clone() *whatIf {
	if w == nil {
		return nil
	}
	return &whatIf{removed: slices.Clone(w.removed), added: slices.Clone(w.added)}
}

func (w *whatIf) remove(uid types.UID, node string) {
	before := len(w.added)
	w.added = slices.DeleteFunc(w.added, func(pod addedPod) bool { return pod.uid == uid })
	if len(w.added) == before {
		w.removed = append(w.removed, removedPod{uid, node})
	}
}

// restore puts back a pod that was removed; false: it was not.
func (w *whatIf) restore(uid types.UID) bool {
	before := len(w.removed)
	w.removed = slices.DeleteFunc(w.removed, func(pod removedPod) bool { return pod.uid == uid })
	return len(w.removed) < before
}

func (w *whatIf) touches(node string) bool {
	if w == nil {
		return false
	}
	return slices.ContainsFunc(w.removed, func(pod removedPod) bool { return pod.node == node }) ||
		slices.ContainsFunc(w.added, func(pod addedPod) bool { return pod.node == node })
}

func (w *whatIf) judge(s *State, made *koord.Pod, node string, offers *offers) (*koord.Verdict, error) {
	nodes := s.index.get(s)
	id, known := nodes.id(node)
	if !known {
		return nil, nil
	}
	if offers.refuses(node) {
		row := noReservation(id)
		return &row, nil
	}
	rowsMade.WithLabelValues("what_if").Inc()
	refusal, score, err := s.judgeOffers(made, id, offers.at(node), func(query *koord.Query) error { return w.add(query, nodes, node) })
	if err != nil {
		return nil, err
	}
	return &koord.Verdict{Node: id, Reason: refusal.Reason, Score: score}, nil
}

// add sets the what-if of a node in a query, of all nodes where node is "".
func (w *whatIf) add(query *koord.Query, nodes *nodeList, node string) error {
	if w == nil {
		return nil
	}
	for _, pod := range w.removed {
		if node == "" || pod.node == node {
			if err := query.RemovePod(string(pod.uid)); err != nil {
				return err
			}
		}
	}
	for _, pod := range w.added {
		if id, known := nodes.id(pod.node); known && (node == "" || pod.node == node) {
			if err := query.AddPod(pod.made, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// timed observes how long an extension point took: defer timed("Filter")().
func timed(point string) func() {
	start := time.Now()
	return func() { latency.WithLabelValues(point).Observe(time.Since(start).Seconds()) }
}
