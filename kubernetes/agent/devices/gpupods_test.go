package devices

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// gpuPodsFolder names the folder with the objects that the test's kubectl prints.
const gpuPodsFolder = "GPU_PODS_FOLDER"

// forbidden is the error of kubectl for objects that are this text.
const forbidden = "Error from server (Forbidden)"

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
	if errors.Is(err, fs.ErrNotExist) {
		resource, _, _ := strings.Cut(args[1], ".")
		return fmt.Errorf("error: the server doesn't have a resource type %q", resource)
	}
	if err != nil {
		return err
	}
	if string(text) == forbidden {
		return errors.New(forbidden)
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

// runGPUPods runs gpu-pods.sh with these pods, Device objects and ResourceClaims, and returns its
// lines. If claims are nil the cluster does not know them.
func runGPUPods(t *testing.T, pods *v1.PodList, devices, claims any) []string {
	folder := t.TempDir()
	for name, object := range map[string]any{"pods": pods, "devices.scheduling.koordinator.sh": devices, "resourceclaims.resource.k8s.io": claims} {
		if object == nil {
			continue
		}
		text, err := json.Marshal(object)
		check.OK(t, err)
		check.OK(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	text, err := scriptIn(t, folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// scriptIn returns gpu-pods.sh with a kubectl that prints the objects of a folder.
func scriptIn(t *testing.T, folder string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	check.OK(t, err)
	check.OK(t, os.Symlink(program, filepath.Join(folder, "kubectl")))
	script := exec.CommandContext(t.Context(), "../../deploy/gpu-pods.sh")
	script.Env = append(os.Environ(), gpuPodsFolder+"="+folder, "PATH="+folder+":"+os.Getenv("PATH"))
	return script
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
	lines := runGPUPods(t, &pods, devices, nil)
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

// claimOf returns a claim with a device of each of these drivers, or one that is not allocated.
func claimOf(name string, drivers ...string) resourceapi.ResourceClaim {
	claim := resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml"}}
	for _, driver := range drivers {
		if claim.Status.Allocation == nil {
			claim.Status.Allocation = &resourceapi.AllocationResult{}
		}
		results := &claim.Status.Allocation.Devices.Results
		*results = append(*results, resourceapi.DeviceRequestAllocationResult{Request: "r", Driver: driver, Pool: "p", Device: "d"})
	}
	return claim
}

// expectSources runs gpu-pods.sh, and compares the sources of the devices of pods by name.
func expectSources(t *testing.T, pods *v1.PodList, devices, claims any, want map[string]string) {
	t.Helper()
	for _, line := range runGPUPods(t, pods, devices, claims)[1:] {
		fields := strings.Fields(line)
		if len(fields) != 5 || want[fields[1]] != fields[4] {
			t.Errorf("found %q, expected %q", line, want[fields[1]])
		} else {
			delete(want, fields[1])
		}
	}
	for name, source := range want {
		t.Errorf("pod %s is missing, expected it with %s", name, source)
	}
}

// Pods with devices by ResourceClaims are listed. A request for an extended resource that a claim
// serves needs no record.
func TestGPUPodsWithClaims(t *testing.T) {
	var pods v1.PodList
	add := func(name, node, resources string, claims []string, edit func(*v1.Pod)) {
		pod := v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID("uid-" + name)},
			Spec: v1.PodSpec{NodeName: node, SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main",
				Resources: v1.ResourceRequirements{Limits: amountsOf(resources)}}}}}
		for _, claim := range claims {
			pod.Spec.ResourceClaims = append(pod.Spec.ResourceClaims, v1.PodResourceClaim{Name: "c", ResourceClaimName: &claim})
		}
		if edit != nil {
			edit(&pod)
		}
		pods.Items = append(pods.Items, pod)
	}
	extended := func(resources ...string) func(*v1.Pod) {
		return func(pod *v1.Pod) {
			status := &v1.PodExtendedResourceClaimStatus{ResourceClaimName: "extended"}
			for _, resource := range resources {
				status.RequestMappings = append(status.RequestMappings,
					v1.ContainerExtendedResourceRequest{ContainerName: "main", ResourceName: resource, RequestName: "r"})
			}
			pod.Status.ExtendedResourceClaimStatus = status
		}
	}
	add("claimed", "node-a", "", []string{"gpu"}, nil)
	add("generated", "node-a", "", nil, func(pod *v1.Pod) {
		template, name := "t", "gpu"
		pod.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "c", ResourceClaimTemplateName: &template}}
		pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "c", ResourceClaimName: &name}}
	})
	add("pending", "", "", []string{"not-allocated"}, nil)
	add("not-allocated", "node-a", "", []string{"not-allocated"}, nil)
	add("unknown", "node-a", "", []string{"unknown"}, nil)
	add("elsewhere", "node-a", "", []string{"other/gpu"}, nil)
	add("cpus", "node-a", "cpu", []string{"cpus"}, nil)
	add("cpus-and-gpu", "node-a", "", []string{"cpus", "gpu"}, nil)
	add("monitor", "node-a", "", []string{"admin"}, nil)
	add("and-recorded", "node-a", "nvidia.com/gpu", []string{"gpu"}, nil)
	add("and-unreported", "node-a", "nvidia.com/gpu", []string{"gpu"}, nil)
	add("and-absent", "node-a", "koordinator.sh/rdma", []string{"gpu"}, nil)
	add("extended", "node-a", "nvidia.com/gpu", nil, extended("nvidia.com/gpu"))
	add("extended-in-part", "node-a", "nvidia.com/gpu amd.com/gpu", nil, extended("nvidia.com/gpu"))
	notAllocated := func(pod *v1.Pod) {
		extended("nvidia.com/gpu")(pod)
		pod.Status.ExtendedResourceClaimStatus.ResourceClaimName = "not-allocated"
	}
	add("extended-not-allocated", "node-a", "nvidia.com/gpu", nil, notAllocated)
	add("claimed-and-extended-not-allocated", "node-a", "nvidia.com/gpu", []string{"gpu"}, notAllocated)
	admin, yes := claimOf("admin", "gpu.nvidia.com"), true
	admin.Status.Allocation.Devices.Results[0].AdminAccess = &yes
	claims := map[string]any{"items": []resourceapi.ResourceClaim{claimOf("gpu", "compute-domain.nvidia.com", "gpu.nvidia.com"),
		claimOf("extended", "gpu.nvidia.com"), claimOf("not-allocated"), claimOf("cpus", "dra.cpu", "dra.memory"), admin}}
	devices := map[string]any{"items": []apis.Device{deviceOf(t, "node-a",
		[]checkpoint{{"uid-and-recorded", "main", "nvidia.com/gpu", []string{"GPU-1"}}}, "gpu")}}
	expectSources(t, &pods, devices, claims, map[string]string{"claimed": "claim", "generated": "claim", "pending": "pending",
		"cpus-and-gpu": "claim", "and-recorded": "kubelet", "and-unreported": "unreported", "and-absent": "absent", "extended": "claim",
		"extended-in-part": "unreported", "extended-not-allocated": "unreported", "claimed-and-extended-not-allocated": "unreported"})
}

// A cluster without ResourceClaims is listed; claims that may not be read are an error.
func TestGPUPodsWithoutRights(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"pods", "devices.scheduling.koordinator.sh"} {
		check.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(`{"items":[]}`), 0o600))
	}
	check.OK(t, os.WriteFile(filepath.Join(folder, "resourceclaims.resource.k8s.io"), []byte(forbidden), 0o600))
	if text, err := scriptIn(t, folder).CombinedOutput(); err == nil || !strings.Contains(string(text), forbidden) {
		t.Errorf("found %v: %s", err, text)
	}
}

// The node's own names of plugins' resources precede the table.
func TestGPUPodsWithPluginsOfTheNode(t *testing.T) {
	var pods v1.PodList
	for _, name := range []string{"recorded", "unreported", "renamed"} {
		resource := "example.com/xpu"
		if name == "renamed" {
			resource = "nvidia.com/gpu.shared"
		}
		pods.Items = append(pods.Items, v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID("uid-" + name)},
			Spec: v1.PodSpec{NodeName: "node-a", SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main",
				Resources: v1.ResourceRequirements{Limits: amountsOf(resource)}}}}})
	}
	device := deviceOf(t, "node-a", []checkpoint{{"uid-recorded", "main", "example.com/xpu", []string{"x"}}}, "gpu")
	device.Annotations[objects.AnnotationDevicePlugins] = "{\n  \"example.com/xpu\": \"gpu\",\n  \"nvidia.com/gpu.shared\":\"fpga\"}"
	devices := map[string]any{"items": []apis.Device{device, deviceOf(t, "node-b", nil, "gpu")}}
	expectSources(t, &pods, devices, nil, map[string]string{"recorded": "kubelet", "unreported": "unreported", "renamed": "absent"})
}
