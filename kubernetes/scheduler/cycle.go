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

// rows returns the verdicts of the answer.
func (a *answer) rows(s *State) ([]koord.Verdict, error) {
	if a.lent.ticket.Load() == a.ticket {
		return a.lent.rows, nil
	}
	a.again.Do(func() { a.own, a.err = s.evaluate(a.pod.made, a.offers, nil) })
	return a.own, a.err
}

// verdict returns the verdict of a node, or nil if the library does not know the node.
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
	if s.syncNode(node) { // the node was added after PreFilter
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

// whatIf overlays pod additions and removals on the cluster. Removing a pod and adding it again
// restores its original placement.
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

// restore adds a removed pod again. It returns false if the pod was not removed.
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

// add sets the what-if of a node in a query, or of all nodes if node is "".
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

// timed observes the duration of an extension point: defer timed("Filter")().
func timed(point string) func() {
	start := time.Now()
	return func() { latency.WithLabelValues(point).Observe(time.Since(start).Seconds()) }
}
