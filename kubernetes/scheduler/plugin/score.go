package plugin

import (
	"context"
	"slices"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/gpupolicy"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
)

// PreScore skips Score for pods that do not need the library.
func (p *Plugin) PreScore(_ context.Context, state fwk.CycleState, _ *v1.Pod, _ []fwk.NodeInfo) *fwk.Status {
	if cycleOf(state) == nil {
		return fwk.NewStatus(fwk.Skip)
	}
	return nil
}

// Score returns the library's score, from 0 to 200 and more, or with a GPU policy a number that
// orders the nodes. NormalizeScore maps it to 0 to 100.
func (p *Plugin) Score(_ context.Context, state fwk.CycleState, _ *v1.Pod, info fwk.NodeInfo) (int64, *fwk.Status) {
	c := cycleOf(state)
	if c == nil {
		return 0, nil
	}
	name := info.Node().Name
	row, err := p.verdict(c, name)
	if err != nil {
		return 0, evaluate.Status(err)
	}
	if row == nil {
		return 0, nil
	}
	if p.State.GPUs.Enabled() {
		return gpupolicy.Order(row.Score, row.Node), nil
	}
	return int64(row.Score), nil
}

// ScoreExtensions returns the plugin, which normalizes scores.
func (p *Plugin) ScoreExtensions() fwk.ScoreExtensions { return p }

// NormalizeScore scales scores to 100 * score / highest score, or with a GPU policy ranks the
// nodes. The planned node of a gang's pod gets the highest score, and all others half of theirs.
// Nodes with a Reservation that the pod may use get 50 and more, all others 0.
func (p *Plugin) NormalizeScore(_ context.Context, state fwk.CycleState, _ *v1.Pod, scores fwk.NodeScoreList) *fwk.Status {
	if p.State.GPUs.Enabled() {
		gpupolicy.Rank(scores)
	}
	highest := int64(0)
	for i := range scores {
		highest = max(highest, scores[i].Score)
	}
	planned := ""
	var offers *offer.Offers
	if c := cycleOf(state); c != nil {
		planned, offers = c.planned, c.offers
	}
	reserved := slices.ContainsFunc(scores, func(score fwk.NodeScore) bool { return len(offers.At(score.Name)) > 0 })
	for i := range scores {
		if highest > 0 {
			scores[i].Score = fwk.MaxScore * scores[i].Score / highest
		}
		switch {
		case planned == scores[i].Name:
			scores[i].Score = fwk.MaxScore
		case planned != "":
			scores[i].Score /= 2
		case reserved && len(offers.At(scores[i].Name)) == 0:
			scores[i].Score = 0
		case reserved:
			scores[i].Score = (fwk.MaxScore + scores[i].Score) / 2
		}
	}
	return nil
}
