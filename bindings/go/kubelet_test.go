package koord_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

func guaranteed(t *testing.T, uid string, cpus int64) *koord.Pod {
	t.Helper()
	return built(t, func(b *koord.PodBuilder) {
		b.SetName(uid)
		b.SetUID(uid)
		first := b.AddContainer(koord.ContainerKindInit, "init")
		b.SetResource(first, "cpu", 1000, 1000)
		b.SetResource(first, "memory", 1<<20, 1<<20)
		main := b.AddContainer(koord.ContainerKindApp, "main")
		b.SetResource(main, "cpu", cpus*1000, cpus*1000)
		b.SetResource(main, "memory", 1<<30, 1<<30)
	})
}

// The files that kubelet writes depend on its version.
func TestKubeletVersions(t *testing.T) {
	for text, doubled := range map[string]bool{"v1.35.4": false, "v1.36.3": false, "v1.37.2": true, "v1.38.0-beta.0": true} {
		version := must[koord.KubeletVersion](t)(koord.ParseKubeletVersion(text))
		kubelet := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), koord.KubeletSetup{Version: version}))
		state := must[[]byte](t)(kubelet.CPUState())
		if strings.Contains(string(state), `"dataChecksum"`) != doubled {
			t.Errorf("%s: %s", text, state)
		}
		ok(t, kubelet.Close())
	}
	if _, err := koord.ParseKubeletVersion("odd"); !errors.Is(err, koord.ErrInvalid) {
		t.Error(err)
	}
	if _, err := koord.NewKubelet(server(t), koord.KubeletSetup{Version: 1}); !errors.Is(err, koord.ErrInvalid) {
		t.Error(err)
	}
}

func TestKubelet(t *testing.T) {
	config := []byte(`{"kind":"KubeletConfiguration","cpuManagerPolicy":"static","reservedSystemCPUs":"0,8",
		"memoryManagerPolicy":"Static","systemReserved":{"memory":"1Gi"},"evictionHard":{"memory.available":"0"},
		"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}],"topologyManagerPolicy":"single-numa-node"}`)
	kubelet := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), koord.KubeletSetup{Config: config}))
	defer kubelet.Close()
	clone := must[*koord.Kubelet](t)(kubelet.Clone())
	defer clone.Close()
	pod := guaranteed(t, "p", 4)
	answer := must[*koord.Admission](t)(kubelet.Admit(pod, 0))
	if !answer.Admitted() || len(answer.Containers) != 2 || answer.Containers[1].CPUs != 4 || answer.CPUs[1].Count() != 4 ||
		answer.Containers[1].Affinity == 0 {
		t.Errorf("%+v", answer)
	}
	blocks := must[[]koord.MemoryBlock](t)(kubelet.Memory(pod))
	if len(blocks) == 0 || blocks[len(blocks)-1].Bytes != 1<<30 {
		t.Errorf("%+v", blocks)
	}
	if shared := must[koord.CPUSet](t)(kubelet.CPUs(koord.KubeletCPUSetShared)); shared.Intersection(answer.CPUs[1]).Count() != 0 {
		t.Error(shared)
	}
	if shared := must[koord.CPUSet](t)(clone.CPUs(koord.KubeletCPUSetShared)); shared.String() != "0-15" {
		t.Error("the clone went along", shared)
	}
	refused := must[*koord.Admission](t)(kubelet.Judge(guaranteed(t, "q", 12)))
	if refused.Admitted() || refused.Refusal.ReasonName() != "TopologyAffinityError" || refused.Refusal.String() == "" {
		t.Errorf("%+v", refused)
	}
	cpuState := must[[]byte](t)(kubelet.CPUState())
	memoryState := must[[]byte](t)(kubelet.MemoryState())
	// A kubelet that starts with these files has the same state.
	restarted := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), koord.KubeletSetup{Config: config, CPUState: cpuState,
		MemoryState: memoryState}))
	defer restarted.Close()
	if string(must[[]byte](t)(restarted.CPUState())) != string(cpuState) {
		t.Error("the state is another")
	}
	if !must[bool](t)(kubelet.RemovePod("p")) || must[bool](t)(kubelet.RemovePod("p")) {
		t.Error("Remove")
	}
	_, err := koord.NewKubelet(server(t), koord.KubeletSetup{Config: []byte(`{"cpuManagerPolicy":"odd"}`)})
	wantStatus(t, err, koord.ErrInvalid)
	_, err = server(t).NRT("n", koord.KubeletSetup{Config: config,
		CPUState: []byte(strings.Replace(string(cpuState), `"checksum":`, `"checksum":1`, 1))})
	wantStatus(t, err, koord.ErrCorrupt)
}

func TestKubeletDevices(t *testing.T) {
	gpu := func(count int64) func(uid string) *koord.Pod {
		return func(uid string) *koord.Pod {
			return built(t, func(b *koord.PodBuilder) {
				b.SetName(uid)
				b.SetUID(uid)
				b.SetResource(b.AddContainer(koord.ContainerKindApp, "main"), "nvidia.com/gpu", count, count)
			})
		}
	}
	setup := koord.KubeletSetup{
		Config: []byte(`{"topologyManagerPolicy":"single-numa-node"}`),
		Devices: []koord.ReportedDevice{
			{Resource: "nvidia.com/gpu", ID: "a", NUMANodes: 1, Flags: koord.PluginDeviceUnhealthy},
			{Resource: "nvidia.com/gpu", ID: "b", NUMANodes: 1},
			{Resource: "nvidia.com/gpu", ID: "c", NUMANodes: 2},
		},
	}
	kubelet := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), setup))
	defer kubelet.Close()
	answer := must[*koord.Admission](t)(kubelet.Admit(gpu(1)("p"), 0))
	if !answer.Admitted() || len(answer.Devices) != 1 || answer.Devices[0] != (koord.PluginDevice{Container: 0, Device: 1}) ||
		answer.Containers[0].Affinity != 1 {
		t.Errorf("%+v", answer)
	}
	setup.Config, setup.DeviceState = nil, must[[]byte](t)(kubelet.DeviceState())
	restarted := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), setup))
	defer restarted.Close()
	refused := must[*koord.Admission](t)(restarted.Admit(gpu(2)("q"), 0))
	const words = "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. Requested: 2, Available: 1, which is unexpected"
	if text := must[string](t)(restarted.FormatRefusal(refused.Refusal)); text != words || len(refused.Devices) != 0 {
		t.Errorf("%q, %+v", text, refused)
	}
	setup.Devices = append(setup.Devices, setup.Devices[0])
	_, err := koord.NewKubelet(server(t), setup)
	wantStatus(t, err, koord.ErrInvalid)
}

func TestKubeletFiles(t *testing.T) {
	machine := server(t)
	config := []byte(`{"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8"}`)
	broken := []byte(`{"policyName":"static","defaultCpuSet":"0,3-15","entries":{"p":{"c":"1-2"},"q":{"c":"3"}},"checksum":1}`)
	setup := koord.KubeletSetup{Config: config, CPUState: broken, Present: []koord.PresentContainer{{UID: "p"}}}
	findings, report, err := koord.CheckKubeletFiles(machine, setup, koord.RepairOnlyPresent)
	isJSON(t, report, err)
	faults := map[koord.KubeletFault]bool{}
	for _, finding := range findings {
		faults[finding.Fault] = true
	}
	if !faults[koord.KubeletFaultChecksum] || !faults[koord.KubeletFaultPodGone] {
		t.Errorf("%+v", findings)
	}
	repaired, changes, err := koord.RepairCPUState(machine, setup, koord.RepairOnlyPresent)
	isJSON(t, repaired, err)
	isJSON(t, changes, err)
	if findings[0].Flags != koord.KubeletFindingStops {
		t.Errorf("%+v", findings[0])
	}
	setup.CPUState = repaired
	findings, _, err = koord.CheckKubeletFiles(machine, setup, koord.RepairOnlyPresent)
	ok(t, err)
	if len(findings) != 0 || !strings.Contains(string(repaired), `"p"`) || strings.Contains(string(repaired), `"q"`) {
		t.Errorf("%+v %s", findings, repaired)
	}
	// A missing file is valid, an empty one is not.
	findings, _, err = koord.CheckKubeletFiles(machine, koord.KubeletSetup{Config: config}, 0)
	ok(t, err)
	empty, _, err := koord.CheckKubeletFiles(machine, koord.KubeletSetup{Config: config, CPUState: []byte{}}, 0)
	ok(t, err)
	if len(findings) != 0 || len(empty) == 0 {
		t.Errorf("%+v %+v", findings, empty)
	}
	_, _, err = koord.RepairMemoryState(machine, koord.KubeletSetup{Config: config}, koord.RepairStartOver)
	wantStatus(t, err, koord.ErrInvalid)
	memory, _, err := koord.RepairMemoryState(machine, koord.KubeletSetup{Config: config, MemoryState: []byte{}},
		koord.RepairStartOver)
	isJSON(t, memory, err)
	bound := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p","uid":"p","annotations":{
		"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"4-5\"}"}},"spec":{"nodeName":"n","containers":[{"name":"c",
		"resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}}`)))
	defer bound.Close()
	replaced, changes, err := koord.ReplaceKubeletCPUs(machine, setup, []*koord.Pod{bound})
	isJSON(t, replaced, err)
	isJSON(t, changes, err)
	if !strings.Contains(string(replaced), `"c":"4-5"`) {
		t.Errorf("%s", replaced)
	}

	path := filepath.Join(t.TempDir(), "cpu_manager_state")
	ok(t, os.WriteFile(path, broken, 0o600))
	ok(t, koord.WriteKubeletState(context.Background(), path, repaired, t.TempDir(), 0))
	if now := must[[]byte](t)(os.ReadFile(path)); string(now) != string(repaired) {
		t.Errorf("%s", now)
	}
	if old := must[[]byte](t)(os.ReadFile(path + ".koord-backup")); string(old) != string(broken) {
		t.Errorf("%s", old)
	}
	wantStatus(t, koord.WriteKubeletState(context.Background(), filepath.Dir(path), repaired, "", koord.WriteStateForce), koord.ErrInvalid)
}
