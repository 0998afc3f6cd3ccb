package koord_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

// agentPod returns a pod that claims CPUs in a scheduler's annotation.
func agentPod(t *testing.T, uid, qos, cpus, resources string) *koord.Pod {
	t.Helper()
	annotation := ""
	if cpus != "" {
		annotation = `"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"` + cpus + `\"}"`
	}
	pod := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p","uid":"`+uid+
		`","labels":{"koordinator.sh/qosClass":"`+qos+`"},"annotations":{`+annotation+
		`}},"spec":{"containers":[{"name":"main","resources":{`+resources+`}}]}}`)))
	t.Cleanup(func() { pod.Close() })
	return pod
}

// agentNode has 8 CPUs: an LSE pod on CPUs 2-3, another pod that also claims CPU 3, and a shared
// one.
func agentNode(t *testing.T) *koord.Agent {
	t.Helper()
	machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "numa:2(memory=8589934592) core:2 pu:2"))
	defer machine.Close()
	node := must[*koord.Agent](t)(koord.NewAgent(nil, machine, koord.AgentOptions{}))
	t.Cleanup(func() { node.Close() })
	ok(t, node.SetTopology(machine))
	ok(t, node.SetNode([]byte(`{"metadata":{"name":"n"}}`)))
	ok(t, node.SetKubelet(koord.KubeletSetup{Config: []byte(`{"cpuManagerPolicy":"none"}`)}))
	ok(t, node.SetDevices([]byte(`{"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu"}]}}`)))
	ok(t, node.SetDevices(nil))
	ok(t, node.SetPod(agentPod(t, "own", "LSE", "2-3", `"limits":{"cpu":"2","memory":"1Gi"}`)))
	ok(t, node.SetPod(agentPod(t, "taken", "LSE", "3", `"limits":{"cpu":"1","memory":"1Gi"}`)))
	ok(t, node.SetPod(agentPod(t, "shared", "LS", "", `"requests":{"cpu":"1"}`)))
	return node
}

func TestNode(t *testing.T) {
	node := agentNode(t)
	info := must[koord.AgentInfo](t)(node.Info())
	if info.Pods != 3 || info.Words != 1 || must[uint64](t)(node.Hash()) == 0 {
		t.Errorf("%+v", info)
	}
	if cpus := must[koord.CPUSet](t)(node.CPUs(koord.AgentCPUSetExclusive)); cpus.String() != "2-3" {
		t.Error(cpus)
	}
	pools := must[[]koord.AgentPoolCPUs](t)(node.Pools())
	if len(pools) != 2 || pools[0].SharedCPUs.String() != "0-1" || pools[1].Shared != 4 || pools[1].BestEffortCPUs.Count() != int(pools[1].BestEffort) {
		t.Errorf("%+v", pools)
	}
	if exclusive := must[koord.CPUSet](t)(node.PoolCPUs(0, koord.AgentCPUSetExclusive)); exclusive.String() != "2-3" {
		t.Error(exclusive)
	}
	_, err := node.PoolCPUs(2, koord.AgentCPUSetShared)
	wantStatus(t, err, koord.ErrInvalid)
	state := must[*koord.AgentState](t)(node.Snapshot())
	defer state.Close()
	if changed := must[[]koord.AgentPodCPUs](t)(state.Pods(info.Generation)); len(changed) != 0 {
		t.Errorf("%+v", changed)
	}
	pods := must[[]koord.AgentPodCPUs](t)(state.Pods(0))
	if len(pods) != 3 || pods[0].UID != "own" || pods[0].Place != koord.AgentPlaceExclusive || pods[0].Set.String() != "2-3" ||
		pods[0].Properties != koord.AgentPodUnlimited || pods[2].UID != "taken" || pods[2].Refusal.Reason != koord.ReasonCPUTaken ||
		pods[2].Refusal.Where != 3 {
		t.Errorf("%+v", pods)
	}
	annotation, err := node.Annotation(koord.AgentAnnotationCPUSharedPools)
	isJSON(t, annotation, err)
	nrt, err := node.NRT()
	isJSON(t, nrt, err)
	suppression, cpus, err := node.Suppress(koord.SuppressUsage{NodeUsed: 1000}, nil)
	ok(t, err)
	if int(suppression.CPUs) != cpus.Count() || suppression.QuotaMicroseconds == 0 {
		t.Errorf("%+v %s", suppression, cpus)
	}
	ok(t, node.RestrictBestEffort(koord.NewCPUSet(0)))
	narrowed := must[*koord.AgentState](t)(node.Snapshot())
	defer narrowed.Close()
	if left := must[koord.CPUSet](t)(narrowed.CPUs(koord.AgentCPUSetBestEffort)); left.String() != "0" {
		t.Errorf("BE pods have CPUs %s", left)
	}
	ok(t, node.RestrictBestEffort(nil))
	known := must[bool](t)(node.RemovePod("shared"))
	again := must[bool](t)(node.RemovePod("shared"))
	if !known || again {
		t.Error(known, again)
	}
	wantStatus(t, node.SetNode([]byte("[]")), koord.ErrInvalid)
}

func TestAgentKeepsItsLog(t *testing.T) {
	log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	var said []string
	ok(t, log.SetLog(func(_ koord.LogLevel, message string) { said = append(said, message) }))
	machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "core:2 pu:2"))
	defer machine.Close()
	node := must[*koord.Agent](t)(koord.NewAgent(log, machine, koord.AgentOptions{}))
	defer node.Close()
	odd := []byte(`{"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu","resources":{"koordinator.sh/gpu-mem":"1Gi",
		"koordinator.sh/gpu-memory":"2Gi"}}]}}`)
	ok(t, node.SetDevices(odd))
	if len(said) != 1 || !strings.Contains(said[0], "gpu-mem") {
		t.Errorf("%q", said)
	}
	ok(t, log.Close())
	ok(t, node.SetDevices(odd))
	if len(said) != 1 {
		t.Errorf("%q", said)
	}
}

func TestNodeState(t *testing.T) {
	node := agentNode(t)
	ctx := context.Background()
	text := must[[]byte](t)(node.JSON("boot-1"))
	path := filepath.Join(t.TempDir(), "node-state.json")
	ok(t, koord.SaveAgentState(ctx, path, text))
	loaded := must[*koord.AgentState](t)(koord.LoadAgentState(ctx, path))
	defer loaded.Close()
	read := must[*koord.AgentState](t)(koord.AgentStateFromJSON(text))
	defer read.Close()
	direct := must[*koord.AgentState](t)(node.Snapshot())
	defer direct.Close()
	for _, state := range []*koord.AgentState{loaded, read, direct} {
		found := must[koord.AgentPodCPUs](t)(state.FindContainer("own", "main"))
		if found.Place != koord.AgentPlaceExclusive || found.Set.String() != "2-3" || must[string](t)(state.Text(koord.AgentTextName)) != "n" ||
			must[koord.AgentInfo](t)(state.Info()).Pods != 3 || must[koord.CPUSet](t)(state.CPUs(koord.AgentCPUSetAll)).String() != "0-7" {
			t.Errorf("%+v", found)
		}
		_, err := state.FindContainer("nobody", "")
		wantStatus(t, err, koord.ErrNotFound)
	}
	if boot := must[string](t)(loaded.Text(koord.AgentTextBootID)); boot != "boot-1" {
		t.Error(boot)
	}
	_, err := koord.LoadAgentState(ctx, path+"-not-there")
	wantStatus(t, err, koord.ErrNotFound)
	wantStatus(t, koord.SaveAgentState(ctx, path, []byte("{")), koord.ErrInvalid)
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := koord.LoadAgentState(over, path); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := koord.SaveAgentState(over, path, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// groups are plain files in place of control groups of version 1.
type groups struct {
	t    *testing.T
	root string
}

func (g groups) write(name, text string) {
	path := filepath.Join(g.root, name)
	ok(g.t, os.MkdirAll(filepath.Dir(path), 0o755))
	ok(g.t, os.WriteFile(path, []byte(text), 0o644))
}

func (g groups) cpus(group string) string {
	text := must[[]byte](g.t)(os.ReadFile(filepath.Join(g.root, "cgroup/cpuset", group, "cpuset.cpus")))
	return strings.TrimSpace(string(text))
}

func makeGroups(t *testing.T) groups {
	g := groups{t, t.TempDir()}
	for _, group := range []string{"kubepods", "kubepods/burstable", "kubepods/podown", "kubepods/podown/c0ffee",
		"kubepods/burstable/podshared", "kubepods/burstable/podshared/c0ffee"} {
		g.write("cgroup/cpuset/"+group+"/cpuset.cpus", "0-7\n")
		g.write("cgroup/cpuset/"+group+"/cpuset.mems", "0\n")
		g.write("cgroup/cpu/"+group+"/cpu.cfs_quota_us", "200000\n")
	}
	return g
}

func TestCgroups(t *testing.T) {
	ctx := context.Background()
	g := makeGroups(t)
	cgroups := must[*koord.Cgroups](t)(koord.OpenCgroups(ctx, filepath.Join(g.root, "cgroup"), "", koord.CgroupOptions{}))
	defer cgroups.Close()
	if info := must[koord.CgroupsInfo](t)(cgroups.Info()); info.Version != koord.CgroupVersionV1 ||
		info.Driver != koord.CgroupDriverCgroupfs {
		t.Errorf("%+v", info)
	}
	state := must[*koord.AgentState](t)(agentNode(t).Snapshot())
	defer state.Close()
	names := must[*koord.CgroupContainers](t)(koord.NewCgroupContainers())
	defer names.Close()
	ok(t, names.Add("c0ffee", "main"))
	wantStatus(t, names.Add("c0ffee", "again"), koord.ErrInvalid)
	plan := must[*koord.CgroupPlan](t)(cgroups.Plan(ctx, state, names))
	defer plan.Close()
	steps := must[[]koord.CgroupStep](t)(plan.Steps())
	if len(steps) == 0 || steps[0].Path == "" || steps[0].File == 0 {
		t.Fatalf("%+v", steps)
	}
	text, err := plan.JSON()
	isJSON(t, text, err)
	if lines := must[string](t)(plan.Text()); strings.Count(lines, "\n") < len(steps)-1 {
		t.Error(lines)
	}
	report := must[*koord.CgroupReport](t)(cgroups.Apply(ctx, plan))
	defer report.Close()
	info := must[koord.CgroupReportInfo](t)(report.Info())
	results := must[[]koord.CgroupResult](t)(report.Results())
	if info.Outcome != koord.CgroupOutcomeDone || info.FailedStep != -1 || len(results) != len(steps) ||
		results[0].State != koord.CgroupStepStateMade {
		t.Errorf("%+v %+v", info, results)
	}
	text, err = report.JSON()
	isJSON(t, text, err)
	if got := g.cpus("kubepods/podown/c0ffee"); got != "2-3" {
		t.Error(got)
	}
	path := must[*koord.CgroupPath](t)(koord.NewCgroupPath(koord.CgroupDriverSystemd, ""))
	defer path.Close()
	ok(t, path.SetPod(koord.KubeQOSBurstable, "a-b"))
	ok(t, path.SetContainer(koord.CgroupRuntimeContainerd, "0f"))
	if path := must[string](t)(path.Format()); path != "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-poda_b.slice/cri-containerd-0f.scope" {
		t.Error(path)
	}
	_, err = koord.OpenCgroups(ctx, g.root+"/nowhere", "", koord.CgroupOptions{})
	wantStatus(t, err, koord.ErrNotFound)
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := cgroups.Apply(over, plan); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := cgroups.Plan(over, state, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHooks(t *testing.T) {
	ctx := context.Background()
	g := makeGroups(t)
	node := agentNode(t)
	state := must[*koord.AgentState](t)(node.Snapshot())
	defer state.Close()
	request := must[*koord.AdjustmentRequest](t)(koord.NewAdjustmentRequest(koord.HookStageCreateContainer))
	defer request.Close()
	ok(t, request.SetContainer("own", "main"))
	ok(t, request.SetResourceStatus(`{"cpuset":"2-3"}`))
	ok(t, request.SetSysfsRoot(g.root))
	wantStatus(t, request.SetResourceStatus("["), koord.ErrInvalid)
	adjustment := must[*koord.Adjustment](t)(state.Adjust(ctx, request))
	defer adjustment.Close()
	info := must[koord.AdjustmentInfo](t)(adjustment.Info())
	if info.Changes != koord.AdjustmentCPUs|koord.AdjustmentUnlimited || info.Refusal.Refused() {
		t.Errorf("%+v", info)
	}
	if cpus := must[koord.CPUSet](t)(adjustment.CPUs()); cpus.String() != "2-3" {
		t.Error(cpus)
	}
	if nodes := must[koord.CPUSet](t)(adjustment.NUMANodes()); nodes.Count() != 0 {
		t.Error(nodes)
	}
	for _, which := range []koord.AdjustmentList{koord.AdjustmentListEnv, koord.AdjustmentListCDIDevices, koord.AdjustmentListDeviceNodes} {
		if list := must[[]string](t)(adjustment.List(which)); len(list) != 0 {
			t.Errorf("%s: %q", which, list)
		}
	}
	_, err := adjustment.List(77)
	wantStatus(t, err, koord.ErrInvalid)
	text, err := adjustment.JSON()
	isJSON(t, text, err)
	_, err = koord.NewAdjustmentRequest(77)
	wantStatus(t, err, koord.ErrInvalid)

	g.write("proc/4711/cgroup", "2:cpu:/\n1:cpuset:/kubepods/podown/c0ffee\n")
	g.write("proc/sys/kernel/random/boot_id", "boot-1\n")
	g.write("node-state.json", string(must[[]byte](t)(node.JSON("boot-1"))))
	oci := []byte(fmt.Sprintf(`{"ociVersion":"1.0.2","id":"c0ffee","pid":%d,"annotations":{"io.kubernetes.cri.sandbox-uid":"own",
		"io.kubernetes.cri.container-name":"main"}}`, 4711))
	hook := must[*koord.Hook](t)(koord.NewHook(koord.HookOptions{}))
	defer hook.Close()
	ok(t, hook.SetStateFile(g.root+"/node-state.json"))
	ok(t, hook.SetCgroupRoot(g.root+"/cgroup"))
	ok(t, hook.SetProcRoot(g.root+"/proc"))
	result := must[koord.HookResult](t)(hook.Run(ctx, oci))
	if result.Outcome != koord.HookOutcomeDone || result.Writes == 0 || g.cpus("kubepods/podown/c0ffee") != "2-3" {
		t.Errorf("%+v", result)
	}
	ok(t, hook.SetStateFile(g.root+"/nowhere.json"))
	result = must[koord.HookResult](t)(hook.Run(ctx, oci))
	if result.Outcome != koord.HookOutcomeLeft {
		t.Errorf("%+v", result)
	}
	_, err = hook.Run(ctx, []byte("{"))
	wantStatus(t, err, koord.ErrInvalid)
}

func TestDeviceReport(t *testing.T) {
	machine := server(t)
	log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	defer log.Close()
	var remarks []string
	ok(t, log.SetLog(func(_ koord.LogLevel, message string) { remarks = append(remarks, message) }))
	report := must[*koord.DeviceReport](t)(koord.NewDeviceReport(log, koord.DeviceReportSysfs))
	defer report.Close()
	ok(t, report.SetSysfsRoot(t.TempDir()))
	ok(t, report.SetCheckpoint(nil))
	ok(t, report.SetPods([]byte(`{"metadata":{"name":"p","uid":"u","annotations":{
		"scheduling.koordinator.sh/resource-spec":"{\"numaTopologyPolicy\":\"Restricted\"}",
		"scheduling.koordinator.sh/numa-topology-spec":"{\"numaTopologyPolicy\":\"BestEffort\"}"}}}`)))
	if len(remarks) != 1 {
		t.Errorf("two policies of one pod are not remarked: %q", remarks)
	}
	made, err := report.JSON(context.Background(), machine, "node-1")
	isJSON(t, made, err)
	if !strings.Contains(string(made), `"node-1"`) {
		t.Errorf("%s", made)
	}
	_, err = report.JSON(context.Background(), machine, "Not A Name")
	wantStatus(t, err, koord.ErrInvalid)
	wantStatus(t, report.SetNVMLLibrary("nvml.so"), koord.ErrInvalid)
}

func TestNRTMatch(t *testing.T) {
	node := []byte(`{"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"12","memory":"16Gi"}}}`)
	nrt := []byte(`{"metadata":{"name":"n"},"topologyPolicies":["SingleNUMANodeContainerLevel"],"zones":[
		{"name":"node-0","type":"Node","resources":[{"name":"cpu","available":"4"},{"name":"memory","available":"8Gi"}]},
		{"name":"node-1","type":"Node","resources":[{"name":"cpu","available":"8"},{"name":"memory","available":"8Gi"}]}]}`)
	host := must[*koord.NRTNode](t)(koord.NRTNodeFromJSON(nil, node, nrt))
	defer host.Close()
	without := must[*koord.NRTNode](t)(koord.NRTNodeFromJSON(nil, node, nil))
	defer without.Close()
	for cpu, fits := range map[string]bool{"8": true, "9": false} {
		pod := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c",
			"resources":{"limits":{"cpu":"`+cpu+`","memory":"1Gi"}}}]}}`)))
		verdict, resource, err := host.Filter(pod)
		ok(t, err)
		if fits == verdict.Refusal.Refused() || !fits && (resource != "cpu" || verdict.Level != koord.NRTLevelContainer ||
			verdict.Container != 0) {
			t.Errorf("%s: %+v %s", cpu, verdict, verdict.Refusal)
		}
		if verdict, resource, err := without.Filter(pod); err != nil || verdict.Refusal.Refused() || resource != "" {
			t.Errorf("without zones: %+v %q %v", verdict, resource, err)
		}
		score := must[int32](t)(host.Score(pod, []byte(`{"scoringStrategy":{"type":"MostAllocated"}}`)))
		if score < 0 || score > 100 {
			t.Error(score)
		}
		pod.Close()
	}
}
