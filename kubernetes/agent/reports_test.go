package agent

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

const (
	topologies    = "topology.node.k8s.io/noderesourcetopologies"
	deviceObjects = "scheduling.koordinator.sh/devices"
)

func (s *apiServer) waitTopology(t *testing.T, what string, done func(*apis.NodeResourceTopology) bool) {
	t.Helper()
	waitFor(t, what, func() bool {
		var got apis.NodeResourceTopology
		return s.reported(topologies, &got) && done(&got)
	})
}

func (s *apiServer) waitDevice(t *testing.T, what string, done func(*apis.Device) bool) {
	t.Helper()
	waitFor(t, what, func() bool {
		var got apis.Device
		return s.reported(deviceObjects, &got) && done(&got)
	})
}

// gpuCore returns the Node's amount of that resource, if it also has the model.
func (s *apiServer) gpuCore() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	node := s.objects["nodes"]["node-a"].(*v1.Node)
	amount := node.Status.Allocatable["koordinator.sh/gpu-core"]
	if node.Labels["node.koordinator.sh/gpu-model"] == "" {
		return -1
	}
	return amount.Value()
}

func pools(of string) func(*apis.NodeResourceTopology) bool {
	return func(got *apis.NodeResourceTopology) bool {
		return strings.Contains(got.Annotations["node.koordinator.sh/cpu-shared-pools"], of)
	}
}

// The node is reported as soon as it is known and on changes, and the report is deleted with its
// Node.
func TestTopologyIsReported(t *testing.T) {
	n, server := newServedNode(t, nil)
	n.start()
	server.waitTopology(t, "the first report", pools(`"cpuset":"0-7"`))
	var got apis.NodeResourceTopology
	server.reported(topologies, &got)
	if got.Name != "node-a" || len(got.Zones) != 2 || len(got.OwnerReferences) != 1 || got.OwnerReferences[0].UID != "node-uid" {
		t.Errorf("%+v", got)
	}
	server.set("pods", podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}.object())
	server.waitTopology(t, "the pool without the pod's CPUs", pools(`"cpuset":"0-3"`))
}

// CPUs that go offline are reported, and containers have left them.
func TestCPUsComeAndGo(t *testing.T) {
	n, server := newServedNode(t, func(c *Config) { c.Interval.Duration = 100 * time.Millisecond })
	online := filepath.Join(n.config.Host.Root, "sys/devices/system/cpu/online")
	ok(t, os.MkdirAll(filepath.Dir(online), 0o755))
	ok(t, os.WriteFile(online, []byte("0-15\n"), 0o644))
	less, err := koord.TopologyFromSynthetic(nil, "numa:2 core:7 pu:1")
	ok(t, err)
	n.host.discover = func(context.Context) (*koord.Topology, error) { return less, nil }
	n.start()
	lsr, ls := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "12-15"}, podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}
	n.run(lsr)
	n.run(ls)
	n.expectCPUs(ls, "main", "0-11")
	ok(t, os.WriteFile(online+".new", []byte("0-13\n"), 0o644))
	ok(t, os.Rename(online+".new", online))
	server.waitTopology(t, "a machine of 14 CPUs", pools(`"cpuset":"7-11"`))
	n.expectCPUs(lsr, "main", "12-13")
	n.expectCPUs(ls, "main", "0-11")
}

// A report that is rejected, as before its definition is installed, is retried; one delayed by an
// outage is sent later.
func TestReportsAreTriedAgain(t *testing.T) {
	n, server := newServedNode(t, nil)
	server.refuse = 2
	n.start()
	server.waitTopology(t, "a report after two refusals", pools(`"cpuset":"0-7"`))
	server.setDown(true)
	n.run(podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"})
	time.Sleep(10 * time.Millisecond)
	server.setDown(false)
	server.waitTopology(t, "the report of what was decided during the outage", pools(`"cpuset":"0-3"`))
}

// Devices come from the driver and the machine; a failed one is reported as unhealthy.
func TestDevicesAreReported(t *testing.T) {
	driver := filepath.Join(t.TempDir(), "libfake.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", driver, "../../tests/probe/fake_nvml.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("KOORD_FAKE_NVML", "pascal2")
	xml, err := os.ReadFile("../../tests/data/machines/xeon2695v4-pascal.xml")
	ok(t, err)
	machine, err := koord.TopologyFromHwlocXML(nil, 0, xml)
	ok(t, err)
	n, server := newServedNode(t, func(c *Config) {
		c.Reports.NVML, c.Reports.Interval.Duration = driver, 100*time.Millisecond
	})
	n.host.machine = machine
	n.start()
	healthy := func(want int) func(*apis.Device) bool {
		return func(got *apis.Device) bool {
			gpus := 0
			for _, one := range got.Spec.Devices {
				if one.Type == "gpu" && one.Health {
					gpus++
				}
			}
			return gpus == want && got.Name == "node-a" && len(got.OwnerReferences) == 1
		}
	}
	server.waitDevice(t, "two GPUs", healthy(2))
	given := func(want string) func(*apis.Device) bool {
		return func(got *apis.Device) bool {
			text := got.Annotations[annotationCheckpoints]
			return want == "" && text == "" || want != "" && strings.Contains(text, want)
		}
	}
	plain := podOf{name: "plain", milli: 1000, env: []string{"NVIDIA_VISIBLE_DEVICES=0"}}
	withGPU := plain.object()
	setAmount(withGPU.Spec.Containers[0].Resources.Limits, "nvidia.com/gpu", "1")
	server.set("pods", withGPU)
	n.run(plain)
	server.waitDevice(t, "the GPU that a running container sees", given(`{"podUID":"uid-plain","containerName":"main",`+
		`"resourceName":"nvidia.com/gpu","deviceIDs":["GPU-`))
	n.kill() // a new agent reads it from running containers
	server.mu.Lock()
	delete(server.patches, deviceObjects)
	server.mu.Unlock()
	n.start()
	server.waitDevice(t, "the same after a restart", given(`"podUID":"uid-plain"`))
	n.end(plain)
	server.waitDevice(t, "no GPU of a pod that ended", given(""))
	waitFor(t, "the Node's GPUs", func() bool { return server.gpuCore() == 200 })
	gpu := podOf{name: "gpu", milli: 1000, notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":1,
"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100"}}]}`}}
	object := gpu.object()
	for _, name := range []string{"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory-ratio"} {
		setAmount(object.Spec.Containers[0].Resources.Limits, name, "100")
	}
	server.set("pods", object)
	waitFor(t, "the pod", func() bool {
		got, err := n.agent.keeper.answers.ask(t.Context(), koord.HookStageCreateContainer, gpu.uid(), "main")
		return err == nil && len(got.env) == 1
	})
	n.sandbox(gpu.bare())
	got, err := n.create(gpu.bare(), "main", "")
	ok(t, err)
	if len(got.Env) != 1 || got.Env[0].Key != "NVIDIA_VISIBLE_DEVICES" || !strings.HasPrefix(got.Env[0].Value, "GPU-") {
		t.Error(got.Env)
	}
	t.Setenv("KOORD_FAKE_NVML", "pascal2-gone")
	server.waitDevice(t, "a GPU that is lost", healthy(1))
	waitFor(t, "the Node's GPU", func() bool { return server.gpuCore() == 100 })
}
