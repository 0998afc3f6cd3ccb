package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// kubelet's effective configuration takes precedence over its file, which may lack flags. The file
// counts until kubelet responds.
func TestConfigz(t *testing.T) {
	k := fake.NewKubelet(t)
	k.Config = "nonsense"
	n := newNode(t, func(c *config.Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.Endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Millisecond
		check.OK(t, os.WriteFile(filepath.Join(c.Kubelet.Directory, "config.yaml"), []byte("reservedSystemCPUs: 4-5\n"), 0o644))
	})
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(lsr)
	n.expectCPUs(lsr, "main", "6-7")
	k.Edit(func() { k.Config = `{"kubeletconfig":{"reservedSystemCPUs":"6"}}` })
	check.Eventually(t, "kubelet's own word", func() bool { return n.cpus(lsr, "main") == "4-5,7" })
	k.HTTP.CloseClientConnections()
	k.Edit(func() { k.Config = `{"kubeletconfig":` }) // an unreadable response changes nothing
	before := k.Count("/configz")
	check.Eventually(t, "two more answers", func() bool { return k.Count("/configz") > before+1 })
	n.settle()
	n.expectCPUs(lsr, "main", "4-5,7")
}

// During an outage of the API server kubelet provides its pods with their annotations. The API
// server's version takes precedence.
func TestPodsOfKubelet(t *testing.T) {
	k := fake.NewKubelet(t)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	k.Pods = []v1.Pod{*lsr.Object()}
	n, server := newServedNode(t, func(c *config.Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.Endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Hour // kubelet's pods are sufficient
	})
	server.SetDown(true)
	n.start()
	n.shared("0-3,8-15") // although the runtime does not run it yet
	n.runBare(lsr, "4-7")
	moved := lsr
	moved.Claim = "8-11"
	server.Set("pods", moved.Object())
	server.SetDown(false)
	n.shared("0-7,12-15")
	n.expectCPUs(lsr, "main", "8-11")
	check.Eventually(t, "kubelet's pods are not needed", func() bool {
		before := k.Count("/pods")
		asked := k.Count("/configz")
		check.Eventually(t, "two more looks", func() bool { return k.Count("/configz") > asked+1 })
		return k.Count("/pods") == before
	})
	// A pod missing in the API server is eventually dropped from kubelet's pods.
	if n.agent.facts.SetKubeletPods(nil) {
		t.Error("kubelet's pods are still known")
	}
}

// Devices of other plugins get numbers that they keep, even if they fail and across restarts of the
// agent. Devices assigned by kubelet are reported, except for pods whose devices a scheduler chose.
func TestDevicesOfPlugins(t *testing.T) {
	k := fake.NewKubelet(t)
	npu := func(ids ...string) []*podresources.ContainerDevices {
		return []*podresources.ContainerDevices{fake.DevicesOf("huawei.com/Ascend910", 1, ids...), fake.DevicesOf("example.com/dsp", -1, "b", "a"),
			fake.DevicesOf("example.com/other", 0, "x")}
	}
	k.Devices = npu("Ascend910-3", "Ascend910-1")
	mine, theirs := fake.Pod{Name: "mine", Milli: 1000}, fake.Pod{Name: "theirs", Milli: 1000,
		Notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":1}]}`}}
	for _, pod := range []fake.Pod{mine, theirs} {
		k.Assigned = append(k.Assigned, &podresources.PodResources{Name: pod.Name, Namespace: "default", Containers: []*podresources.ContainerResources{
			{Name: "main", Devices: []*podresources.ContainerDevices{fake.DevicesOf("huawei.com/Ascend910", 1, "Ascend910-3")}}}})
	}
	n, server := newServedNode(t, func(c *config.Config) {
		c.Reports.NVML, c.Reports.Interval.Duration = config.NVMLNever, 100*time.Millisecond
		c.Reports.Plugins = []config.PluginDevices{{Resource: "huawei.com/Ascend910"},
			{Resource: "example.com/dsp", Type: "dsp", Gives: map[string]string{"example.com/dsp": "100"}}}
	})
	k.Serve(n.config.Kubelet.PodResources)
	server.Set("pods", mine.Object())
	allocated := theirs.Object()
	allocated.Spec.Containers[0].Resources.Requests["huawei.com/npu-core"] = resource.MustParse("100")
	allocated.Spec.Containers[0].Resources.Requests["koordinator.sh/gpu-memory-ratio"] = resource.MustParse("100")
	server.Set("pods", allocated)
	n.start()
	expect := func(what, list, vendor, given string) {
		t.Helper()
		var got apis.Device
		check.Eventually(t, what+": "+list, func() bool {
			got = apis.Device{}
			return server.Reported(deviceObjects, &got) && shownDevices(&got) == list && got.Annotations[objects.AnnotationDevicesCheckpoints] == given
		})
		if got.Labels[objects.LabelGPUVendor] != vendor {
			t.Errorf("%s: %v", what, got.Labels)
		}
	}
	given := `[{"podUID":"uid-mine","containerName":"main","resourceName":"huawei.com/Ascend910","deviceIDs":["Ascend910-3"]}]`
	expect("all", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	k.Edit(func() { k.Devices = npu("Ascend910-3") })
	expect("one is gone", "gpu 1 Ascend910-1 false, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	n.kill()
	n.start()
	k.GRPC.Stop() // kubelet restarts
	k.Serve(n.config.Kubelet.PodResources)
	k.Edit(func() { k.Devices, k.Assigned = npu("Ascend910-3", "Ascend910-7", "Ascend910-1"), nil })
	expect("after restarts", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, gpu 7 Ascend910-7 true 1, dsp 0 a true -1, dsp 1 b true -1",
		"huawei", "[]")
}

func shownDevices(object *apis.Device) string {
	var out []string
	for _, device := range object.Spec.Devices {
		text := fmt.Sprintf("%s %d %s %v", device.Type, *device.Minor, device.ID, device.Health)
		if device.Topology != nil {
			text += fmt.Sprintf(" %d", *device.Topology.NodeID)
		}
		if amount := device.Resources["huawei.com/npu-core"]; device.Type == "gpu" && amount.Value() != 100 {
			text += " of " + amount.String()
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}
