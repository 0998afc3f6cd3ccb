package devices

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// gpuPodsFolder names the folder with the objects that the test's kubectl prints.
const gpuPodsFolder = "GPU_PODS_FOLDER"

// TestMain runs the tests, or kubectl for TestGPUPods, which starts the test program as kubectl.
func TestMain(m *testing.M) {
	folder := os.Getenv(gpuPodsFolder)
	if folder == "" {
		os.Exit(m.Run())
	}
	if err := kubectl(folder, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kubectl prints objects of a folder: "get RESOURCE ... -o go-template=TEMPLATE".
func kubectl(folder string, args []string) error {
	source, isTemplate := strings.CutPrefix(args[len(args)-1], "go-template=")
	if args[0] != "get" || !isTemplate {
		return fmt.Errorf("unexpected arguments %q", args)
	}
	text, err := os.ReadFile(filepath.Join(folder, args[1]))
	if err != nil {
		return err
	}
	var object any
	if err := json.Unmarshal(text, &object); err != nil {
		return err
	}
	shown, err := template.New("").Parse(source)
	if err != nil {
		return err
	}
	return shown.Execute(os.Stdout, object)
}

// runGPUPods runs gpu-pods.sh with these pods and Device objects, and returns its lines.
func runGPUPods(t *testing.T, pods *v1.PodList, devices any) []string {
	folder := t.TempDir()
	for name, object := range map[string]any{"pods": pods, "devices.scheduling.koordinator.sh": devices} {
		text, err := json.Marshal(object)
		check.OK(t, err)
		check.OK(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	program, err := os.Executable()
	check.OK(t, err)
	check.OK(t, os.Symlink(program, filepath.Join(folder, "kubectl")))
	script := exec.CommandContext(t.Context(), "../../deploy/gpu-pods.sh")
	script.Env = append(os.Environ(), gpuPodsFolder+"="+folder, "PATH="+folder+":"+os.Getenv("PATH"))
	text, err := script.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// amountsOf returns an amount of 1 for each of these resources.
func amountsOf(resources string) v1.ResourceList {
	out := v1.ResourceList{}
	for _, name := range strings.Fields(resources) {
		out[v1.ResourceName(name)] = resource.MustParse("1")
	}
	return out
}

// deviceOf returns the Device object of a node with a device of each of these types, whose ids are
// their types, and with a record.
func deviceOf(t *testing.T, node string, entries []checkpoint, kinds ...string) apis.Device {
	t.Helper()
	device := apis.Device{ObjectMeta: metav1.ObjectMeta{Name: node, Annotations: map[string]string{
		objects.AnnotationMIGInstances: `[{"minor":1,"max":7,"instances":[{"uuid":"MIG-1","profile":"1g.10gb+me","gi":1},{"uuid":"MIG-2","profile":"1g.10gb","gi":2}]}]`}}}
	for _, kind := range kinds {
		device.Spec.Devices = append(device.Spec.Devices, apis.DeviceInfo{Type: kind, ID: kind,
			Resources: v1.ResourceList{v1.ResourceName("example.com/" + kind + "-part"): resource.MustParse("100")}})
	}
	if entries != nil {
		text, err := json.Marshal(entries)
		check.OK(t, err)
		device.Annotations[objects.AnnotationDevicesCheckpoints] = string(text)
	}
	return device
}

// A pod's devices are known if the Device object of its node has, for each container, an entry for
// each type of devices that it requests, and all ids that kubelet gives.
func TestGPUPods(t *testing.T) {
	type want struct{ name, devices string }
	var pods v1.PodList
	var entries []checkpoint
	var expected []want
	add := func(name, devices, resources, recorded string, edit func(*v1.Pod)) {
		pod := v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID("uid-" + name)},
			Spec: v1.PodSpec{NodeName: "node-a", SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main",
				Resources: v1.ResourceRequirements{Limits: amountsOf("cpu " + resources)}}}}}
		if edit != nil {
			edit(&pod)
		}
		pods.Items = append(pods.Items, pod)
		for _, item := range strings.Fields(recorded) {
			entries = append(entries, checkpoint{string(pod.UID), "main", item, []string{"GPU-" + name, "x"}})
		}
		if devices != "" {
			expected = append(expected, want{name, devices})
		}
	}
	add("cpus", "", "", "", nil)
	request := func(resources string) func(*v1.Pod) { // "NAME=AMOUNT ..."
		return func(pod *v1.Pod) {
			for _, item := range strings.Fields(resources) {
				name, amount, _ := strings.Cut(item, "=")
				pod.Spec.Containers[0].Resources.Limits[v1.ResourceName(name)] = resource.MustParse(amount)
			}
		}
	}
	record := func(name, recorded string, ids ...string) {
		entries = append(entries, checkpoint{"uid-" + name, "main", recorded, append([]string{}, ids...)})
	}
	on := func(node string) func(*v1.Pod) { return func(pod *v1.Pod) { pod.Spec.NodeName = node } }
	claim := func(annotation string) func(*v1.Pod) {
		return func(pod *v1.Pod) { pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: annotation} }
	}
	add("three-of-two", "unreported", "", "nvidia.com/gpu", request("nvidia.com/gpu=3"))
	add("two-of-two", "kubelet", "", "nvidia.com/gpu", request("nvidia.com/gpu=2"))
	add("twice", "unreported", "", "nvidia.com/gpu amd.com/gpu", request("nvidia.com/gpu=2 amd.com/gpu=1"))
	add("thousands", "unreported", "", "nvidia.com/gpu", request("nvidia.com/gpu=1k"))
	add("type", "kubelet", "nvidia.com/gpu koordinator.sh/gpu-core", "nvidia.com/gpu", nil)
	add("percentages", "kubelet", "", "", request("koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory=8Gi"))
	record("percentages", "koordinator.sh/gpu-core")
	add("no-ids", "unreported", "nvidia.com/gpu", "", nil)
	record("no-ids", "nvidia.com/gpu")
	add("by-id", "kubelet", "nvidia.com/gpu", "", nil)
	record("by-id", "example.com/gpu", "gpu::1")
	add("by-instance", "kubelet", "nvidia.com/gpu", "", nil)
	record("by-instance", "example.com/gpu", "MIG-other")
	add("amounts", "kubelet", "", "", request("example.com/dsp-part=200"))
	record("amounts", "example.com/dsp-part", "a", "b")
	add("more-amounts", "unreported", "", "", request("example.com/dsp-part=201"))
	record("more-amounts", "example.com/dsp-part", "a", "b")
	add("no-object", "unreported", "nvidia.com/gpu", "", on("node-x"))
	add("no-record", "unreported", "nvidia.com/gpu", "", on("node-silent"))
	add("no-devices", "absent", "nvidia.com/gpu", "", on("node-rdma"))
	add("one-type", "kubelet", "nvidia.com/gpu koordinator.sh/rdma", "", on("node-gpu"))
	add("another-node", "unreported", "nvidia.com/gpu", "nvidia.com/gpu", on("node-gpu"))
	add("profile-me", "unreported", "nvidia.com/mig-1g.10gb.me", "nvidia.com/mig-1g.10gb nvidia.com/gpu", nil)
	add("container-and-overhead", "kubelet", "nvidia.com/gpu", "nvidia.com/gpu", func(pod *v1.Pod) {
		request("nvidia.com/gpu=2")(pod)
		pod.Spec.Overhead = v1.ResourceList{"nvidia.com/gpu": resource.MustParse("3")}
	})
	add("claims-other", "unreported", "nvidia.com/gpu koordinator.sh/rdma", "", claim(`{"rdma":[{"minor":1}]}`))
	add("claims-none", "unreported", "nvidia.com/gpu", "", claim(`{"gpu":[]}`))
	add("claims-one", "annotation", "nvidia.com/gpu koordinator.sh/rdma", "koordinator.sh/rdma", claim("{\n \"gpu\" : [ {\"minor\": 1}]}"))
	add("zero", "", "", "", func(pod *v1.Pod) { pod.Spec.Containers[0].Resources.Limits["nvidia.com/gpu"] = resource.MustParse("0") })
	add("other", "", "example.com/gpu vendor.nvidia.com/gpu", "", nil)
	add("recorded", "kubelet", "nvidia.com/gpu", "nvidia.com/gpu", nil)
	add("unreported", "unreported", "nvidia.com/gpu", "", nil)
	add("nic", "unreported", "nvidia.com/gpu", "example.com/rdma", nil)
	add("gpu-and-nic", "unreported", "nvidia.com/gpu koordinator.sh/rdma", "nvidia.com/gpu", nil)
	add("both", "kubelet", "nvidia.com/gpu koordinator.sh/rdma", "koordinator.sh/rdma nvidia.com/gpu", nil)
	add("share", "kubelet", "koordinator.sh/gpu-core koordinator.sh/gpu-memory-ratio", "nvidia.com/gpu", nil)
	add("replica", "kubelet", "nvidia.com/gpu.shared", "nvidia.com/gpu.shared", nil)
	add("instance", "kubelet", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-1g.10gb", nil)
	add("profile", "unreported", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb", nil)
	for _, name := range []string{"amd.com/gpu", "dcu.com/gpu", "huawei.com/npu-core", "kubernetes.io/gpu-core", "kubernetes.io/rdma", "kubernetes.io/fpga"} {
		add(strings.ReplaceAll(name, "/", "-"), "unreported", name, "nvidia.com/mig-1g.10gb", nil)
	}
	add("second", "unreported", "nvidia.com/gpu", "nvidia.com/gpu", func(pod *v1.Pod) {
		pod.Spec.Containers = append(pod.Spec.Containers, v1.Container{Name: "second", Resources: v1.ResourceRequirements{Limits: amountsOf("nvidia.com/gpu")}})
	})
	for _, ended := range []bool{false, true} {
		name, devices, status := "initializing", "unreported", v1.ConditionFalse
		if ended {
			name, devices, status = "initialized", "kubelet", v1.ConditionTrue
		}
		add(name, devices, "nvidia.com/gpu", "nvidia.com/gpu", func(pod *v1.Pod) {
			pod.Spec.InitContainers = []v1.Container{{Name: "first", Resources: v1.ResourceRequirements{Limits: amountsOf("nvidia.com/gpu")}}}
			pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodInitialized, Status: status}}
		})
	}
	for i, plugin := range objects.DevicePlugins {
		name := strings.ReplaceAll(plugin.Resource, "*", "x")
		add(fmt.Sprint("plugin-", i), "unreported", name, "", nil)
		add(fmt.Sprint("reported-plugin-", i), "kubelet", name, name, nil)
	}
	add("request", "unreported", "", "", func(pod *v1.Pod) {
		pod.Spec.Containers[0].Resources = v1.ResourceRequirements{Requests: amountsOf("nvidia.com/gpu")}
	})
	add("init", "unreported", "", "", func(pod *v1.Pod) {
		pod.Spec.InitContainers = []v1.Container{{Name: "first", Resources: v1.ResourceRequirements{Limits: amountsOf("nvidia.com/gpu")}}}
	})
	add("pod-level", "unreported", "", "", func(pod *v1.Pod) {
		pod.Spec.Resources = &v1.ResourceRequirements{Requests: amountsOf("nvidia.com/gpu")}
	})
	add("overhead", "unreported", "", "", func(pod *v1.Pod) { pod.Spec.Overhead = amountsOf("koordinator.sh/gpu") })
	add("pending", "pending", "nvidia.com/gpu", "", func(pod *v1.Pod) { pod.Spec.NodeName = "" })
	add("allocated", "annotation", "nvidia.com/gpu", "", func(pod *v1.Pod) {
		pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[{"minor":0}]}`}
	})
	devices := map[string]any{"items": []apis.Device{{}, deviceOf(t, "node-a", entries, "gpu", "rdma", "fpga", "dsp"), deviceOf(t, "node-silent", nil, "gpu"),
		deviceOf(t, "node-rdma", []checkpoint{}, "rdma"), deviceOf(t, "node-gpu", []checkpoint{{"uid-one-type", "main", "nvidia.com/gpu", []string{"gpu"}}}, "gpu")}}
	lines := runGPUPods(t, &pods, devices)
	if head := strings.Fields(lines[0]); len(head) != 5 || head[4] != "DEVICES" {
		t.Errorf("header: %s", lines[0])
	}
	for i, line := range lines[1:] {
		if fields := strings.Fields(line); len(fields) != 5 || i >= len(expected) || fields[0] != "ml" || (want{fields[1], fields[4]}) != expected[i] {
			t.Fatalf("line %d: found %q, expected %v", i, line, expected[min(i, len(expected)-1)])
		}
	}
	if len(lines)-1 != len(expected) {
		t.Errorf("found %d pods, expected %d: %q", len(lines)-1, len(expected), lines)
	}
}
