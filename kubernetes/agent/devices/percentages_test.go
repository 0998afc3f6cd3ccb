package devices

import (
	"encoding/json"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Running containers with percentages of devices that nothing names, and that kubelet does not serve,
// get entries without ids.
func TestContainersWithPercentages(t *testing.T) {
	for _, test := range []struct {
		name       string
		resources  []string
		annotation string
		phase      v1.PodPhase
		entries    string
		created    string   // name of the container that the runtime has created
		registered string   // resource of a device plugin
		want       []string // resources of the entries of the container
	}{
		{"a part of a GPU", []string{"koordinator.sh/gpu-memory-ratio", "koordinator.sh/gpu-core"}, "", "", "", "main", "", []string{"koordinator.sh/gpu-core"}},
		{"an NPU", []string{"huawei.com/npu-core"}, "", "", "", "main", "", []string{"huawei.com/npu-core"}},
		{"two types", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}, "", "", "", "main", "", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}},
		{"allocated", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}, `{"gpu":[{"minor":1}]}`, "", "", "main", "", []string{"koordinator.sh/rdma"}},
		{"a refused annotation", []string{"koordinator.sh/gpu"}, `{"gpu":[{"minor":1},{"minor":2}]}`, "", "", "main", "", []string{"koordinator.sh/gpu"}},
		{"ended", []string{"koordinator.sh/gpu"}, "", v1.PodSucceeded, "", "main", "", nil},
		{"of a plugin", []string{"nvidia.com/gpu"}, "", "", "", "main", "", nil},
		{"named", []string{"koordinator.sh/gpu"}, "", "", `[{"podUID":"u","containerName":"main","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}]`, "main", "", []string{"nvidia.com/gpu"}},
		{"another container's", []string{"koordinator.sh/gpu"}, "", "", `[{"podUID":"u","containerName":"second","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}]`, "main", "", []string{"koordinator.sh/gpu"}},
		{"not created", []string{"koordinator.sh/gpu"}, "", "", "", "", "", nil},
		{"another created", []string{"koordinator.sh/gpu"}, "", "", "", "second", "", nil},
		{"served", []string{"huawei.com/npu-core"}, "", "", "", "main", "huawei.com/npu-core", nil},
		{"served with another", []string{"huawei.com/npu-core", "huawei.com/npu-cpu"}, "", "", "", "main", "huawei.com/npu-core", nil},
		{"another served", []string{"koordinator.sh/rdma"}, "", "", "", "main", "huawei.com/npu-core", []string{"koordinator.sh/rdma"}},
		{"no devices", []string{"cpu"}, "", "", "", "main", "", nil},
	} {
		device := apis.Device{}
		device.Name, device.Annotations = "node-a", map[string]string{objects.AnnotationDevicesCheckpoints: test.entries}
		text, err := json.Marshal(&device)
		check.OK(t, err)
		pod := &v1.Pod{}
		pod.Name, pod.Namespace = "p", "ml"
		pod.Annotations, pod.Status.Phase = map[string]string{objects.AnnotationDeviceAllocated: test.annotation}, test.phase
		limits := v1.ResourceList{}
		for _, name := range test.resources {
			limits[v1.ResourceName(name)] = resource.MustParse("50")
		}
		pod.Spec.Containers = []v1.Container{{Name: "main", Resources: v1.ResourceRequirements{Limits: limits}}}
		for _, name := range []string{"main", "second"} {
			status := v1.ContainerStatus{Name: name}
			if name == test.created {
				status.ContainerID = "containerd://1"
			}
			pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, status)
		}
		registered := map[string][]string{}
		if test.registered != "" {
			registered[test.registered] = nil // kubelet has restarted, the plugin has not
		}
		made, err := addPercentages(text, map[string]*v1.Pod{"u": pod}, registered, claimsOf(t, string(text)))
		check.OK(t, err)
		check.OK(t, json.Unmarshal(made, &device))
		var entries []checkpoint
		if list := device.Annotations[objects.AnnotationDevicesCheckpoints]; list != "" {
			check.OK(t, json.Unmarshal([]byte(list), &entries))
		}
		var found []string
		for _, entry := range entries {
			if entry.Container == "main" {
				found = append(found, entry.Resource)
				if entry.PodUID != "u" || entry.IDs == nil || len(entry.IDs) != 0 && entry.Resource != "nvidia.com/gpu" {
					t.Errorf("%s: found %+v", test.name, entry)
				}
			}
		}
		if !slices.Equal(found, test.want) {
			t.Errorf("%s: found %v, expected %v", test.name, found, test.want)
		}
	}
}
