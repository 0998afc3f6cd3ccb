package scheduler

import (
	"context"
	"testing"

	fwk "k8s.io/kube-scheduler/framework"
)

// Changes by AddPod and RemovePod only affect the cycle's copy, and a pod that is added again keeps
// its original placement.
func TestAddPodAndRemovePodChangeTheCopyOnly(t *testing.T) {
	p := newPlant(t, 2)
	holder := lsr("holder", "16")
	p.schedule(t, holder, 0)
	state, ctx, node := newCycle(), context.Background(), p.infos[0]
	one := lsr("one", "8")
	if result, status := p.PreFilter(ctx, state, one, nil); !status.IsSuccess() || len(result.NodeNames) != 1 {
		t.Fatal(result, status)
	}
	copied := state.Clone()
	held := podInfo(t, holder)
	if status := p.RemovePod(ctx, copied, one, held, node); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, copied, one, node); !status.IsSuccess() {
		t.Error("without the holder:", status)
	}
	if status := p.Filter(ctx, state, one, node); status.Code() != fwk.Unschedulable {
		t.Error("the original:", status)
	}
	if status := p.AddPod(ctx, copied, one, held, node); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, copied, one, node); status.Code() != fwk.Unschedulable {
		t.Error("with the holder again:", status)
	}
	other := state.Clone()
	if status := p.AddPod(ctx, other, one, podInfo(t, lsr("nominated", "12")), p.infos[1]); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, other, one, p.infos[1]); status.Code() != fwk.Unschedulable {
		t.Error("beside a nominated pod:", status)
	}
	if status := p.Filter(ctx, state, one, p.infos[1]); !status.IsSuccess() {
		t.Error("the original:", status)
	}
}
