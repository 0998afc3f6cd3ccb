package koord_test

import (
	"encoding/json"
	"reflect"
	"strconv"
	"testing"

	"libkoord.invalid/koord"
)

type kubeletMachine struct {
	CPU, Core, Socket, NUMA, Uncore []int32
}

func (m *kubeletMachine) topology(t *testing.T) *koord.Topology {
	rows := make([]koord.CPU, len(m.CPU))
	for i := range rows {
		rows[i] = koord.CPU{CPU: m.CPU[i], Core: m.Core[i], Socket: m.Socket[i], NUMANode: m.NUMA[i], L3: m.Uncore[i], KernelCore: -1}
	}
	machine := must[*koord.Topology](t)(koord.TopologyFromRows(rows, ""))
	t.Cleanup(func() { machine.Close() })
	return machine
}

type kubeletContainer struct {
	Name        string
	Request     int64 `json:"cpu_request_milli"`
	Limit       int64 `json:"cpu_limit_milli"`
	MemRequest  int64 `json:"mem_request"`
	MemLimit    int64 `json:"mem_limit"`
	Restartable bool
}

type kubeletScenario struct {
	ID             int
	Topology       string
	StartError     json.RawMessage `json:"start_error"`
	InitialDefault string          `json:"initial_default"`
	Config         struct {
		ReservedCPUs  *string           `json:"reserved_cpus"`
		ReservedCount int               `json:"reserved_count"`
		CPUOptions    map[string]string `json:"cpu_options"`
		Policy        string            `json:"tm_policy"`
		Scope         string            `json:"tm_scope"`
		Options       map[string]string `json:"tm_options"`
		Memory        json.RawMessage
	}
	Ops []struct {
		Op, UID, Reason, Message string
		Admit                    bool
		Pod                      struct {
			UID              string
			Init, Containers []kubeletContainer
		}
		State struct {
			Default string
			Entries map[string]map[string]string
		}
	}
}

func (s *kubeletScenario) configuration(t *testing.T) []byte {
	config := map[string]any{"kind": "KubeletConfiguration", "apiVersion": "kubelet.config.k8s.io/v1beta1",
		"cpuManagerPolicy": "static", "evictionHard": map[string]string{"memory.available": "0"},
		"featureGates":          map[string]bool{"CPUManagerPolicyAlphaOptions": true},
		"topologyManagerPolicy": s.Config.Policy, "topologyManagerScope": s.Config.Scope}
	if s.Config.ReservedCPUs != nil {
		config["reservedSystemCPUs"] = *s.Config.ReservedCPUs
	} else {
		config["systemReserved"] = map[string]string{"cpu": strconv.Itoa(s.Config.ReservedCount)}
	}
	if s.Config.CPUOptions != nil {
		config["cpuManagerPolicyOptions"] = s.Config.CPUOptions
	}
	if s.Config.Options != nil {
		config["topologyManagerPolicyOptions"] = s.Config.Options
	}
	return must[[]byte](t)(json.Marshal(config))
}

// pod builds a pod without JSON: init containers and sidecars first.
func (s *kubeletScenario) pod(t *testing.T, op int) *koord.Pod {
	stated := func(amount int64) int64 {
		if amount == 0 {
			return -1
		}
		return amount
	}
	add := func(b *koord.PodBuilder, kind koord.ContainerKind, c kubeletContainer) {
		at := b.AddContainer(kind, c.Name)
		b.SetResource(at, "cpu", stated(c.Request), stated(c.Limit))
		b.SetResource(at, "memory", stated(c.MemRequest), stated(c.MemLimit))
	}
	given := s.Ops[op].Pod
	return built(t, func(b *koord.PodBuilder) {
		b.SetName(given.UID)
		b.SetUID(given.UID)
		for _, c := range given.Init {
			kind := koord.ContainerKindInit
			if c.Restartable {
				kind = koord.ContainerKindSidecar
			}
			add(b, kind, c)
		}
		for _, c := range given.Containers {
			add(b, koord.ContainerKindApp, c)
		}
	})
}

func (s *kubeletScenario) replay(t *testing.T, machine *koord.Topology) {
	kubelet, err := koord.NewKubelet(machine, koord.KubeletSetup{Config: s.configuration(t)})
	if s.StartError != nil {
		if err == nil {
			t.Errorf("%d: started, want %s", s.ID, s.StartError)
			kubelet.Close()
		}
		return
	}
	ok(t, err)
	defer kubelet.Close()
	for i, op := range s.Ops {
		if op.Op == "remove" {
			must[bool](t)(kubelet.RemovePod(op.UID))
		} else {
			pod := s.pod(t, i)
			judged := must[*koord.Admission](t)(kubelet.Judge(pod))
			answer := must[*koord.Admission](t)(kubelet.Admit(pod, 0))
			if answer.Admitted() != op.Admit || !reflect.DeepEqual(judged, answer) {
				t.Errorf("%d, op %d: %+v, judged %+v, want %t", s.ID, i, answer, judged, op.Admit)
				return
			}
			if !op.Admit && (answer.Refusal.ReasonName() != op.Reason || answer.Refusal.String() != op.Message) {
				t.Errorf("%d, op %d: %s: %s, want %s: %s", s.ID, i, answer.Refusal.ReasonName(), answer.Refusal, op.Reason, op.Message)
			}
			pod.Close()
		}
		var state struct {
			DefaultCPUSet string
			Entries       map[string]map[string]string
		}
		ok(t, json.Unmarshal(must[[]byte](t)(kubelet.CPUState()), &state))
		if state.DefaultCPUSet != op.State.Default || len(state.Entries)+len(op.State.Entries) != 0 &&
			!reflect.DeepEqual(state.Entries, op.State.Entries) {
			t.Errorf("%d, op %d: %+v, want %+v", s.ID, i, state, op.State)
			return
		}
	}
}

// Admission equals kubelet's step by step. Scenarios that need memory or distances are skipped,
// because machines made from rows have none.
func TestConformanceKubeletAdmission(t *testing.T) {
	machines := map[string]*koord.Topology{}
	steps := 0
	lines(t, "kubelet-static-policy.jsonl", func(line []byte) {
		var kind struct{ Kind, ID any }
		ok(t, json.Unmarshal(line, &kind))
		switch kind.Kind {
		case "topology":
			var machine kubeletMachine
			ok(t, json.Unmarshal(line, &machine))
			machines[kind.ID.(string)] = machine.topology(t)
		case "scenario":
			var scenario kubeletScenario
			ok(t, json.Unmarshal(line, &scenario))
			if scenario.Config.Memory == nil && scenario.Config.Options["prefer-closest-numa-nodes"] != "true" {
				scenario.replay(t, machines[scenario.Topology])
				steps += len(scenario.Ops)
			}
		}
	})
	replayed(t, "kubelet-static-policy.jsonl", steps, 500)
}
