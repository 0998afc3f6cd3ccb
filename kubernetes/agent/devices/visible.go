package devices

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// visible is a container with visible GPUs that neither its pod nor a scheduler names.
type visible struct {
	uid, container, value string
	asked                 int64 // GPUs that the container requests
}

// visibleOf returns the containers that got their GPUs from another component, such as a device
// plugin. A pod with device-allocated has the devices stated there. A variable in the pod itself is
// its own claim, which the scheduler validates.
func visibleOf(running []facts.RunningGPUs) (out []visible) {
	for _, container := range running {
		spec := containerOf(container.Pod, container.Name)
		if container.Pod.Annotations[objects.AnnotationDeviceAllocated] != "" || spec == nil || len(spec.Env) != 0 { // only this variable is kept
			continue
		}
		if asked := gpusAsked(spec); asked > 0 {
			out = append(out, visible{container.UID, container.Name, container.Value, asked})
		}
	}
	slices.SortFunc(out, func(a, b visible) int {
		return cmp.Or(cmp.Compare(a.uid, b.uid), cmp.Compare(a.container, b.container))
	})
	return out
}

func containerOf(pod *v1.Pod, name string) *v1.Container {
	for _, list := range [][]v1.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// gpusAsked returns the largest number of GPUs in one of a container's amounts.
func gpusAsked(container *v1.Container) int64 {
	most := int64(0)
	for name, amount := range container.Resources.Limits {
		switch name {
		case "nvidia.com/gpu", "koordinator.sh/gpu.shared":
			most = max(most, amount.Value())
		case "koordinator.sh/gpu", config.GPUCore, config.GPUMemoryRatio:
			most = max(most, (amount.Value()+config.WholeGPU-1)/config.WholeGPU)
		case config.GPUMemory:
			if amount.Value() > 0 {
				most = max(most, 1)
			}
		}
	}
	return most
}

// addVisible adds GPUs that running containers see to the annotation about devices that kubelet
// assigned, so that no scheduler allocates them to other pods. A container adds nothing if it names
// GPUs that the node does not have, or more than it requests.
func addVisible(text []byte, found []visible, log *slog.Logger) ([]byte, error) {
	if len(found) == 0 {
		return text, nil
	}
	var object map[string]any // other fields written by the library are kept
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	var entries []checkpoint
	if before := device.Annotations[AnnotationCheckpoints]; before != "" {
		if err := json.Unmarshal([]byte(before), &entries); err != nil {
			return nil, fmt.Errorf("%s: %w", AnnotationCheckpoints, err)
		}
	}
	known := map[[2]string]bool{}
	for _, entry := range entries {
		known[[2]string{entry.PodUID, entry.Container}] = true
	}
	before := len(entries)
	for _, container := range found {
		ids := idsOf(&device, container.value)
		if ids == nil || int64(len(ids)) > container.asked {
			log.Debug("GPUs in a container's environment are not reported", "uid", container.uid, "container", container.container, "value", message.Limit(container.value))
			continue
		}
		if !known[[2]string{container.uid, container.container}] {
			entries = append(entries, checkpoint{container.uid, container.container, "nvidia.com/gpu", ids})
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
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	metadata, _ := object["metadata"].(map[string]any)
	if metadata == nil {
		return nil, fmt.Errorf("metadata: found %T, expected an object", object["metadata"])
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
		metadata["annotations"] = annotations
	}
	annotations[AnnotationCheckpoints] = string(made)
	return json.Marshal(object)
}

// idsOf returns the ids of GPUs that a value names by UUID or by number, in order, or nil if one of
// them is not on the node.
func idsOf(device *apis.Device, value string) []string {
	var out []string
	for _, name := range strings.Split(value, ",") {
		name = strings.TrimSpace(name)
		number, err := strconv.ParseInt(name, 10, 32)
		at := slices.IndexFunc(device.Spec.Devices, func(one apis.DeviceInfo) bool {
			isNumber := err == nil && one.Minor != nil && int64(*one.Minor) == number
			return one.Type == "gpu" && one.ID != "" && (one.ID == name || isNumber)
		})
		if at < 0 {
			return nil
		}
		out = append(out, device.Spec.Devices[at].ID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
