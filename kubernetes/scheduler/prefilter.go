package scheduler

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// PreFilter evaluates all nodes with the library. Pods that do not need it are skipped.
func (p *Plugin) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, _ []fwk.NodeInfo) (
	*fwk.PreFilterResult, *fwk.Status) {
	if err := p.feed.waitReady(ctx); err != nil {
		return nil, fwk.AsStatus(err)
	}
	offers, err := p.state.offers(pod)
	if err != nil {
		return nil, count("PreFilter", fwk.NewStatus(fwk.UnschedulableAndUnresolvable, err.Error()))
	}
	var made *pendingPod
	if p.state.needs(pod) {
		defer timed("PreFilter")()
		if made, err = p.evaluator.prepare(pod); err != nil {
			return nil, count("PreFilter", asStatus(err))
		}
		// Before the room of its gang or group. For all other pods the evaluation below tells.
		if gangOf(pod).Name != "" || groupOf(pod) != "" {
			if wrong := p.evaluator.wrongOnAll(made.made); wrong != "" {
				return nil, count("PreFilter", fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong))
			}
		}
	}
	planned := ""
	if offers == nil { // plans do not support Reservations: their owners are placed one by one
		var status *fwk.Status
		if planned, status = p.planGang(pod); !status.IsSuccess() {
			return nil, count("PreFilter", status)
		}
	}
	group, err := p.groupPlanFor(state, pod)
	if err != nil {
		return nil, count("PreFilter", asStatus(err))
	}
	only := false
	if group != nil {
		if group.refusal != "" {
			return nil, count("PreFilter", fwk.NewStatus(fwk.Unschedulable, group.refusal))
		}
		planned = group.nodes[pod.UID]
		only = group.only && planned != ""
	}
	if made == nil {
		if only {
			return &fwk.PreFilterResult{NodeNames: sets.New(planned)}, count("PreFilter", nil)
		}
		return nil, count("PreFilter", fwk.NewStatus(fwk.Skip))
	}
	nodes := p.state.list()
	made.begin()
	ticket, err := p.evaluate(made.made, offers)
	if err != nil {
		return nil, count("PreFilter", asStatus(err))
	}
	if wrong := p.evaluator.wrongIn(made.made, p.lent.rows); wrong != "" {
		return nil, count("PreFilter", fwk.NewStatus(fwk.UnschedulableAndUnresolvable, wrong))
	}
	others := p.gangs.ahead(gangOf(pod), pod).with(p.trialOf(state))
	if err := p.evaluatePlanned(others, made, nodes, offers); err != nil {
		return nil, count("PreFilter", asStatus(err))
	}
	passing := made.attempt(p.lent.rows)
	c := &cycle{
		answer: &answer{pod: made, nodes: nodes, lent: &p.lent, ticket: ticket, planned: planned, only: only, offers: offers},
		whatIf: p.trialOf(state).clone(),
	}
	state.Write(stateKey, c)
	if passing == 0 && len(p.lent.rows) > 0 {
		c.said = true
		return nil, count("PreFilter", fwk.NewStatus(worst(p.lent.rows), p.evaluator.why(c.subject(), p.lent.rows, others)))
	}
	if only {
		return &fwk.PreFilterResult{NodeNames: sets.New(planned)}, count("PreFilter", nil)
	}
	return p.named(nodes, passing), count("PreFilter", nil)
}

// evaluatePlanned re-evaluates the nodes planned for a gang that takes precedence over the pod, and
// those that a trial changes.
func (p *Plugin) evaluatePlanned(others *whatIf, made *pendingPod, nodes *nodeList, offers *offers) error {
	if others == nil {
		return nil
	}
	for _, node := range others.touched() {
		row := nodes.row(p.lent.rows, node)
		if row == nil || row.Reason != koord.ReasonNone && !others.removes(node) {
			continue
		}
		now, err := p.evaluator.judge(others, made.made, node, offers)
		if err != nil {
			return err
		}
		if now != nil {
			*row = *now
		}
	}
	return nil
}

// named returns the passing nodes if they are few.
func (p *Plugin) named(nodes *nodeList, passing int) *fwk.PreFilterResult {
	if passing == len(p.lent.rows) || passing > p.args.NamedNodes {
		return nil
	}
	names := make(sets.Set[string], passing)
	for i := range p.lent.rows {
		if row := &p.lent.rows[i]; row.Reason == koord.ReasonNone {
			name := nodes.name(row.Node)
			if name == "" { // added after the list was built: left to Filter
				return nil
			}
			names.Insert(name)
		}
	}
	return &fwk.PreFilterResult{NodeNames: names}
}

// worst returns UnschedulableAndUnresolvable if evicting pods cannot help on any node, and
// Unschedulable otherwise.
func worst(rows []koord.Verdict) fwk.Code {
	for i := range rows {
		if rows[i].Flags&koord.VerdictUnresolvable == 0 {
			return fwk.Unschedulable
		}
	}
	return fwk.UnschedulableAndUnresolvable
}

// PreFilterExtensions returns the plugin, which implements AddPod and RemovePod.
func (p *Plugin) PreFilterExtensions() fwk.PreFilterExtensions { return p }

// AddPod adds a pod to a node in the what-if. A pod removed by RemovePod returns to its original
// placement; another one is placed like in Reserve.
func (p *Plugin) AddPod(_ context.Context, state fwk.CycleState, _ *v1.Pod, add fwk.PodInfo, node fwk.NodeInfo) *fwk.Status {
	c, pod, name := read(state), add.GetPod(), node.Node().Name
	if c == nil {
		return nil
	}
	if c.whatIf == nil {
		c.whatIf = &whatIf{}
	}
	if c.whatIf.restore(pod.UID) || p.state.isOn(pod.UID, name) {
		return nil
	}
	made, err := p.evaluator.prepareOther(pod)
	if err != nil {
		return nil // it can never be scheduled in this form
	}
	c.whatIf.added = append(c.whatIf.added, addedPod{pod.UID, name, made})
	return nil
}

// RemovePod removes a pod from a node in the what-if.
func (p *Plugin) RemovePod(_ context.Context, state fwk.CycleState, _ *v1.Pod, remove fwk.PodInfo, node fwk.NodeInfo) (
	status *fwk.Status) {
	c := read(state)
	if c == nil {
		return nil
	}
	if c.whatIf == nil {
		c.whatIf = &whatIf{}
	}
	c.whatIf.remove(remove.GetPod().UID, node.Node().Name)
	return nil
}

func count(point string, status *fwk.Status) *fwk.Status {
	decisions.WithLabelValues(point, status.Code().String()).Inc()
	return status
}
