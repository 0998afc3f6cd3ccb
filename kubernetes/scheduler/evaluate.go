package scheduler

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"errors"
	"sync/atomic"

	"libkoord.invalid/koord"
)

// evaluator evaluates pods with the library's model of the cluster. It changes no allocation.
type evaluator struct {
	state   *model
	waiting *pendingPods
	trying  atomic.Int32 // number of pods reserved only while kube-scheduler tries their group
}

// planner knows the planned pods of gangs, which take precedence over other pods and Reservations.
type planner interface {
	ahead(gang types.NamespacedName, pod *v1.Pod) *whatIf
}

func newEvaluator(state *model, waiting *pendingPods) *evaluator {
	return &evaluator{state: state, waiting: waiting}
}

// evaluate evaluates all nodes for a pod. rows is a buffer for the verdicts.
func (e *evaluator) evaluate(made *koord.Pod, offers *offers, rows []koord.Verdict) ([]koord.Verdict, error) {
	rowsMade.WithLabelValues("all_nodes").Inc()
	var using *koord.Query
	if offers != nil {
		query, done, err := e.state.query()
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
		count, _, err := e.state.cluster.EvaluateInto(made, using, rows)
		if err == nil {
			if offers != nil {
				err = e.amend(offers, made, rows[:count])
			}
			return rows[:count], err
		}
		if !errors.Is(err, koord.ErrNoSpace) {
			return nil, err
		}
		rows = make([]koord.Verdict, count+count/8+16)
	}
}

// judge evaluates a node in a what-if. It returns nil if the library does not know the node.
func (e *evaluator) judge(w *whatIf, made *koord.Pod, node string, offers *offers) (*koord.Verdict, error) {
	nodes := e.state.list()
	id, known := nodes.id(node)
	if !known {
		return nil, nil
	}
	if offers.refuses(node) {
		row := noReservation(id)
		return &row, nil
	}
	rowsMade.WithLabelValues("what_if").Inc()
	refusal, score, err := e.judgeOffers(made, id, offers.at(node), func(query *koord.Query) error { return w.add(query, nodes, node) })
	if err != nil {
		return nil, err
	}
	return &koord.Verdict{Node: id, Reason: refusal.Reason, Score: score}, nil
}

// judgeOffers evaluates a node for a pod that may use Reservations there. The first sufficient one
// counts. ask adds to the query everything except the Reservation.
func (e *evaluator) judgeOffers(made *koord.Pod, id uint32, on []*held, ask func(*koord.Query) error) (
	koord.Refusal, int32, error) {
	var refusal koord.Refusal
	var score int32
	for i := 0; i == 0 || i < len(on); i++ {
		query, done, err := e.state.query()
		if err != nil {
			return refusal, score, err
		}
		err = ask(query)
		if err == nil && len(on) > 0 {
			err = query.UseReservation(string(on[i].uid))
		}
		if err == nil {
			refusal, score, err = e.state.cluster.Judge(made, query, id)
		}
		done()
		if err != nil || !refusal.Refused() {
			return refusal, score, err
		}
	}
	return refusal, score, nil
}

// amend corrects the rows of an evaluation with the first Reservation of each node: for nodes where
// it is not sufficient but another one may be, and for nodes without any if the pod requires one.
func (e *evaluator) amend(o *offers, made *koord.Pod, rows []koord.Verdict) error {
	nodes := e.state.list()
	for node, list := range o.byNode {
		row := nodes.row(rows, node)
		if row == nil || row.Reason == koord.ReasonNone || len(list) == 1 {
			continue
		}
		refusal, score, err := e.judgeOffers(made, row.Node, list[1:], func(*koord.Query) error { return nil })
		if err != nil {
			return err
		}
		if !refusal.Refused() {
			*row = koord.Verdict{Node: row.Node, Score: score}
		}
	}
	if !o.required {
		return nil
	}
	for i := range rows {
		if rows[i].Flags&koord.VerdictInvalidRequest == 0 && o.refuses(nodes.name(rows[i].Node)) {
			rows[i] = noReservation(rows[i].Node)
		}
	}
	return nil
}
