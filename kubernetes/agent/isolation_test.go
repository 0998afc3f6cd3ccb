package agent

import (
	"maps"
	"testing"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A container with a part of a GPU gets variables that limit it, if configured; one with a whole
// GPU does not.
func TestIsolationOfSharedGPUs(t *testing.T) {
	for _, test := range []struct {
		isolation, percent string
		want               map[string]string
	}{
		{config.IsolationNone, "50", map[string]string{}},
		{config.IsolationHAMi, "50", map[string]string{"CUDA_DEVICE_MEMORY_LIMIT": "8192m", "CUDA_DEVICE_SM_LIMIT": "50"}},
		{config.IsolationMPS, "50", map[string]string{"CUDA_MPS_PINNED_DEVICE_MEM_LIMIT": "0=8192M", "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE": "50"}},
		{config.IsolationHAMi, "100", map[string]string{}},
	} {
		n, server := newServedNode(t, func(c *config.Config) { c.GPUIsolation, c.Reports.NVML = test.isolation, config.NVMLNever })
		gpu := fake.Pod{Name: "gpu", Milli: 1000, Notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":0,
"id":"GPU-12345678-1234-1234-1234-123456789abc","resources":{"koordinator.sh/gpu-core":"` + test.percent + `","koordinator.sh/gpu-memory":"8Gi",
"koordinator.sh/gpu-memory-ratio":"` + test.percent + `"}}]}`}}
		object := gpu.Object()
		for _, name := range []string{"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory-ratio"} {
			fake.SetAmount(object.Spec.Containers[0].Resources.Limits, name, test.percent)
		}
		server.Set("pods", object)
		n.start()
		n.shared("0-15")
		n.sandbox(gpu.Bare())
		got, err := n.create(gpu.Bare(), "main", "")
		check.OK(t, err)
		found := variablesOf(got.Env)
		if found["NVIDIA_VISIBLE_DEVICES"] == "" {
			t.Fatal(got.Env)
		}
		delete(found, "NVIDIA_VISIBLE_DEVICES")
		if !maps.Equal(found, test.want) {
			t.Errorf("%s, %s %%: %v", test.isolation, test.percent, found)
		}
	}
}

func variablesOf(list []*api.KeyValue) map[string]string {
	out := map[string]string{}
	for _, item := range list {
		out[item.Key] = item.Value
	}
	return out
}
