package objects

import (
	"encoding/json"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// usualPod returns a pod as the API server stores it. Most of it is irrelevant to libkoord.
func usualPod(t testing.TB) *v1.Pod {
	pod := &v1.Pod{}
	ok(t, json.Unmarshal([]byte(`{"metadata":{"name":"web-7d4b9c6f5-x2x7z","generateName":"web-7d4b9c6f5-","namespace":"prod",
		"uid":"0b9f4a55-5b0e-4a86-8e0e-0a4f5c0f2a11","resourceVersion":"123456","creationTimestamp":"2026-01-02T03:04:05Z",
		"labels":{"app":"web","tier":"front","pod-template-hash":"7d4b9c6f5","team":"a","koordinator.sh/qosClass":"LSR"},
		"annotations":{"prometheus.io/scrape":"true","prometheus.io/port":"9090","checksum/config":"0123456789abcdef0123456789abcdef",
		"scheduling.koordinator.sh/resource-spec":"{\"preferredCPUBindPolicy\":\"FullPCPUs\"}"},
		"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-7d4b9c6f5","uid":"1b9f4a55","controller":true}]},
		"spec":{"priority":9100,"priorityClassName":"koord-prod","serviceAccountName":"web","schedulerName":"koord-scheduler",
		"volumes":[{"name":"kube-api-access","projected":{"sources":[{"serviceAccountToken":{"path":"token"}}]}}],
		"containers":[{"name":"app","image":"registry/app:1","env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],
		"ports":[{"containerPort":8080}],"volumeMounts":[{"name":"kube-api-access","mountPath":"/var/run/secrets"}],
		"resources":{"requests":{"cpu":"4","memory":"4Gi"},"limits":{"cpu":"4","memory":"4Gi"}}},
		{"name":"log","image":"registry/log:1","resources":{"requests":{"cpu":"1","memory":"64Mi"},"limits":{"cpu":"1","memory":"64Mi"}}}],
		"tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},
		"status":{"phase":"Pending","qosClass":"Guaranteed"}}`), pod))
	return pod
}

func usualNode(t testing.TB) *v1.Node {
	node := &v1.Node{}
	node.Name = "node-00042"
	node.Labels = map[string]string{"kubernetes.io/arch": "amd64", "kubernetes.io/hostname": "node-00042", "kubernetes.io/os": "linux",
		"topology.kubernetes.io/zone": "a", "topology.kubernetes.io/region": "r", "node.koordinator.sh/cpu-bind-policy": "FullPCPUsOnly"}
	node.Annotations = map[string]string{"volumes.kubernetes.io/controller-managed-attach-detach": "true",
		"node.koordinator.sh/reservation": `{"reservedCPUs":"0-1"}`}
	node.Status.NodeInfo.Architecture = "amd64"
	node.Status.Allocatable = v1.ResourceList{"cpu": resource.MustParse("64"), "memory": resource.MustParse("263882128Ki"),
		"pods": resource.MustParse("110"), "ephemeral-storage": resource.MustParse("1Ti"), "nvidia.com/gpu": resource.MustParse("8")}
	node.Status.Capacity = node.Status.Allocatable
	for range 20 {
		node.Status.Images = append(node.Status.Images, v1.ContainerImage{Names: []string{"registry/image@sha256:0123456789abcdef", "registry/image:1"}, SizeBytes: 1})
	}
	return node
}

func usualTopology(t testing.TB) *apis.NodeResourceTopology {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:16 pu:2")
	ok(t, err)
	defer machine.Close()
	document, err := machine.NRT("node-00042", koord.KubeletSetup{})
	ok(t, err)
	out := &apis.NodeResourceTopology{}
	ok(t, json.Unmarshal(document, out))
	return out
}

func usualDevice(testing.TB) *apis.Device {
	d := &drawer{Rand: seeded(3)}
	for {
		if device := d.device("node-00042"); len(device.Spec.Devices) == 5 && device.Spec.Devices[0].Type != "" {
			device.Annotations = nil
			return device
		}
	}
}

// The cost of a conversion, besides the library's own work, must not grow with data that the
// library does not read.
func TestFillingAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	w := newTwin(t)
	pod, node, topology, device := usualPod(t), usualNode(t), usualTopology(t), usualDevice(t)
	for name, fill := range map[string]func() error{
		"pod":      func() error { return FillPod(w.pods, pod) },
		"node":     func() error { return FillNode(w.nodes, node) },
		"topology": func() error { return FillTopology(w.topologies, topology) },
		"device":   func() error { return FillDevice(w.devices, device) },
	} {
		ok(t, fill())
		if got := testing.AllocsPerRun(100, func() { ok(t, fill()) }); got > 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

func BenchmarkPod(b *testing.B) {
	w, pod := newTwin(b), usualPod(b)
	text := document(b, pod)
	b.Run("Fill", func(b *testing.B) {
		for b.Loop() {
			ok(b, FillPod(w.pods, pod))
		}
	})
	b.Run("FillAndMake", func(b *testing.B) {
		for b.Loop() {
			ok(b, FillPod(w.pods, pod))
			made, err := w.pods.Pod(nil)
			ok(b, err)
			made.Close()
		}
	})
	b.Run("Make", func(b *testing.B) { // the library's own work with a filled builder
		ok(b, FillPod(w.pods, pod))
		for b.Loop() {
			made, err := w.pods.Pod(nil)
			ok(b, err)
			made.Close()
		}
	})
	b.Run("JSON", func(b *testing.B) { // from text, although informers store objects
		for b.Loop() {
			made, err := koord.PodFromJSON(nil, document(b, pod))
			ok(b, err)
			made.Close()
		}
	})
	b.Run("JSONText", func(b *testing.B) {
		for b.Loop() {
			made, err := koord.PodFromJSON(nil, text)
			ok(b, err)
			made.Close()
		}
	})
}

func BenchmarkNode(b *testing.B) {
	w, node := newTwin(b), usualNode(b)
	benchObject(b, node, func() error { return FillNode(w.nodes, node) }, func() error {
		_, err := w.built.SetNodeFrom(w.nodes)
		return err
	}, func(text []byte) error {
		_, err := w.json.SetNode(text)
		return err
	})
}

func BenchmarkTopology(b *testing.B) {
	w, topology := newTwin(b), usualTopology(b)
	benchObject(b, topology, func() error { return FillTopology(w.topologies, topology) }, func() error {
		_, err := w.built.SetTopologyFrom(w.topologies)
		return err
	}, func(text []byte) error {
		_, err := w.json.SetTopology(text)
		return err
	})
}

func BenchmarkDevice(b *testing.B) {
	w, device := newTwin(b), usualDevice(b)
	benchObject(b, device, func() error { return FillDevice(w.devices, device) }, func() error {
		_, err := w.built.SetDevicesFrom(w.devices)
		return err
	}, func(text []byte) error {
		_, err := w.json.SetDevices(text)
		return err
	})
}

func benchObject(b *testing.B, object any, fill, set func() error, setText func([]byte) error) {
	b.Run("Fill", func(b *testing.B) {
		for b.Loop() {
			ok(b, fill())
		}
	})
	b.Run("FillAndSet", func(b *testing.B) {
		for b.Loop() {
			ok(b, fill())
			ok(b, set())
		}
	})
	b.Run("JSON", func(b *testing.B) {
		for b.Loop() {
			ok(b, setText(document(b, object)))
		}
	})
}
