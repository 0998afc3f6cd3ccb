package devices

import (
	"encoding/json"
	"fmt"
	"testing"

	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// withName lets a test's agent report the devices of one plugin.
func (u *unreportedTest) withName(plugin config.PluginDevices) *fake.Kubelet {
	u.Helper()
	kubelet := fake.NewKubelet(u)
	u.withPlugin(kubelet)
	kubelet.Devices = []*podresources.ContainerDevices{fake.DevicesOf(plugin.Resource, 0, "xpu-0", "xpu-1")}
	u.devices.config.Reports.Plugins = []config.PluginDevices{plugin}
	check.OK(u, u.devices.config.Complete())
	return kubelet
}

// Schedulers know the devices of pods that request a plugin's resource by a name of its own: they
// allocate none of the type until kubelet's record names those of the pod.
func TestNamesOfPlugins(t *testing.T) {
	const resource = "example.com/xpu"
	u := newUnreportedTest(t)
	k := u.withName(config.PluginDevices{Resource: resource, Type: "gpu", Vendor: "huawei",
		Gives: map[string]string{"huawei.com/npu-core": "100", "koordinator.sh/gpu-memory-ratio": "100"}})
	u.sync()
	pod := podOf("p", "", v1.PodRunning, resource)
	u.store.SetPod(string(pod.UID), pod)
	if entries := u.entries(); len(entries) != 0 {
		t.Fatalf("found %v", entries)
	}
	if _, refusal := u.freeDevice(pod); refusal.Reason != koord.ReasonDevicesNotReported {
		t.Errorf("before the record: found %v", refusal)
	}
	k.Edit(func() {
		k.Assigned = []*podresources.PodResources{{Name: "p", Namespace: "ml", Containers: []*podresources.ContainerResources{{Name: "main",
			Devices: []*podresources.ContainerDevices{fake.DevicesOf(resource, 0, "xpu-0")}}}}}
	})
	u.write(checkpointOf(t, []checkpoint{{string(pod.UID), "main", resource, []string{"xpu-0"}}}, resource))
	if entries := u.entries(); len(entries) != 1 {
		t.Fatalf("found %v, expected one entry", entries)
	}
	if free, refusal := u.freeDevice(pod); free != 1 {
		t.Errorf("found device %d, expected 1: %v", free, refusal)
	}
}

func TestNamesThatAreNotKnown(t *testing.T) {
	for name, test := range map[string]struct {
		plugin config.PluginDevices
		want   string
	}{
		"of the table":                  {config.PluginDevices{Resource: "huawei.com/Ascend910B"}, ""},
		"of the table, of another type": {config.PluginDevices{Resource: "habana.ai/gaudi", Type: "gaudi", Gives: map[string]string{"example.com/x": "1"}}, `{"habana.ai/gaudi":"gaudi"}`},
		"of its devices":                {config.PluginDevices{Resource: "example.com/dsp", Type: "dsp", Gives: map[string]string{"example.com/dsp": "1"}}, ""},
		"of other devices":              {config.PluginDevices{Resource: "example.com/dsp", Type: "dsp", Gives: map[string]string{"example.com/x": "1"}}, `{"example.com/dsp":"dsp"}`},
		"of devices that are left out":  {config.PluginDevices{Resource: "example.com/gpu", Type: "gpu", Gives: map[string]string{"example.com/gpu": "1"}}, `{"example.com/gpu":"gpu"}`},
	} {
		u := newUnreportedTest(t)
		u.withName(test.plugin)
		text, err := u.devices.plugins.add(t.Context(), []byte(`{"metadata":{"name":"node-a"},"spec":{"devices":[{"type":"gpu","id":"GPU-0","health":true}]}}`), &kubeletRecord{})
		check.OK(t, err)
		var device apis.Device
		check.OK(t, json.Unmarshal(text, &device))
		if found := device.Annotations[objects.AnnotationDevicePlugins]; found != test.want {
			t.Errorf("%s: found %s, expected %s", name, found, test.want)
		}
	}
}

// The record of a resource replaces the library's entries, which lack devices that the node lost.
func TestRecordsOfNames(t *testing.T) {
	u := newUnreportedTest(t)
	u.withName(config.PluginDevices{Resource: "example.com/gpu", Type: "gpu", Gives: map[string]string{"example.com/gpu": "1"}})
	entries := []checkpoint{{"u", "main", "example.com/gpu", []string{"GPU-0"}}, {"u", "main", "nvidia.com/gpu", []string{"GPU-1"}}}
	before, err := format(entries)
	check.OK(t, err)
	object, err := json.Marshal(map[string]any{"metadata": map[string]any{"name": "node-a", "annotations": map[string]string{objects.AnnotationDevicesCheckpoints: before}},
		"spec": map[string]any{"devices": []map[string]any{{"type": "gpu", "id": "GPU-0", "health": true}}}})
	check.OK(t, err)
	text, err := u.devices.plugins.add(t.Context(), object, &kubeletRecord{entries: []checkpoint{{"u", "main", "example.com/gpu", []string{"GPU-0", "GPU-9"}}}})
	check.OK(t, err)
	var device apis.Device
	check.OK(t, json.Unmarshal(text, &device))
	found, err := entriesOf(&device)
	check.OK(t, err)
	if text := fmt.Sprint(found); text != "[{u main example.com/gpu [GPU-0 GPU-9]} {u main nvidia.com/gpu [GPU-1]}]" {
		t.Errorf("found %s", text)
	}
}
