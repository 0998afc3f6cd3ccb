package agent

import (
	"maps"
	"testing"

	"github.com/containerd/nri/pkg/api"
)

// A container with a part of a GPU gets variables that limit it, if configured; one with a whole
// GPU does not.
func TestIsolationOfSharedGPUs(t *testing.T) {
	for _, one := range []struct {
		isolation, percent string
		want               map[string]string
	}{
		{IsolationNone, "50", map[string]string{}},
		{IsolationHAMi, "50", map[string]string{"CUDA_DEVICE_MEMORY_LIMIT": "8192m", "CUDA_DEVICE_SM_LIMIT": "50"}},
		{IsolationMPS, "50", map[string]string{"CUDA_MPS_PINNED_DEVICE_MEM_LIMIT": "0=8192M", "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE": "50"}},
		{IsolationHAMi, "100", map[string]string{}},
	} {
		n, server := newServedNode(t, func(c *Config) { c.GPUIsolation, c.Reports.NVML = one.isolation, NVMLNever })
		gpu := podOf{name: "gpu", milli: 1000, notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":0,
"id":"GPU-12345678-1234-1234-1234-123456789abc","resources":{"koordinator.sh/gpu-core":"` + one.percent + `","koordinator.sh/gpu-memory":"8Gi",
"koordinator.sh/gpu-memory-ratio":"` + one.percent + `"}}]}`}}
		object := gpu.object()
		for _, name := range []string{"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory-ratio"} {
			setAmount(object.Spec.Containers[0].Resources.Limits, name, one.percent)
		}
		server.set("pods", object)
		n.start()
		n.shared("0-15")
		n.sandbox(gpu.bare())
		got, err := n.create(gpu.bare(), "main", "")
		ok(t, err)
		found := variablesOf(got.Env)
		if found["NVIDIA_VISIBLE_DEVICES"] == "" {
			t.Fatal(got.Env)
		}
		delete(found, "NVIDIA_VISIBLE_DEVICES")
		if !maps.Equal(found, one.want) {
			t.Errorf("%s, %s %%: %v", one.isolation, one.percent, found)
		}
	}
}

func variablesOf(list []*api.KeyValue) map[string]string {
	out := map[string]string{}
	for _, one := range list {
		out[one.Key] = one.Value
	}
	return out
}
