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

// Containers with percentages of devices that nothing names get entries without ids.
func TestContainersWithPercentages(t *testing.T) {
	for _, test := range []struct {
		name       string
		resources  []string
		annotation string
		phase      v1.PodPhase
		entries    string
		want       []string // resources of the entries of the container
	}{
		{"a part of a GPU", []string{"koordinator.sh/gpu-memory-ratio", "koordinator.sh/gpu-core"}, "", "", "", []string{"koordinator.sh/gpu-core"}},
		{"an NPU", []string{"huawei.com/npu-core"}, "", "", "", []string{"huawei.com/npu-core"}},
		{"two types", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}, "", "", "", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}},
		{"allocated", []string{"koordinator.sh/gpu", "koordinator.sh/rdma"}, `{"gpu":[{"minor":1}]}`, "", "", []string{"koordinator.sh/rdma"}},
		{"ended", []string{"koordinator.sh/gpu"}, "", v1.PodSucceeded, "", nil},
		{"of a plugin", []string{"nvidia.com/gpu"}, "", "", "", nil},
		{"named", []string{"koordinator.sh/gpu"}, "", "", `[{"podUID":"u","containerName":"main","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}]`, []string{"nvidia.com/gpu"}},
		{"another container's", []string{"koordinator.sh/gpu"}, "", "", `[{"podUID":"u","containerName":"second","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}]`, []string{"koordinator.sh/gpu"}},
		{"no devices", []string{"cpu"}, "", "", "", nil},
	} {
		device := apis.Device{}
		device.Name, device.Annotations = "node-a", map[string]string{objects.AnnotationDevicesCheckpoints: test.entries}
		text, err := json.Marshal(&device)
		check.OK(t, err)
		pod := &v1.Pod{}
		pod.Annotations, pod.Status.Phase = map[string]string{objects.AnnotationDeviceAllocated: test.annotation}, test.phase
		limits := v1.ResourceList{}
		for _, name := range test.resources {
			limits[v1.ResourceName(name)] = resource.MustParse("50")
		}
		pod.Spec.Containers = []v1.Container{{Name: "main", Resources: v1.ResourceRequirements{Limits: limits}}}
		made, err := addPercentages(text, map[string]*v1.Pod{"u": pod})
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
