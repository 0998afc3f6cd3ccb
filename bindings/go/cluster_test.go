package koord_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

func reserve(t *testing.T, c *koord.Cluster, pod *koord.Pod, node uint32) koord.CPUSet {
	t.Helper()
	cpus, refusal, err := c.Reserve(pod, nil, node)
	ok(t, err)
	if refusal.Refused() {
		t.Fatal(refusal)
	}
	return cpus
}

func isJSON(t *testing.T, text []byte, err error) {
	t.Helper()
	ok(t, err)
	var any any
	if err := json.Unmarshal(text, &any); err != nil {
		t.Errorf("%v: %.200s", err, text)
	}
}

func TestClusterNodes(t *testing.T) {
	c := must[*koord.Cluster](t)(koord.NewCluster(nil, koord.ClusterOptions{Profile: koord.ProfileUpstream},
		[]byte(`{"kind":"NodeNUMAResourceArgs","apiVersion":"kubescheduler.config.k8s.io/v1","defaultCPUBindPolicy":"FullPCPUs"}`)))
	defer c.Close()
	node := must[uint32](t)(c.SetNode([]byte(`{"kind":"Node","apiVersion":"v1","metadata":{"name":"a"},
		"status":{"allocatable":{"cpu":"16","memory":"32Gi","pods":"10"}}}`)))
	if names := must[[]koord.NodeName](t)(c.NodeNames()); len(names) != 1 || names[0].Node != node || names[0].Name != "a" {
		t.Error(names)
	}
	if again := must[uint32](t)(c.SetTopology(must[[]byte](t)(server(t).NRT("a", koord.KubeletSetup{})))); again != node {
		t.Error(again, node)
	}
	devices := []byte(`{"kind":"Device","apiVersion":"scheduling.koordinator.sh/v1alpha1","metadata":{"name":"a"},"spec":{"devices":[
		{"type":"gpu","minor":0,"health":true,"id":"GPU-0","resources":{"koordinator.sh/gpu-core":"100",
		"koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}}]}}`)
	if again := must[uint32](t)(c.SetDevices(devices)); again != node {
		t.Error(again)
	}
	_, refusal, err := c.Reserve(must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p","uid":"p"},"spec":{"containers":[
		{"name":"main","resources":{"limits":{"cpu":"1","nvidia.com/gpu":"1"}}}]}}`))), nil, node)
	ok(t, err)
	if refusal.Refused() {
		t.Fatal(refusal)
	}
	if minors := must[[]int32](t)(c.PodMinors("p", "gpu")); len(minors) != 1 || minors[0] != 0 {
		t.Error(minors)
	}
	if minors := must[[]int32](t)(c.PodMinors("p", "rdma")); len(minors) != 0 {
		t.Error(minors)
	}
	ok(t, c.RemovePod("p"))
	_, err = c.PodMinors("p", "gpu")
	wantStatus(t, err, koord.ErrNotFound)
	resources, err := koord.DeviceNodeResources(nil, devices, koord.NodeResourcesShared)
	isJSON(t, resources, err)
	if !strings.Contains(string(resources), "gpu.shared") {
		t.Errorf("%s", resources)
	}
	if must[uint32](t)(c.NodeID("a")) != node || must[string](t)(c.NodeName(node)) != "a" {
		t.Error("names")
	}
	machine := must[*koord.Topology](t)(c.NodeTopology(node))
	if must[koord.TopologyInfo](t)(machine.Info()).CPUs != 16 {
		t.Error("machine")
	}
	machine.Close()
	if free := must[koord.CPUSet](t)(c.NodeCPUs(node, koord.ClusterCPUSetFree)); free.String() != "0-15" {
		t.Error(free)
	}
	if info := must[koord.ClusterInfo](t)(c.Info()); info.Nodes != 1 || info.IDs != 1 || info.Generation < 3 {
		t.Errorf("%+v", info)
	}
	if must[string](t)(c.DeviceTypeName(0)) != "gpu" {
		t.Error("type of devices")
	}
	must[string](t)(c.ResourceName(0))
	short := koord.Refusal{Reason: koord.ReasonNotEnoughDevices, Object: koord.ObjectKindDevice, Needed: 2, Best: 1}
	if text := must[string](t)(c.FormatRefusal(short)); text != "needs 2 GPUs with enough left; the node has 1" {
		t.Error(text)
	}
	ok(t, c.SetGPUPolicy(koord.GPUPolicyFGD, []koord.TaskClass{{Tasks: 3, CPUMilli: 1000, GPUMilli: 500, GPUCount: 1, Models: "A100"}}))
	wantStatus(t, c.SetGPUPolicy(koord.GPUPolicyFGD, nil), koord.ErrInvalid)
	ok(t, c.RemoveDevices("a"))
	ok(t, c.RemoveTopology("a"))
	ok(t, c.RemoveNode("a"))
	for _, err := range []error{c.RemoveDevices("a"), c.RemoveTopology("a"), c.RemoveNode("a")} {
		wantStatus(t, err, koord.ErrNotFound)
	}
	_, err = c.SetNode([]byte(`{"metadata":{"name":""}}`))
	wantStatus(t, err, koord.ErrInvalid)
}

func TestEvaluate(t *testing.T) {
	c := cluster(t, 4, 8)
	pod := lsr(t, "asked", 10)
	rows, generation, err := c.Evaluate(pod, nil)
	ok(t, err)
	if len(rows) != 4 || rows[2].Node != 2 || rows[0].Reason == koord.ReasonNone || generation == 0 {
		t.Errorf("%+v", rows)
	}
	refusal, score, err := c.Judge(pod, nil, 1)
	ok(t, err)
	if refusal.Reason != rows[1].Reason || score != 0 || refusal.String() == "" {
		t.Error(refusal, score)
	}
	if n, _, err := c.EvaluateInto(pod, nil, rows[:2]); !errors.Is(err, koord.ErrNoSpace) || n != 4 {
		t.Error(n, err)
	}
	two := newQuery(t)
	ok(t, two.SetNodes(1, 2))
	ok(t, two.SetFlags(koord.QuerySkipFit))
	same := must[*koord.Query](t)(two.Clone())
	defer same.Close()
	some, _, err := c.Evaluate(pod, same)
	ok(t, err)
	if len(some) != 2 || some[0].Node != 1 {
		t.Errorf("%+v", some)
	}
	wantStatus(t, two.SetFlags(1<<31), koord.ErrInvalid)
	ok(t, two.Reset())
	if all, _, err := c.Evaluate(pod, two); err != nil || len(all) != 4 {
		t.Error(all, err)
	}

	// The node fits if the pod that holds half of it is removed.
	query := must[*koord.Query](t)(koord.NewQuery())
	defer query.Close()
	ok(t, query.RemovePod("held-node-b"))
	rows, _, err = c.Evaluate(pod, query)
	ok(t, err)
	if rows[1].Reason != koord.ReasonNone || rows[0].Reason == koord.ReasonNone {
		t.Errorf("%+v", rows)
	}

	ok(t, c.RemovePod("held-node-c"))
	best := make([]koord.Verdict, 3)
	count, _, err := c.FindBest(pod, nil, best)
	ok(t, err)
	if count != 1 || best[0].Node != 2 {
		t.Errorf("%+v", best[:count])
	}
	changed, _, err := c.Changes(pod, nil, generation)
	ok(t, err)
	if len(changed) == 0 {
		t.Error("nothing changed")
	}
	scores := []koord.Verdict{{Score: 50}, {Score: 200}}
	ok(t, koord.NormalizeVerdicts(scores))
	if scores[0].Score != 25 || scores[1].Score != 100 {
		t.Errorf("%+v", scores)
	}
}

// bindTo fills a pod that has 4 CPUs on node-b.
func bindTo(b *koord.PodBuilder, uid string, cpus koord.CPUSet) {
	b.SetSpec(koord.PodSpec{QOS: koord.QOSLSR})
	b.SetName(uid)
	b.SetUID(uid)
	b.SetNode("node-b")
	b.SetCPUs(cpus)
	b.SetResource(b.AddContainer(koord.ContainerKindApp, "main"), "cpu", 4000, 4000)
}

func TestReserve(t *testing.T) {
	c := cluster(t, 2, 0)
	pod := lsr(t, "p", 4)
	_, generation, err := c.Evaluate(pod, nil)
	ok(t, err)
	seen := newQuery(t)
	ok(t, seen.SetGeneration(generation))
	cpus, refusal, err := c.Reserve(pod, seen, 1)
	ok(t, err)
	if refusal.Refused() || cpus.Count() != 4 {
		t.Error(cpus, refusal)
	}
	_, _, err = c.Reserve(lsr(t, "late", 4), seen, 1)
	wantStatus(t, err, koord.ErrStale)
	_, _, err = c.Reserve(pod, nil, 0)
	wantStatus(t, err, koord.ErrConflict)
	if must[uint32](t)(c.PodNode("p")) != 1 || !must[koord.CPUSet](t)(c.PodCPUs("p")).Equal(cpus) {
		t.Error("where it is")
	}
	status, err := c.PodStatus("p")
	isJSON(t, status, err)
	if !strings.Contains(string(status), cpus.String()) {
		t.Errorf("%s", status)
	}
	devices, err := c.PodDevices("p")
	isJSON(t, devices, err)
	patch, err := c.Prebind(pod, koord.PrebindProposal)
	isJSON(t, patch, err)
	if uids := must[[]string](t)(c.Pods(1)); len(uids) != 1 || uids[0] != "p" {
		t.Errorf("%q", uids)
	}
	if uids := must[[]string](t)(c.Pods(0)); len(uids) != 0 {
		t.Errorf("%q", uids)
	}

	// The result is the same after a restart.
	bound := built(t, func(b *koord.PodBuilder) { bindTo(b, "p", cpus) })
	restarted := cluster(t, 2, 0)
	if conflicts := must[koord.PodConflicts](t)(restarted.SetPod(bound)); conflicts.ClaimsRefused != 0 || conflicts.CPUs.Reason != koord.ReasonNone {
		t.Errorf("%+v", conflicts)
	}
	later := built(t, func(b *koord.PodBuilder) { bindTo(b, "q", cpus) })
	refused := must[koord.PodConflicts](t)(restarted.SetPod(later))
	if refused.CPUsHeld != 4 || refused.ClaimsRefused != 1 || refused.CPUs.Reason != koord.ReasonCPUTaken {
		t.Errorf("%+v", refused)
	}
	if again := must[koord.PodConflicts](t)(restarted.PodConflicts("q")); again != refused {
		t.Errorf("%+v, not %+v", again, refused)
	}
	ok(t, restarted.RemovePod("q"))
	if !must[koord.CPUSet](t)(restarted.PodCPUs("p")).Equal(cpus) {
		t.Error("not restored")
	}

	// The pod becomes a reservation, and another pod uses it.
	ok(t, c.SetReservation("p", koord.ReservationPolicyRestricted))
	owner := lsr(t, "owner", 2)
	query := must[*koord.Query](t)(koord.NewQuery())
	defer query.Close()
	ok(t, query.UseReservation("p"))
	_, _, err = c.Judge(owner, query, 1)
	ok(t, err)
	mine, refusal, err := c.ReserveFrom(owner, query)
	ok(t, err)
	if refusal.Refused() || mine.Count() != 2 || mine.Difference(cpus).Count() != 0 {
		t.Error(mine, refusal)
	}
	ok(t, c.AttachOwner("owner", "p"))
	ok(t, c.RemovePod("owner"))
	wantStatus(t, c.RemovePod("owner"), koord.ErrNotFound)
}

func TestHints(t *testing.T) {
	c := cluster(t, 1, 0)
	hints := must[*koord.NUMAHints](t)(koord.NewNUMAHints())
	defer hints.Close()
	ok(t, c.Hints(lsr(t, "p", 4), 0, koord.NUMAPolicySingleNUMANode, hints))
	nodes := must[[]koord.NUMAPlace](t)(hints.Nodes())
	lists := must[[]koord.NUMAHintListInfo](t)(hints.Lists())
	if len(nodes) != 2 || len(lists) == 0 || lists[0].Name != "cpu" || lists[0].HintCount == 0 {
		t.Fatalf("%+v %+v", nodes, lists)
	}
	if of := must[[]koord.NUMAHint](t)(hints.Hints(0)); len(of) != int(lists[0].HintCount) || of[0].Nodes == 0 {
		t.Errorf("%+v", of)
	}
	_, err := hints.Hints(uint32(len(lists)))
	wantStatus(t, err, koord.ErrInvalid)
	_, err = hints.Hints(1 << 31)
	wantStatus(t, err, koord.ErrInvalid)
	merged, text, err := koord.MergeNUMA(koord.NUMAOptions{Policy: koord.NUMAPolicySingleNUMANode}, hints)
	ok(t, err)
	if merged.Flags&koord.NUMAMergedAdmit == 0 || text != "" {
		t.Fatalf("%+v %s", merged, text)
	}
	query := newQuery(t)
	ok(t, query.SetAffinity(merged.Nodes))
	cpus, refusal, err := c.Reserve(lsr(t, "p", 4), query, 0)
	ok(t, err)
	if refusal.Refused() || cpus.Count() != 4 {
		t.Error(cpus, refusal)
	}
	// Hints of another provider take part, and a refusal has a message.
	wantStatus(t, c.Hints(lsr(t, "p", 4), 7, koord.NUMAPolicySingleNUMANode, hints), koord.ErrNotFound)
	same := must[*koord.NUMAHints](t)(hints.Clone())
	defer same.Close()
	ok(t, hints.Reset())
	if nodes := must[[]koord.NUMAPlace](t)(hints.Nodes()); len(nodes) != 0 {
		t.Errorf("%+v", nodes)
	}
	ok(t, same.SetNodes(nodes, []uint32{10, 20, 20, 10}))
	ok(t, same.AddList(koord.NUMAHintList{Provider: 1, Kind: koord.NUMAHintKindUnsatisfiable}, "gpu", nil))
	merged, text, err = koord.MergeNUMA(koord.NUMAOptions{Policy: koord.NUMAPolicySingleNUMANode,
		Flags: koord.NUMAMergePreferClosest}, same)
	ok(t, err)
	if merged.Reason == koord.ReasonNone || text == "" {
		t.Errorf("%+v %q", merged, text)
	}
}

func TestPlans(t *testing.T) {
	c := cluster(t, 2, 0)
	gang := []*koord.Pod{lsr(t, "g1", 12), lsr(t, "g2", 12)}
	plan, info, err := c.PlanGang(gang, koord.GangOptions{}, nil)
	ok(t, err)
	if plan == nil || info.Refusal.Refused() || info.Placed != 2 || info.Nodes != 2 {
		t.Fatalf("%+v", info)
	}
	defer plan.Close()
	steps := must[[]koord.PlanStep](t)(plan.Steps())
	if len(steps) != 2 || steps[0].Kind != koord.StepKindPlace || steps[0].UID != "g1" {
		t.Errorf("%+v", steps)
	}
	if cpus := must[koord.CPUSet](t)(plan.StepCPUs(1)); cpus.Count() != 12 {
		t.Error(cpus)
	}
	status, err := c.StepStatus(plan, 0)
	isJSON(t, status, err)
	devices, err := c.StepDevices(plan, 0)
	isJSON(t, devices, err)
	ok(t, c.Commit(plan))
	if err := c.Commit(plan); err == nil {
		t.Error("committed twice")
	}
	none, info, err := c.PlanGang([]*koord.Pod{lsr(t, "g3", 12)}, koord.GangOptions{}, nil)
	ok(t, err)
	if none != nil || info.Refusal.Reason != koord.ReasonGangUnplaced {
		t.Error(none, info)
	}

	query := newQuery(t)
	ok(t, query.SetFlags(koord.QueryMayMove|koord.QuerySkipFit))
	smaller, refusal, err := c.PlanResize(lsr(t, "g1", 8), query)
	ok(t, err)
	if smaller == nil || refusal.Refused() {
		t.Fatal(refusal)
	}
	ok(t, c.Commit(smaller))
	smaller.Close()

	rebind, rebound, err := c.PlanRebind(0, koord.RebindOptions{Flags: koord.RebindNoNewCrossing}, nil)
	ok(t, err)
	if rebind == nil || rebound.Reason != koord.ReasonNone || rebound.Before.FreeCPUs != rebound.After.FreeCPUs {
		t.Errorf("%+v", rebound)
	}
	rebind.Close()
	moved, _, err := c.PlanRebindFor(lsr(t, "g4", 4), 0, koord.RebindOptions{}, nil)
	ok(t, err)
	moved.Close()

	request, node, err := koord.RebindRequestFromJSON(nil, []byte(`{"kind":"RebindResource","metadata":{"name":"r"},
		"spec":{"nodeName":"node-a","rebindAction":"RebindCPU"}}`))
	ok(t, err)
	if node != "node-a" || request.Action != koord.RebindActionCPU || request.Phase != koord.RebindPhaseNone ||
		request.DeadlineSeconds != 600 {
		t.Errorf("%+v %q", request, node)
	}
	patch, err := koord.RebindStatusToJSON(koord.RebindPhaseFailed, "2026-01-02T03:04:05Z", "why")
	isJSON(t, patch, err)
}

func TestWhyNot(t *testing.T) {
	c := cluster(t, 3, 12)
	pod := podOf(t, koord.PodSpec{QOS: koord.QOSLSR, Priority: 9999, PriorityClass: koord.PriorityClassProd,
		RequiredBind: koord.BindPolicyFullPCPUs}, "p", "", 8)

	explanation := must[*koord.Explanation](t)(c.Explain(pod, koord.ExplainOptions{Nearest: 2}, nil))
	defer explanation.Close()
	info := must[koord.ExplanationInfo](t)(explanation.Info())
	groups := must[[]koord.RefusedGroup](t)(explanation.Groups())
	misses := must[[]koord.NearMiss](t)(explanation.Misses())
	remedies := must[[]koord.RemedyStep](t)(explanation.Remedies())
	if info.Nodes != 3 || info.Fitting != 0 || len(groups) != int(info.Groups) || len(misses) != 2 ||
		groups[0].Nodes != 3 || groups[0].Refusal.Reason == koord.ReasonNone || len(remedies) == 0 {
		t.Errorf("%+v %+v %+v %+v", info, groups, misses, remedies)
	}
	evicts := ""
	for _, step := range remedies {
		if step.Kind == koord.RemedyKindEvict {
			evicts = step.UID
		}
	}
	if !strings.HasPrefix(evicts, "held-") {
		t.Errorf("%+v", remedies)
	}
	if fits := must[[]koord.Verdict](t)(explanation.Fits()); len(fits) != 0 {
		t.Error(fits)
	}
	if text := must[string](t)(explanation.Text()); !strings.Contains(text, "node-a") {
		t.Error(text)
	}
	text, err := explanation.JSON()
	isJSON(t, text, err)

	preemption := must[*koord.Preemption](t)(c.Preempt(pod, koord.PreemptOptions{Flags: koord.PreemptLeastImportant}, nil))
	defer preemption.Close()
	rows := must[[]koord.NodePreemption](t)(preemption.Nodes())
	if len(rows) != 3 || rows[0].Victims != 1 || rows[0].Reason != koord.ReasonNone {
		t.Fatalf("%+v", rows)
	}
	victims := must[[]koord.PlanStep](t)(preemption.Victims(0))
	if len(victims) != 1 || victims[0].Kind != koord.StepKindRelease || !strings.HasPrefix(victims[0].UID, "held-") {
		t.Errorf("%+v", victims)
	}
	plan, refusal, err := c.PlanPreemption(preemption, 0)
	ok(t, err)
	if plan == nil || refusal.Refused() {
		t.Fatal(refusal)
	}
	ok(t, c.Commit(plan))
	plan.Close()
	if must[uint32](t)(c.PodNode("p")) != rows[0].Node {
		t.Error("not there")
	}

	query := must[*koord.Query](t)(koord.NewQuery())
	defer query.Close()
	ok(t, query.DrainNode(0))
	ok(t, query.DisableSMT(1))
	ok(t, query.IsolateCPUs(2, koord.NewCPUSet(0, 1)))
	ok(t, query.IsolateCPUs(2, nil))
	ok(t, query.ProtectPod("p", koord.ProtectionKeep))
	ok(t, query.AddPod(lsr(t, "there", 2), 1))
	capacity := must[*koord.Capacity](t)(c.Capacity(lsr(t, "like", 2), koord.CapacityOptions{MaxPods: 10}, query))
	defer capacity.Close()
	sums := must[koord.CapacityInfo](t)(capacity.Info())
	counted := must[[]koord.NodeCapacity](t)(capacity.Nodes())
	reasons := must[[]koord.CapacityReason](t)(capacity.Reasons())
	var pods uint64
	for _, row := range counted {
		pods += uint64(row.Pods)
	}
	if len(counted) != 3 || pods != sums.Pods || len(reasons) == 0 || sums.Displaced == 0 {
		t.Errorf("%+v %+v %+v", sums, counted, reasons)
	}
	_, _, err = c.Evaluate(pod, query)
	wantStatus(t, err, koord.ErrInvalid)
}
