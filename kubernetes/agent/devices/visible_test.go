package devices

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// R112: GPUs of running containers that no annotation names are found in their environment, up to
// the number that their pod requests.
func TestR112GPUsInTheRuntimesEnvironment(t *testing.T) {
	const node = `{"kind":"Device","metadata":{"name":"node-a","annotations":{"node.koordinator.sh/mig-instances":
"[{\"minor\":1,\"instances\":[{\"uuid\":\"MIG-x\",\"profile\":\"1g.10gb+me\",\"gi\":7},{\"uuid\":\"MIG-y\",\"profile\":\"3g.40gb\",\"gi\":1}]}]"
}},"spec":{"devices":[
{"type":"gpu","id":"GPU-a","minor":0,"health":true,"future":1},{"type":"gpu","id":"GPU-b","minor":1,"health":true},
{"type":"rdma","id":"0000:c1:00.0","minor":7,"health":true}]}}`
	amounts := func(text ...string) v1.ResourceList {
		out := v1.ResourceList{}
		for i := 0; i < len(text); i += 2 {
			out[v1.ResourceName(text[i])] = resource.MustParse(text[i+1])
		}
		return out
	}
	for _, test := range []struct {
		name   string
		value  string
		limits v1.ResourceList
		edit   func(*v1.Pod)
		want   []string
	}{
		{"by UUID", "GPU-b", amounts("nvidia.com/gpu", "1"), nil, []string{"GPU-b"}},
		{"by number", "1,0", amounts("nvidia.com/gpu", "2"), nil, []string{"GPU-a", "GPU-b"}},
		{"a part", "0", amounts("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory-ratio", "50"), nil,
			[]string{"GPU-a"}},
		{"more than asked", "GPU-a,GPU-b", amounts("nvidia.com/gpu", "1"), nil, nil},
		{"nothing asked", "GPU-a", amounts("cpu", "1"), nil, nil},
		{"a GPU beside a failed one", "GPU-a,GPU-x", amounts("nvidia.com/gpu", "2"), nil, []string{"GPU-a"}},
		{"a failed GPU", "GPU-x", amounts("nvidia.com/gpu", "1"), nil, nil},
		{"more than asked, with a failed one", "GPU-a,GPU-x", amounts("nvidia.com/gpu", "1"), nil, nil},
		{"another device", "7", amounts("nvidia.com/gpu", "1"), nil, nil},
		{"an instance", "MIG-x", amounts("nvidia.com/mig-1g.10gb.me", "1"), nil, []string{"MIG-x"}},
		{"an instance as a GPU", "MIG-y", amounts("nvidia.com/gpu", "1"), nil, []string{"MIG-y"}},
		{"an instance of another profile", "MIG-y", amounts("nvidia.com/mig-1g.10gb.me", "1"), nil, nil},
		{"an instance that is not here", "MIG-z", amounts("nvidia.com/mig-3g.40gb", "1"), nil, nil},
		{"the pod's own variable", "GPU-a", amounts("nvidia.com/gpu", "1"), func(pod *v1.Pod) {
			pod.Spec.Containers[0].Env = []v1.EnvVar{{Name: "NVIDIA_VISIBLE_DEVICES", Value: "GPU-a"}}
		}, nil},
		{"a scheduler's", "GPU-a", amounts("nvidia.com/gpu", "1"), func(pod *v1.Pod) {
			pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[{"minor":1}]}`}
		}, nil},
		{"an annotation of more GPUs than requested", "GPU-a", amounts("nvidia.com/gpu", "1"), func(pod *v1.Pod) {
			pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[{"minor":0},{"minor":1}]}`}
		}, []string{"GPU-a"}},
		{"beside a scheduler's other devices", "GPU-a", amounts("nvidia.com/gpu", "1"), func(pod *v1.Pod) {
			pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: `{"rdma":[{"minor":7}]}`}
		}, []string{"GPU-a"}},
		{"an annotation without devices", "GPU-a", amounts("nvidia.com/gpu", "1"), func(pod *v1.Pod) {
			pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[]}`}
		}, []string{"GPU-a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, of := facts.New(true), fake.Pod{Name: "p", Milli: 1000}
			pod := of.Object()
			pod.Spec.Containers[0].Resources.Limits = test.limits
			if test.edit != nil {
				test.edit(pod)
			}
			store.SetPod(of.UID(), pod)
			store.SetContainer("box", facts.Pod{UID: of.UID()}, "id", "main")
			store.SetVisible("box", "id", test.value)
			claims := claimsOf(t, node)
			text, err := addVisible([]byte(node), visibleOf(store.VisibleGPUs(), claims), slog.New(slog.DiscardHandler))
			check.OK(t, err)
			var got apis.Device
			check.OK(t, json.Unmarshal(text, &got))
			var entries []checkpoint
			if written := got.Annotations[objects.AnnotationDevicesCheckpoints]; written != "" {
				check.OK(t, json.Unmarshal([]byte(written), &entries))
			}
			if test.want == nil {
				if string(text) != node {
					t.Fatalf("%s", text)
				}
				return
			}
			for resource := range test.limits {
				if strings.HasPrefix(string(resource), objects.ResourceMIGPrefix) && (len(entries) != 1 || entries[0].Resource != string(resource)) {
					t.Fatalf("%s", text)
				}
			}
			if len(entries) != 1 || entries[0].PodUID != of.UID() || entries[0].Container != "main" || !slices.Equal(entries[0].IDs, test.want) ||
				!strings.Contains(string(text), `"future":1`) {
				t.Fatalf("%s", text)
			}
			again, err := addVisible(text, visibleOf(store.VisibleGPUs(), claims), slog.New(slog.DiscardHandler))
			check.OK(t, err)
			if string(again) != string(text) {
				t.Errorf("what kubelet's record has is added again: %s", again)
			}
			store.StopContainer("box", "id")
			if left := visibleOf(store.VisibleGPUs(), claims); len(left) != 0 {
				t.Error(left)
			}
		})
	}
}

// The record of a container's other devices says nothing about its GPUs.
func TestR112GPUsBesideOtherRecordedDevices(t *testing.T) {
	const node = `{"kind":"Device","metadata":{"name":"node-a","annotations":{"node.koordinator.sh/devices-checkpoints":
"[{\"podUID\":\"u\",\"containerName\":\"main\",\"resourceName\":\"RESOURCE\",\"deviceIDs\":[\"x\"]}]"}},
"spec":{"devices":[{"type":"gpu","id":"GPU-a","minor":0,"health":true}]}}`
	for resource, entries := range map[string]int{"example.com/rdma": 2, "nvidia.com/mig-1g.10gb": 2, "nvidia.com/gpu": 1, "nvidia.com/gpu.shared": 1,
		"koordinator.sh/gpu": 1, "koordinator.sh/gpu-core": 1} {
		text, err := addVisible([]byte(strings.ReplaceAll(strings.ReplaceAll(node, "\n", ""), "RESOURCE", resource)),
			[]visible{{"u", "main", "GPU-a", map[string]int64{objects.ResourceNVIDIAGPU: 1}}}, slog.New(slog.DiscardHandler))
		check.OK(t, err)
		if strings.Count(string(text), "podUID") != entries || strings.Contains(string(text), `nvidia.com/gpu\",\"deviceIDs\":[\"GPU-a`) != (entries == 2) {
			t.Errorf("%s: expected %d entries: %s", resource, entries, text)
		}
	}
}
