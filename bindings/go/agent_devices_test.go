package koord_test

import (
	"encoding/json"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

// deviceState returns the annotation of an agent's report with the devices of kubelet, or "".
func deviceState(t *testing.T, node *koord.Agent) string {
	t.Helper()
	var object struct {
		Metadata struct{ Annotations map[string]string }
	}
	ok(t, json.Unmarshal(must[[]byte](t)(node.NRT()), &object))
	return object.Metadata.Annotations["kubelet.koordinator.sh/device-manager-state"]
}

// Devices are reported by resource, NUMA nodes and health, and those of pods from kubelet's
// checkpoint. Kubelet aligns no devices of a plugin that does not state NUMA nodes.
func TestAgentReportsDevices(t *testing.T) {
	node := agentNode(t)
	hash := must[uint64](t)(node.Hash())
	setup := koord.KubeletSetup{
		Config: []byte(`{"topologyManagerPolicy":"restricted","topologyManagerPolicyOptions":{"prefer-closest-numa-nodes":"true"}}`),
		Devices: []koord.ReportedDevice{
			{Resource: "a.com/kvm", ID: "0"},
			{Resource: "a.com/gpu", ID: "x", NUMANodes: 1},
			{Resource: "a.com/gpu", ID: "y", NUMANodes: 1, Flags: koord.PluginDeviceUnhealthy},
			{Resource: "a.com/gpu", ID: "z", NUMANodes: 3},
			{Resource: "a.com/gpu", ID: "w"},
		},
	}
	ok(t, node.SetKubelet(setup))
	const groups = `{"devices":[{"resource":"a.com/gpu","healthy":1},{"resource":"a.com/gpu","nodes":[0],"healthy":1,"unhealthy":1},` +
		`{"resource":"a.com/gpu","nodes":[0,1],"healthy":1}],"pods":[`
	const closest = `],"preferClosestNUMANodes":true}`
	if text := deviceState(t, node); text != groups+closest {
		t.Error(text)
	}
	kubelet := must[*koord.Kubelet](t)(koord.NewKubelet(server(t), koord.KubeletSetup{Devices: setup.Devices}))
	defer kubelet.Close()
	for _, uid := range []string{"shared", "unknown"} {
		answer := must[*koord.Admission](t)(kubelet.Admit(built(t, func(b *koord.PodBuilder) {
			b.SetName(uid)
			b.SetUID(uid)
			b.SetResource(b.AddContainer(koord.ContainerKindApp, "main"), "a.com/gpu", 1, 1)
		}), 0))
		if !answer.Admitted() {
			t.Fatal(answer)
		}
	}
	setup.DeviceState = must[[]byte](t)(kubelet.DeviceState())
	ok(t, node.SetKubelet(setup))
	const pods = `{"uid":"shared","devices":[{"resource":"a.com/gpu","nodes":[0],"healthy":1}]},` +
		`{"uid":"unknown","ended":true,"devices":[{"resource":"a.com/gpu","nodes":[0,1],"healthy":1}]}`
	if text := deviceState(t, node); text != groups+pods+closest {
		t.Error(text)
	}
	if now := must[uint64](t)(node.Hash()); now == hash {
		t.Error("the hash has not changed")
	}
	// A damaged checkpoint is logged, and CPUs are still reported.
	var log strings.Builder
	diagnostics := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	defer diagnostics.Close()
	ok(t, diagnostics.SetLog(func(_ koord.LogLevel, message string) { log.WriteString(message) }))
	setup.Log = diagnostics
	setup.DeviceState = []byte("{")
	ok(t, node.SetKubelet(setup))
	if text := deviceState(t, node); text != "" || !strings.Contains(log.String(), "the devices of kubelet's pods are not reported") {
		t.Errorf("%q, %q", text, log.String())
	}
}
