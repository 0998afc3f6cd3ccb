package devices

import (
	"encoding/json"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// addPercentages adds entries without ids for running containers that request percentages of
// devices, if neither a valid annotation of the pod nor another entry names their devices. Unless a device
// plugin has registered the resource, kubelet does not serve it, and no later report can name devices:
// with the entry schedulers no longer wait for it. pods are the API server's, by kubelet's uid, as they
// were when the runtime was connected and before the other sources were read: the environment of a
// container that was created by then, which may name its devices, is known.
func addPercentages(text []byte, pods map[string]*v1.Pod, registered map[string][]string, claims *claims) ([]byte, error) {
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	entries, err := entriesOf(&device)
	if err != nil {
		return nil, err
	}
	before := len(entries)
	for uid, pod := range pods {
		if pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed {
			continue
		}
		for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
			for i := range list {
				if !isCreated(pod, list[i].Name) {
					continue
				}
				for kind, resource := range percentagesOf(&list[i], registered) {
					if !claims.hasValidClaim(pod, kind) && !hasEntry(entries[:before], uid, list[i].Name, kind) {
						entries = append(entries, checkpoint{uid, list[i].Name, resource, []string{}})
					}
				}
			}
		}
	}
	if len(entries) == before {
		return text, nil
	}
	made, err := format(entries)
	if err != nil {
		return nil, err
	}
	return annotate(text, objects.AnnotationDevicesCheckpoints, made)
}

// isCreated reports whether the runtime has created a container of a pod, also if it has ended since.
func isCreated(pod *v1.Pod, name string) bool {
	is := func(status v1.ContainerStatus) bool { return status.Name == name && status.ContainerID != "" }
	return slices.ContainsFunc(pod.Status.ContainerStatuses, is) || slices.ContainsFunc(pod.Status.InitContainerStatuses, is)
}

// percentagesOf returns, by device type, the first resource by name of those that a container
// requests and that no device plugin serves. It has no type of which a plugin serves a requested
// resource: kubelet's record will name the devices.
func percentagesOf(container *v1.Container, registered map[string][]string) map[string]string {
	out, served := map[string]string{}, map[string]bool{}
	for _, list := range []v1.ResourceList{container.Resources.Limits, container.Resources.Requests} {
		for name, amount := range list {
			resource := string(name)
			if amount.IsZero() || !objects.IsKnownDeviceResource(resource) || objects.FindDevicePlugin(resource) != nil {
				continue
			}
			kind := kindOf(resource)
			if _, is := registered[resource]; is {
				served[kind] = true
			}
			if out[kind] == "" || resource < out[kind] {
				out[kind] = resource
			}
		}
	}
	for kind := range served {
		delete(out, kind)
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
		return entry.PodUID == uid && entry.Container == container && kindOfResource(entry.Resource) == kind
	})
}
