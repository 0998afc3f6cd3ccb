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
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

const (
	topologies    = "topology.node.k8s.io/noderesourcetopologies"
	deviceObjects = "scheduling.koordinator.sh/devices"
)

func waitTopology(t *testing.T, s *fake.APIServer, what string, done func(*apis.NodeResourceTopology) bool) {
	t.Helper()
	check.Eventually(t, what, func() bool {
		var got apis.NodeResourceTopology
		return s.Reported(topologies, &got) && done(&got)
	})
}

func waitDevice(t *testing.T, s *fake.APIServer, what string, done func(*apis.Device) bool) {
	t.Helper()
	check.Eventually(t, what, func() bool {
		var got apis.Device
		return s.Reported(deviceObjects, &got) && done(&got)
	})
}

// gpuCore returns the Node's amount of that resource, if it also has the model.
func gpuCore(s *fake.APIServer) int64 {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	node := s.Objects["nodes"]["node-a"].(*v1.Node)
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

// The state of a static memory manager is reported, and its pods that are not on the node have
// ended.
func TestMemoryManagerIsReported(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.Interval.Duration = 100 * time.Millisecond })
	write := func(name, text string) {
		check.OK(t, os.WriteFile(filepath.Join(n.config.Kubelet.Directory, name), []byte(text), 0o600))
	}
	write("config.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmemoryManagerPolicy: Static\n"+
		"reservedMemory:\n- numaNode: 0\n  limits:\n    memory: 1Mi\n")
	write("memory_manager_state", `{"policyName":"Static","machineState":{"0":{"numberOfAssignments":1,"memoryMap":{"memory":`+
		`{"total":8192,"systemReserved":0,"allocatable":8192,"reserved":4096,"free":4096}},"cells":[0]}},`+
		`"entries":{"gone":{"main":[{"numaAffinity":[0],"type":"memory","size":4096}]}},"checksum":0}`)
	n.start()
	const want = `{"numaNodes":[{"node":0,"assignments":1,"memory":[{"type":"memory","allocatable":8192,"free":4096}]}],` +
		`"pods":[{"uid":"gone","ended":true,"blocks":[{"nodes":[0],"type":"memory","size":4096}]}]}`
	waitTopology(t, server, "the report of the memory manager", func(got *apis.NodeResourceTopology) bool {
		return got.Annotations["kubelet.koordinator.sh/memory-manager-state"] == want
	})
}

// deviceState returns kubelet's checkpoint after it has given a device of a resource to each pod,
// in order.
func deviceState(t *testing.T, machine *koord.Topology, devices []koord.ReportedDevice, uids ...string) []byte {
	t.Helper()
	kubelet, err := koord.NewKubelet(machine, koord.KubeletSetup{Devices: devices})
	check.OK(t, err)
	defer kubelet.Close()
	for _, uid := range uids {
		pod, err := koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p","uid":"`+uid+`"},"spec":{"containers":[{"name":"main",`+
			`"resources":{"limits":{"`+devices[0].Resource+`":"1"}}}]}}`))
		check.OK(t, err)
		defer pod.Close()
		answer, err := kubelet.Admit(pod, 0)
		if check.OK(t, err); !answer.Admitted() {
			t.Fatalf("%s: %+v", uid, answer.Refusal)
		}
	}
	text, err := kubelet.DeviceState()
	check.OK(t, err)
	return text
}

// Devices of plugins are reported with their NUMA nodes, and those that pods have. A device that is
// not listed any more is unhealthy as long as the Node's capacity counts it.
func TestDeviceManagerIsReported(t *testing.T) {
	const resource = "example.com/gpu"
	k := fake.NewKubelet(t)
	x, y, both := fake.DevicesOf(resource, 0, "x"), fake.DevicesOf(resource, 1, "y"), fake.DevicesOf(resource, 1, "x")
	k.Devices = []*podresources.ContainerDevices{x, y, both, fake.DevicesOf("example.com/kvm", -1, "0", "1")}
	n, server := newServedNode(t, func(c *config.Config) { c.Interval.Duration = 100 * time.Millisecond })
	node := fake.NodeObject(nil)
	node.Status.Capacity = v1.ResourceList{}
	fake.SetAmount(node.Status.Capacity, resource, "2")
	server.Set("nodes", node)
	k.Serve(n.config.Kubelet.PodResources)
	check.OK(t, os.MkdirAll(filepath.Dir(n.config.Kubelet.DeviceCheckpoint), 0o755))
	check.OK(t, os.WriteFile(n.config.Kubelet.DeviceCheckpoint, deviceState(t, n.host.machine,
		[]koord.ReportedDevice{{Resource: resource, ID: "y", NUMANodes: 2}}, "gone"), 0o600))
	n.start()
	expect := func(what, want string) {
		t.Helper()
		waitTopology(t, server, what, func(got *apis.NodeResourceTopology) bool {
			return got.Annotations["kubelet.koordinator.sh/device-manager-state"] == want
		})
	}
	expect("the devices", `{"devices":[{"resource":"example.com/gpu","nodes":[0,1],"healthy":1},{"resource":"example.com/gpu","nodes":[1],"healthy":1}],`+
		`"pods":[{"uid":"gone","ended":true,"devices":[{"resource":"example.com/gpu","nodes":[1],"healthy":1}]}]}`)
	k.Edit(func() { k.Devices = []*podresources.ContainerDevices{x, both} })
	expect("an unhealthy device", `{"devices":[{"resource":"example.com/gpu","nodes":[0,1],"healthy":1},{"resource":"example.com/gpu","nodes":[1],"unhealthy":1}],`+
		`"pods":[{"uid":"gone","ended":true,"devices":[{"resource":"example.com/gpu","nodes":[1],"unhealthy":1}]}]}`)
	node = node.DeepCopy()
	fake.SetAmount(node.Status.Capacity, resource, "1")
	server.Set("nodes", node)
	expect("the device was removed", `{"devices":[{"resource":"example.com/gpu","nodes":[0,1],"healthy":1}],`+
		`"pods":[{"uid":"gone","ended":true,"devices":[{"resource":"example.com/gpu","unhealthy":1}]}]}`)
}

// The node is reported as soon as it is known and on changes, and the report is deleted with its
// Node.
func TestTopologyIsReported(t *testing.T) {
	n, server := newServedNode(t, nil)
	n.start()
	waitTopology(t, server, "the first report", pools(`"cpuset":"0-7"`))
	var got apis.NodeResourceTopology
	server.Reported(topologies, &got)
	if got.Name != "node-a" || len(got.Zones) != 2 || len(got.OwnerReferences) != 1 || got.OwnerReferences[0].UID != "node-uid" {
		t.Errorf("%+v", got)
	}
	server.Set("pods", fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}.Object())
	waitTopology(t, server, "the pool without the pod's CPUs", pools(`"cpuset":"0-3"`))
}

// CPUs that go offline are reported, and containers have left them.
func TestCPUsComeAndGo(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.Interval.Duration = 100 * time.Millisecond })
	online := filepath.Join(n.config.Host.Root, "sys/devices/system/cpu/online")
	check.OK(t, os.MkdirAll(filepath.Dir(online), 0o755))
	check.OK(t, os.WriteFile(online, []byte("0-15\n"), 0o644))
	less, err := koord.TopologyFromSynthetic(nil, "numa:2 core:7 pu:1")
	check.OK(t, err)
	n.host.discover = func(context.Context) (*koord.Topology, error) { return less, nil }
	n.start()
	lsr, ls := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "12-15"}, fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.run(lsr)
	n.run(ls)
	n.expectCPUs(ls, "main", "0-11")
	check.OK(t, os.WriteFile(online+".new", []byte("0-13\n"), 0o644))
	check.OK(t, os.Rename(online+".new", online))
	waitTopology(t, server, "a machine of 14 CPUs", pools(`"cpuset":"7-11"`))
	n.expectCPUs(lsr, "main", "12-13")
	n.expectCPUs(ls, "main", "0-11")
}

// A report that is rejected, as before its definition is installed, is retried; one delayed by an
// outage is sent later.
func TestReportsAreTriedAgain(t *testing.T) {
	n, server := newServedNode(t, nil)
	server.Refuse = 2
	n.start()
	waitTopology(t, server, "a report after two refusals", pools(`"cpuset":"0-7"`))
	server.SetDown(true)
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	time.Sleep(10 * time.Millisecond)
	server.SetDown(false)
	waitTopology(t, server, "the report of what was decided during the outage", pools(`"cpuset":"0-3"`))
}

// Devices come from the driver and the machine; a failed one is reported as unhealthy.
func TestDevicesAreReported(t *testing.T) {
	driver := filepath.Join(t.TempDir(), "libfake.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", driver, "../../tests/probe/fake_nvml.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("KOORD_FAKE_NVML", "pascal2")
	xml, err := os.ReadFile("../../tests/data/machines/xeon2695v4-pascal.xml")
	check.OK(t, err)
	machine, err := koord.TopologyFromHwlocXML(nil, 0, xml)
	check.OK(t, err)
	n, server := newServedNode(t, func(c *config.Config) {
		c.Reports.NVML, c.Reports.Interval.Duration = driver, 100*time.Millisecond
	})
	n.host.machine = machine
	n.start()
	healthy := func(want int) func(*apis.Device) bool {
		return func(got *apis.Device) bool {
			gpus := 0
			for _, device := range got.Spec.Devices {
				if device.Type == "gpu" && device.Health {
					gpus++
				}
			}
			return gpus == want && got.Name == "node-a" && len(got.OwnerReferences) == 1
		}
	}
	waitDevice(t, server, "two GPUs", healthy(2))
	given := func(want string) func(*apis.Device) bool {
		return func(got *apis.Device) bool {
			return strings.Contains(got.Annotations[objects.AnnotationDevicesCheckpoints], want)
		}
	}
	plain := fake.Pod{Name: "plain", Milli: 1000, Env: []string{"NVIDIA_VISIBLE_DEVICES=0"}}
	withGPU := plain.Object()
	fake.SetAmount(withGPU.Spec.Containers[0].Resources.Limits, "nvidia.com/gpu", "1")
	server.Set("pods", withGPU)
	n.run(plain)
	waitDevice(t, server, "the GPU that a running container sees", given(`{"podUID":"uid-plain","containerName":"main",`+
		`"resourceName":"nvidia.com/gpu","deviceIDs":["GPU-`))
	n.kill() // a new agent reads it from running containers
	server.Mu.Lock()
	delete(server.Patches, deviceObjects)
	server.Mu.Unlock()
	n.start()
	waitDevice(t, server, "the same after a restart", given(`"podUID":"uid-plain"`))
	n.end(plain)
	waitDevice(t, server, "no GPU of a pod that ended", given("[]"))
	check.Eventually(t, "the Node's GPUs", func() bool { return gpuCore(server) == 200 })
	gpu := fake.Pod{Name: "gpu", Milli: 1000, Notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":1,
"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100"}}]}`}}
	object := gpu.Object()
	for _, name := range []string{"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory-ratio"} {
		fake.SetAmount(object.Spec.Containers[0].Resources.Limits, name, "100")
	}
	server.Set("pods", object)
	check.Eventually(t, "the pod", func() bool {
		got, err := n.agent.keeper.Answers.Ask(t.Context(), koord.HookStageCreateContainer, gpu.UID(), "main")
		return err == nil && len(got.Env) == 1
	})
	n.sandbox(gpu.Bare())
	got, err := n.create(gpu.Bare(), "main", "")
	check.OK(t, err)
	if len(got.Env) != 1 || got.Env[0].Key != "NVIDIA_VISIBLE_DEVICES" || !strings.HasPrefix(got.Env[0].Value, "GPU-") {
		t.Error(got.Env)
	}
	t.Setenv("KOORD_FAKE_NVML", "pascal2-gone")
	waitDevice(t, server, "a GPU that is lost", healthy(1))
	check.Eventually(t, "the Node's GPU", func() bool { return gpuCore(server) == 100 })
}
