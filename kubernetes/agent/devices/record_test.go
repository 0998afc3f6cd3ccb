package devices

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// checkpointOf returns kubelet's checkpoint with these entries and registered resources.
func checkpointOf(t *testing.T, entries []checkpoint, registered ...string) string {
	t.Helper()
	type entry struct {
		PodUID, ContainerName, ResourceName string
		DeviceIDs                           map[string][]string
		AllocResp                           []byte
	}
	list, resources := []entry{}, map[string][]string{}
	for _, item := range entries {
		list = append(list, entry{item.PodUID, item.Container, item.Resource, map[string][]string{"0": item.IDs}, nil})
	}
	for _, resource := range registered {
		resources[resource] = []string{"x"}
	}
	data, err := json.Marshal(map[string]any{"PodDeviceEntries": list, "RegisteredDevices": resources})
	check.OK(t, err)
	diagnoses, err := koord.NewDiagnostics()
	check.OK(t, err)
	defer diagnoses.Close()
	report, err := koord.NewDeviceReport(diagnoses, 0)
	check.OK(t, err)
	defer report.Close()
	// The error about a wrong checksum states the right one.
	found := regexp.MustCompile(`expected ([0-9]+)`).FindStringSubmatch(report.SetCheckpoint(fmt.Appendf(nil, `{"Data":%s,"Checksum":1}`, data)).Error())
	return fmt.Sprintf(`{"Data":%s,"Checksum":%s}`, data, found[1])
}

// withPlugin lets a test's agent report the NPUs of a plugin, which kubelet has.
func (u *unreportedTest) withPlugin(kubelet *fake.Kubelet) {
	u.Helper()
	kubelet.Devices = []*podresources.ContainerDevices{fake.DevicesOf("huawei.com/Ascend910", 0, "Ascend910-0", "Ascend910-1")}
	c := u.devices.config
	c.Reports.Plugins = []config.PluginDevices{{Resource: "huawei.com/Ascend910"}}
	c.StateFile, c.Kubelet.PodResources = filepath.Join(u.TempDir(), "state"), filepath.Join(u.TempDir(), "socket")
	check.OK(u, c.Complete())
	kubelet.Serve(c.Kubelet.PodResources)
	var err error
	u.devices.plugins, err = newPluginDevices(c, slog.New(slog.DiscardHandler), u.store)
	check.OK(u, err)
	u.Cleanup(u.devices.Close)
}

func podOf(name, annotation string, phase v1.PodPhase, resource string) *v1.Pod {
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID("uid-" + name)},
		Spec:   v1.PodSpec{Containers: []v1.Container{{Name: "main", Resources: v1.ResourceRequirements{Limits: amountsOf(resource)}}}},
		Status: v1.PodStatus{Phase: phase, ContainerStatuses: []v1.ContainerStatus{{Name: "main", ContainerID: "containerd://" + name}}}}
	if annotation != "" {
		pod.Annotations = map[string]string{objects.AnnotationDeviceAllocated: annotation}
	}
	return pod
}

// entries looks and returns the published entries.
func (u *unreportedTest) entries() (entries []checkpoint) {
	u.Helper()
	u.devices.poll(u.Context())
	var device apis.Device
	check.OK(u, json.Unmarshal(u.published, &device))
	if text := device.Annotations[objects.AnnotationDevicesCheckpointsError]; text != "" {
		u.Fatal(text)
	}
	entries, err := entriesOf(&device)
	check.OK(u, err)
	return entries
}

// Entries of all resources of a plugin's devices are reported, by kubelet's API or by its checkpoint,
// which alone has init containers.
func TestEntriesOfEveryResourceOfAPlugin(t *testing.T) {
	u := newUnreportedTest(t)
	k := fake.NewKubelet(t)
	u.withPlugin(k)
	u.sync()
	const whole, part, core = "huawei.com/Ascend910", "huawei.com/Ascend910-2c", "huawei.com/npu-core"
	for _, pod := range []*v1.Pod{podOf("listed", "", v1.PodRunning, part), podOf("initializing", "", v1.PodPending, whole),
		podOf("allocated", `{"gpu":[{"minor":1}]}`, v1.PodRunning, whole+" huawei.com/npu-core koordinator.sh/gpu-memory-ratio"), podOf("ended", "", v1.PodSucceeded, whole),
		podOf("core", "", v1.PodRunning, core)} {
		u.store.SetPod(string(pod.UID), pod)
	}
	listed := checkpoint{"uid-listed", "main", part, []string{"Ascend910-2c-100-0"}}
	first := checkpoint{"uid-initializing", "first", whole, []string{"Ascend910-0", "Ascend910-1"}}
	cores := checkpoint{"uid-core", "main", core, []string{"Ascend910-1"}}
	k.Assigned = []*podresources.PodResources{{Name: "listed", Namespace: "ml", Containers: []*podresources.ContainerResources{{Name: "main",
		Devices: []*podresources.ContainerDevices{fake.DevicesOf(part, 0, listed.IDs...), fake.DevicesOf("example.com/other", 0, "x")}}}}}
	u.write(checkpointOf(t, []checkpoint{listed, first, cores, {"uid-initializing", "first", "example.com/other", []string{"x"}},
		{"uid-allocated", "main", whole, []string{"Ascend910-1"}}, {"uid-ended", "main", whole, []string{"Ascend910-1"}}}, whole, part, core))
	want := []checkpoint{cores, first, listed}
	if found := u.entries(); !slices.EqualFunc(found, want, same) {
		t.Errorf("found %v, expected %v", found, want)
	}
	k.Edit(func() { k.Assigned = nil })
	if found := u.entries(); !slices.EqualFunc(found, want, same) {
		t.Errorf("by the checkpoint only: found %v, expected %v", found, want)
	}
}

func same(a, b checkpoint) bool {
	return a.PodUID == b.PodUID && a.Container == b.Container && a.Resource == b.Resource && slices.Equal(a.IDs, b.IDs)
}

// An entry without ids is added once the container is created, unless kubelet serves the resource.
func TestEntriesWithoutIDs(t *testing.T) {
	u := newUnreportedTest(t)
	u.sync()
	pod := podOf("part", "", v1.PodPending, "huawei.com/npu-core")
	created := pod.Status.ContainerStatuses
	pod.Status.ContainerStatuses = nil
	expect := func(what string, want int) {
		t.Helper()
		u.store.SetPod(string(pod.UID), pod)
		if found := u.entries(); len(found) != want {
			t.Errorf("%s: found %v, expected %d entries", what, found, want)
		}
	}
	expect("not created", 0)
	pod.Status.ContainerStatuses = created
	expect("created", 1)
	u.write(checkpointOf(t, nil, "huawei.com/npu-core"))
	expect("served by kubelet", 0)
	u.write(checkpointOf(t, nil, "nvidia.com/gpu"))
	expect("not served by kubelet", 1)
	first := pod
	pod = podOf("second", "", v1.PodRunning, "koordinator.sh/gpu")
	u.store.LoseRuntime()
	expect("the runtime is not connected", 1)
	u.store.ResetRuntime(nil, nil)
	expect("the runtime is connected again", 2)
	u.store.LoseRuntime()
	pod = first
	expect("the runtime is not connected, both created before", 2)
}
