package plugin

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
)

// Filter looks up the node's verdict. Its status contains only the reason's name; PostFilter adds
// the library's message.
func (p *Plugin) Filter(_ context.Context, state fwk.CycleState, _ *v1.Pod, info fwk.NodeInfo) *fwk.Status {
	c := cycleOf(state)
	if c == nil {
		return nil
	}
	row, err := p.verdict(c, info.Node().Name)
	switch {
	case err != nil:
		return evaluate.Status(err)
	case row == nil:
		return fwk.NewStatus(fwk.Unschedulable, "node is not in the scheduler's cache yet")
	case row.Reason == koord.ReasonNone:
		return nil
	}
	if c.whatIf != nil {
		c.pod.Reject(row.Node)
	}
	code := fwk.Unschedulable
	if row.Flags&koord.VerdictUnresolvable != 0 {
		code = fwk.UnschedulableAndUnresolvable
	}
	return fwk.NewStatus(code, reasons.texts(row.Reason)...)
}

// reasonTexts caches the names of reasons, so that Filter allocates nothing.
type reasonTexts [256][]string

var reasons = func() (out reasonTexts) {
	for i := range out {
		out[i] = []string{koord.Reason(i).String()}
	}
	return out
}()

func (t *reasonTexts) texts(reason koord.Reason) []string {
	if reason < 0 || int(reason) >= len(t) {
		return []string{reason.String()}
	}
	return t[reason]
}
