package devices

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// addPercentages adds entries without ids for containers that request percentages of devices, if
// neither an annotation of the pod nor another entry names their devices. Kubelet serves no
// percentages, so that no later report can name devices: with the entry schedulers no longer wait
// for it. pods are the API server's, by kubelet's uid.
func addPercentages(text []byte, pods map[string]*v1.Pod) ([]byte, error) {
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	var entries []checkpoint
	if before := device.Annotations[objects.AnnotationDevicesCheckpoints]; before != "" {
		if err := json.Unmarshal([]byte(before), &entries); err != nil {
			return nil, fmt.Errorf("%s: %w", objects.AnnotationDevicesCheckpoints, err)
		}
	}
	before := len(entries)
	for uid, pod := range pods {
		if pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed {
			continue
		}
		for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
			for i := range list {
				for kind, resource := range percentagesOf(&list[i]) {
					if !allocates(pod.Annotations[objects.AnnotationDeviceAllocated], kind) && !hasEntry(entries[:before], uid, list[i].Name, kind) {
						entries = append(entries, checkpoint{uid, list[i].Name, resource, []string{}})
					}
				}
			}
		}
	}
	if len(entries) == before {
		return text, nil
	}
	slices.SortStableFunc(entries, func(a, b checkpoint) int {
		return cmp.Or(cmp.Compare(a.PodUID, b.PodUID), cmp.Compare(a.Container, b.Container), cmp.Compare(a.Resource, b.Resource))
	})
	made, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	return annotate(text, objects.AnnotationDevicesCheckpoints, string(made))
}

// percentagesOf returns, by device type, the first resource by name of those that a container
// requests and that no device plugin serves.
func percentagesOf(container *v1.Container) map[string]string {
	out := map[string]string{}
	for _, list := range []v1.ResourceList{container.Resources.Limits, container.Resources.Requests} {
		for name, amount := range list {
			resource := string(name)
			if amount.IsZero() || !objects.IsKnownDeviceResource(resource) || objects.FindDevicePlugin(resource) != nil {
				continue
			}
			kind := kindOf(resource)
			if out[kind] == "" || resource < out[kind] {
				out[kind] = resource
			}
		}
	}
	return out
}

// kindOf returns the type of the devices of a resource that the library knows.
func kindOf(resource string) string {
	for _, kind := range []string{"rdma", "fpga"} {
		if strings.HasSuffix(resource, "/"+kind) {
			return kind
		}
	}
	return gpuType
}

func hasEntry(entries []checkpoint, uid, container, kind string) bool {
	return slices.ContainsFunc(entries, func(entry checkpoint) bool {
		if entry.PodUID != uid || entry.Container != container {
			return false
		}
		if plugin := objects.FindDevicePlugin(entry.Resource); plugin != nil {
			return plugin.Type == kind
		}
		return objects.IsKnownDeviceResource(entry.Resource) && kindOf(entry.Resource) == kind
	})
}
