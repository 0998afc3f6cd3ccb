package koord_test

import (
	"fmt"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

const (
	qosLabel     = "koordinator.sh/qosClass"
	resourceSpec = "scheduling.koordinator.sh/resource-spec"
	podDocument  = `{"metadata":{"name":"web-0","namespace":"prod","uid":"u-1","labels":{"app":"web","tier":"front",
		"koordinator.sh/qosClass":"LSR"},"annotations":{"team":"web",
		"scheduling.koordinator.sh/resource-spec":"{\"preferredCPUBindPolicy\":\"FullPCPUs\"}"}},
		"spec":{"nodeName":"node-1","priority":9100,"containers":[
		{"name":"app","resources":{"requests":{"cpu":"4","memory":"4Gi"},"limits":{"cpu":"4","memory":"4Gi"}}},
		{"name":"log","resources":{"requests":{"cpu":"100m","memory":"64Mi"},"limits":{"cpu":"100m","memory":"64Mi"}}}]},
		"status":{"phase":"Running","qosClass":"Guaranteed"}}`
)

// fillPod sets the contents of podDocument.
func fillPod(b *koord.PodBuilder) {
	b.Reset()
	b.SetName("web-0")
	b.SetNamespace("prod")
	b.SetUID("u-1")
	b.SetNode("node-1")
	b.SetLabel("app", "web")
	b.SetLabel("tier", "front")
	b.SetLabel(qosLabel, "LSR")
	b.SetAnnotation("team", "web")
	b.SetAnnotation(resourceSpec, `{"preferredCPUBindPolicy":"FullPCPUs"}`)
	b.SetSpec(koord.PodSpec{Flags: koord.PodHasKubeQOS, KubeQOS: koord.KubeQOSGuaranteed, Priority: 9100})
	app := b.AddContainer(koord.ContainerKindApp, "app")
	b.SetResource(app, "cpu", 4000, 4000)
	b.SetResource(app, "memory", 4<<30, 4<<30)
	log := b.AddContainer(koord.ContainerKindApp, "log")
	b.SetResource(log, "cpu", 100, 100)
	b.SetResource(log, "memory", 64<<20, 64<<20)
}

func TestBuiltPodsAreThoseOfJSON(t *testing.T) {
	b := must[*koord.PodBuilder](t)(koord.NewPodBuilder())
	defer b.Close()
	read := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(podDocument)))
	defer read.Close()
	for i := 0; i < 3; i++ {
		fillPod(b)
		pod := must[*koord.Pod](t)(b.Pod(nil))
		if got, want := must[koord.PodInfo](t)(pod.Info()), must[koord.PodInfo](t)(read.Info()); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		for _, which := range []koord.PodText{koord.PodTextName, koord.PodTextNamespace, koord.PodTextUID, koord.PodTextNode} {
			if got, want := must[string](t)(pod.Text(which)), must[string](t)(read.Text(which)); got != want {
				t.Errorf("%s: got %q, want %q", which, got, want)
			}
		}
		ok(t, pod.Close())
	}
	b.SetNode("")
	b.SetAnnotation(resourceSpec, "{")
	_, err := b.Pod(nil)
	_, want := koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"web-0","namespace":"prod",
		"annotations":{"scheduling.koordinator.sh/resource-spec":"{"}}}`))
	if err == nil || want == nil || err.(*koord.Error).Message != want.(*koord.Error).Message {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestBuildersKeepTheFirstError(t *testing.T) {
	b := must[*koord.PodBuilder](t)(koord.NewPodBuilder())
	b.SetName("web")
	b.SetResource(3, "cpu", 1, 1)
	b.SetLabel("a\xff", "b")
	_, err := b.Pod(nil)
	wantStatus(t, err, koord.ErrInvalid)
	if !strings.Contains(err.Error(), "container: found 3, but none was added") {
		t.Error(err)
	}
	b.Reset()
	b.SetName("web")
	pod := must[*koord.Pod](t)(b.Pod(nil))
	ok(t, pod.Close())
	ok(t, b.Close())
	b.Reset()
	_, err = b.Pod(nil)
	wantStatus(t, err, koord.ErrInvalid)

	var none *koord.NodeBuilder
	none.Reset()
	none.SetName("n")
	c := cluster(t, 1, 0)
	_, err = c.SetNodeFrom(none)
	wantStatus(t, err, koord.ErrInvalid)
	ok(t, none.Close())
	node := must[*koord.NodeBuilder](t)(koord.NewNodeBuilder())
	defer node.Close()
	_, err = c.SetNodeFrom(node)
	wantStatus(t, err, koord.ErrInvalid)
	node.SetResource("", 1, 0)
	_, err = c.SetNodeFrom(node)
	wantStatus(t, err, koord.ErrInvalid)
}

func TestBuiltPodsOfAllKinds(t *testing.T) {
	pod := built(t, func(b *koord.PodBuilder) {
		b.SetName("p")
		app := b.AddContainer(koord.ContainerKindApp, "app")
		b.SetEnv(app, "NVIDIA_VISIBLE_DEVICES", "GPU-1")
		b.SetResource(app, "cpu", 1000, -1)
		b.SetResource(b.AddContainer(koord.ContainerKindInit, "init"), "cpu", 5000, -1)
		b.SetResource(int32(koord.ResourceScopeOverhead), "cpu", 100, -1)
		b.SetNUMAResource(1, "cpu", 1000)
	})
	if request, limit, err := pod.Request("cpu"); request != 5100 || limit != -1 || err != nil {
		t.Error(request, limit, err)
	}
	if info := must[koord.PodInfo](t)(pod.Info()); info.Properties&koord.PodPropertyAllocated == 0 {
		t.Errorf("%+v", info)
	}
}

func TestBuiltNodes(t *testing.T) {
	c := cluster(t, 1, 0)
	node := must[*koord.NodeBuilder](t)(koord.NewNodeBuilder())
	defer node.Close()
	node.SetName("node-a")
	node.SetResource("cpu", 16000, 0)
	node.SetLabel("node.koordinator.sh/cpu-bind-policy", "FullPCPUsOnly")
	node.SetAnnotation("node.koordinator.sh/reservation", `{"reservedCPUs":"0,8"}`)
	node.SetSpec(koord.NodeSpec{Flags: koord.NodeUnschedulable})
	node.SetCPUs(koord.NodeCPUSetSystem, koord.NewCPUSet(1, 9))
	id := must[uint32](t)(c.SetNodeFrom(node))
	if cpus := must[koord.CPUSet](t)(c.NodeCPUs(id, koord.ClusterCPUSetReserved)); cpus.String() != "0-1,8-9" {
		t.Error(cpus)
	}
	agent := must[*koord.Agent](t)(koord.NewAgent(nil, server(t), koord.AgentOptions{}))
	defer agent.Close()
	ok(t, agent.SetNodeFrom(node))
	if cpus := must[koord.CPUSet](t)(agent.CPUs(koord.AgentCPUSetReserved)); cpus.String() != "0,8" {
		t.Error(cpus)
	}
}

func TestBuiltTopologies(t *testing.T) {
	nrt := must[*koord.NRTBuilder](t)(koord.NewNRTBuilder())
	defer nrt.Close()
	nrt.SetName("node-a")
	nrt.SetAnnotation("node.koordinator.sh/cpu-topology", `{"detail":[{"id":0},{"id":1}]}`)
	nrt.SetAnnotation("kubelet.koordinator.sh/cpu-manager-policy", `{"policy":"static","reservedCPUs":"0"}`)
	nrt.AddPolicy("SingleNUMANodePodLevel")
	nrt.AddAttribute("topologyManagerScope", "container")
	zone := nrt.AddZone("node-0", "")
	nrt.AddResource(zone, "memory", 1<<30, 1<<30, -1)
	nrt.AddCost(zone, "node-0", 10)
	machine := must[*koord.Topology](t)(koord.TopologyFromNRTBuilder(nil, nrt))
	defer machine.Close()
	if info := must[koord.TopologyInfo](t)(machine.Info()); info.CPUs != 2 {
		t.Errorf("%+v", info)
	}
	c := cluster(t, 1, 0)
	id := must[uint32](t)(c.SetTopologyFrom(nrt))
	if cpus := must[koord.CPUSet](t)(c.NodeCPUs(id, koord.ClusterCPUSetReserved)); cpus.String() != "0" {
		t.Error(cpus)
	}
	nrt.Reset()
	nrt.SetName("node-a")
	nrt.SetTopology(nil)
	nrt.SetSpec(koord.NRTSpec{Flags: koord.NodeKubeletStatic, NUMAPolicy: koord.NUMAPolicyRestricted})
	nrt.SetCPUs(koord.NRTCPUSetHeld, koord.NewCPUSet(1))
	must[uint32](t)(c.SetTopologyFrom(nrt))
	_, err := koord.TopologyFromNRTBuilder(nil, nrt)
	wantStatus(t, err, koord.ErrInvalid)
}

func TestBuiltDevices(t *testing.T) {
	devices := must[*koord.DeviceBuilder](t)(koord.NewDeviceBuilder())
	defer devices.Close()
	devices.Reset()
	devices.SetName("node-a")
	devices.SetLabel("node.koordinator.sh/gpu-model", "H100")
	devices.SetAnnotation("node.koordinator.sh/gpu-links", `[{"minors":[0,1],"nvlinks":4}]`)
	for minor := int32(0); minor < 2; minor++ {
		device := devices.AddDevice(koord.DeviceSpec{Flags: koord.DeviceHealthy | koord.DeviceHasTopology, Minor: minor})
		devices.SetDeviceText(device, koord.DeviceTextType, "gpu")
		devices.SetDeviceText(device, koord.DeviceTextID, fmt.Sprint("GPU-", minor))
		devices.SetDeviceLabel(device, "a", "b")
		devices.SetResource(device, "koordinator.sh/gpu-core", 100)
		devices.SetResource(device, "koordinator.sh/gpu-memory", 80<<30)
		devices.SetResource(device, "koordinator.sh/gpu-memory-ratio", 100)
		group := devices.AddVFGroup(device)
		devices.SetVFLabel(group, "type", "general")
		devices.AddVF(group, -1, fmt.Sprint("0000:1f:00.", minor))
	}
	c := cluster(t, 1, 0)
	id := must[uint32](t)(c.SetDevicesFrom(devices))
	pod := built(t, func(b *koord.PodBuilder) {
		b.SetName("p")
		b.SetUID("p")
		b.SetResource(b.AddContainer(koord.ContainerKindApp, "c"), "koordinator.sh/gpu", -1, 50)
	})
	if _, refusal, err := c.Reserve(pod, nil, id); err != nil || refusal.Refused() {
		t.Fatal(refusal, err)
	}
	if minors := must[[]int32](t)(c.PodMinors("p", "gpu")); len(minors) != 1 {
		t.Error(minors)
	}
	agent := must[*koord.Agent](t)(koord.NewAgent(nil, server(t), koord.AgentOptions{}))
	defer agent.Close()
	ok(t, agent.SetDevicesFrom(devices))
	devices.AddVF(9, 0, "")
	_, err := c.SetDevicesFrom(devices)
	wantStatus(t, err, koord.ErrInvalid)
	wantStatus(t, agent.SetDevicesFrom(devices), koord.ErrInvalid)
}

// BenchmarkPodFromJSON and BenchmarkPodFromBuilder create the same pod: 2 containers, 4 resources,
// 3 labels, 2 annotations.
func BenchmarkPodFromJSON(b *testing.B) {
	document := []byte(podDocument)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		pod, err := koord.PodFromJSON(nil, document)
		if err != nil {
			b.Fatal(err)
		}
		pod.Close()
	}
}

func BenchmarkPodFromBuilder(b *testing.B) {
	builder := must[*koord.PodBuilder](b)(koord.NewPodBuilder())
	defer builder.Close()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		fillPod(builder)
		pod, err := builder.Pod(nil)
		if err != nil {
			b.Fatal(err)
		}
		pod.Close()
	}
}
