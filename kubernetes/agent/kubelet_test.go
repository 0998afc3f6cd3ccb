package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// kubelet's effective configuration takes precedence over its file, which may lack flags. The file
// counts until kubelet responds.
func TestConfigz(t *testing.T) {
	k := newKubelet(t)
	k.config = "nonsense"
	n := newNode(t, func(c *Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Millisecond
		ok(t, os.WriteFile(filepath.Join(c.Kubelet.Directory, "config.yaml"), []byte("reservedSystemCPUs: 4-5\n"), 0o644))
	})
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(lsr)
	n.expectCPUs(lsr, "main", "6-7")
	k.edit(func() { k.config = `{"kubeletconfig":{"reservedSystemCPUs":"6"}}` })
	waitFor(t, "kubelet's own word", func() bool { return n.cpus(lsr, "main") == "4-5,7" })
	k.http.CloseClientConnections()
	k.edit(func() { k.config = `{"kubeletconfig":` }) // an unreadable response changes nothing
	before := k.count("/configz")
	waitFor(t, "two more answers", func() bool { return k.count("/configz") > before+1 })
	n.settle()
	n.expectCPUs(lsr, "main", "4-5,7")
}

// During an outage of the API server kubelet provides its pods with their annotations. The API
// server's version takes precedence.
func TestPodsOfKubelet(t *testing.T) {
	k := newKubelet(t)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	k.pods = []v1.Pod{*lsr.object()}
	n, server := newServedNode(t, func(c *Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Hour // kubelet's pods are sufficient
	})
	server.setDown(true)
	n.start()
	n.shared("0-3,8-15") // although the runtime does not run it yet
	n.runBare(lsr, "4-7")
	moved := lsr
	moved.claim = "8-11"
	server.set("pods", moved.object())
	server.setDown(false)
	n.shared("0-7,12-15")
	n.expectCPUs(lsr, "main", "8-11")
	waitFor(t, "kubelet's pods are not needed", func() bool {
		before := k.count("/pods")
		asked := k.count("/configz")
		waitFor(t, "two more looks", func() bool { return k.count("/configz") > asked+1 })
		return k.count("/pods") == before
	})
	// A pod missing in the API server is eventually dropped from kubelet's pods.
	if n.agent.facts.setKubeletPods(nil) {
		t.Error("kubelet's pods are still known")
	}
}

// Devices of other plugins get numbers that they keep, even if they fail and across restarts of the
// agent. Devices assigned by kubelet are reported, except for pods whose devices a scheduler chose.
func TestDevicesOfPlugins(t *testing.T) {
	k := newKubelet(t)
	npu := func(ids ...string) []*podresources.ContainerDevices {
		return []*podresources.ContainerDevices{devicesOf("huawei.com/Ascend910", 1, ids...), devicesOf("example.com/dsp", -1, "b", "a"),
			devicesOf("example.com/other", 0, "x")}
	}
	k.devices = npu("Ascend910-3", "Ascend910-1")
	mine, theirs := podOf{name: "mine", milli: 1000}, podOf{name: "theirs", milli: 1000,
		notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":1}]}`}}
	for _, one := range []podOf{mine, theirs} {
		k.given = append(k.given, &podresources.PodResources{Name: one.name, Namespace: "default", Containers: []*podresources.ContainerResources{
			{Name: "main", Devices: []*podresources.ContainerDevices{devicesOf("huawei.com/Ascend910", 1, "Ascend910-3")}}}})
	}
	n, server := newServedNode(t, func(c *Config) {
		c.Reports.NVML, c.Reports.Interval.Duration = NVMLNever, 100*time.Millisecond
		c.Reports.Plugins = []PluginDevices{{Resource: "huawei.com/Ascend910"},
			{Resource: "example.com/dsp", Type: "dsp", Gives: map[string]string{"example.com/dsp": "100"}}}
	})
	k.serve(n.config.Kubelet.PodResources)
	server.set("pods", mine.object())
	server.set("pods", theirs.object())
	n.start()
	expect := func(what, devices, vendor, given string) {
		t.Helper()
		var got apis.Device
		waitFor(t, what+": "+devices, func() bool {
			got = apis.Device{}
			return server.reported(deviceObjects, &got) && shownDevices(&got) == devices && got.Annotations[annotationCheckpoints] == given
		})
		if got.Labels[labelGPUVendor] != vendor {
			t.Errorf("%s: %v", what, got.Labels)
		}
	}
	given := `[{"podUID":"uid-mine","containerName":"main","resourceName":"huawei.com/Ascend910","deviceIDs":["Ascend910-3"]}]`
	expect("all", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	k.edit(func() { k.devices = npu("Ascend910-3") })
	expect("one is gone", "gpu 1 Ascend910-1 false, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	n.kill()
	n.start()
	k.grpc.Stop() // kubelet restarts
	k.serve(n.config.Kubelet.PodResources)
	k.edit(func() { k.devices, k.given = npu("Ascend910-3", "Ascend910-7", "Ascend910-1"), nil })
	expect("after restarts", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, gpu 7 Ascend910-7 true 1, dsp 0 a true -1, dsp 1 b true -1",
		"huawei", "")
}

func shownDevices(object *apis.Device) string {
	var out []string
	for _, one := range object.Spec.Devices {
		text := fmt.Sprintf("%s %d %s %v", one.Type, *one.Minor, one.ID, one.Health)
		if one.Topology != nil {
			text += fmt.Sprintf(" %d", *one.Topology.NodeID)
		}
		if amount := one.Resources["huawei.com/npu-core"]; one.Type == "gpu" && amount.Value() != 100 {
			text += " of " + amount.String()
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}
