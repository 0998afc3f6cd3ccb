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

const gpuType = "gpu" // in Device objects and in device-allocated

// visible is a container with visible GPUs that neither its pod nor a scheduler names.
type visible struct {
	uid, container, value string
	asked                 map[string]int64 // GPUs and MIG instances that the container requests, by resource
}

// visibleOf returns the containers that got their GPUs from another component, such as a device
// plugin. A pod whose device-allocated is valid and names GPUs has those. A variable in the pod itself is
// its own claim, which the scheduler validates.
func visibleOf(running []facts.RunningGPUs, claims *claims) (out []visible) {
	for _, container := range running {
		spec := containerOf(container.Pod, container.Name)
		if claims.hasValidClaim(container.Pod, gpuType) || spec == nil || len(spec.Env) != 0 { // only this variable is kept
			continue
		}
		if asked := requestedGPUs(spec); len(asked) > 0 {
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

// requestedGPUs returns the number of MIG instances of each profile that a container requests, and
// under nvidia.com/gpu the largest number of GPUs in one of its amounts.
func requestedGPUs(container *v1.Container) map[string]int64 {
	out := map[string]int64{}
	for name, amount := range container.Resources.Limits {
		resource, count := objects.ResourceNVIDIAGPU, int64(0)
		switch name {
		case objects.ResourceNVIDIAGPU, objects.ResourceGPUShared:
			count = amount.Value()
		case objects.ResourceGPU, objects.ResourceGPUCore, objects.ResourceGPUMemoryRatio:
			count = (amount.Value() + config.WholeGPU - 1) / config.WholeGPU
		case objects.ResourceGPUMemory:
			count = min(amount.Value(), 1)
		default:
			if strings.HasPrefix(string(name), objects.ResourceMIGPrefix) {
				resource, count = string(name), amount.Value()
			}
		}
		if count > 0 {
			out[resource] = max(out[resource], count)
		}
	}
	return out
}

// addVisible adds GPUs that running containers see to the annotation about devices that kubelet
// assigned, so that no scheduler allocates them to other pods. A container adds nothing if it names
// more GPUs than it requests. Those that the node no longer has are ignored.
func addVisible(text []byte, found []visible, log *slog.Logger) ([]byte, error) {
	if len(found) == 0 {
		return text, nil
	}
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	instances, err := instancesOf(&device)
	if err != nil {
		return nil, err
	}
	var entries []checkpoint
	if before := device.Annotations[objects.AnnotationDevicesCheckpoints]; before != "" {
		if err := json.Unmarshal([]byte(before), &entries); err != nil {
			return nil, fmt.Errorf("%s: %w", objects.AnnotationDevicesCheckpoints, err)
		}
	}
	type key struct{ uid, container, resource string }
	known := map[key]bool{}
	for _, entry := range entries {
		known[key{entry.PodUID, entry.Container, gpuResource(entry.Resource)}] = true
	}
	before := len(entries)
	for _, container := range found {
		ids := idsOf(&device, instances, container)
		if len(ids) == 0 {
			log.Debug("GPUs in a container's environment are not reported", "uid", container.uid, "container", container.container, "value", message.Limit(container.value))
			continue
		}
		for resource, list := range ids {
			if !known[key{container.uid, container.container, resource}] {
				entries = append(entries, checkpoint{container.uid, container.container, resource, list})
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

// gpuResource returns the resource under which addVisible adds the devices of a resource that
// kubelet's record names: nvidia.com/gpu for all resources of GPUs, and a profile's for MIG
// instances. A plugin that shares devices may add ".shared" to their resource.
func gpuResource(name string) string {
	if name = strings.TrimSuffix(name, ".shared"); strings.HasPrefix(name, objects.ResourceGPU) {
		return objects.ResourceNVIDIAGPU
	}
	return name
}

// instancesOf returns the resource of each MIG instance by its id.
func instancesOf(device *apis.Device) (map[string]string, error) {
	text := device.Annotations[objects.AnnotationMIGInstances]
	if text == "" {
		return nil, nil
	}
	var gpus []struct {
		Instances []struct{ UUID, Profile string }
	}
	if err := json.Unmarshal([]byte(text), &gpus); err != nil {
		return nil, fmt.Errorf("%s: %w", objects.AnnotationMIGInstances, err)
	}
	out := map[string]string{}
	for _, gpu := range gpus {
		for _, instance := range gpu.Instances {
			out[instance.UUID] = objects.ResourceMIGPrefix + strings.ReplaceAll(instance.Profile, "+", ".")
		}
	}
	return out, nil
}

// idsOf returns the ids that a container's variable names, by resource: GPUs by UUID or by number,
// and MIG instances by UUID. Names that are not on the node are left out, because the container
// keeps its other GPUs if one fails. Returns nil if there are more names than the container
// requests. Instances count as GPUs for a container that requests GPUs only, because the plugin's
// strategy "single" assigns them under this resource.
func idsOf(device *apis.Device, instances map[string]string, container visible) map[string][]string {
	out, failed := map[string][]string{}, map[string]bool{}
	for _, name := range strings.Split(container.value, ",") {
		name = strings.TrimSpace(name)
		resource, isInstance := instances[name]
		if isInstance && container.asked[resource] == 0 {
			resource = objects.ResourceNVIDIAGPU
		}
		if !isInstance {
			resource = objects.ResourceNVIDIAGPU
			id := gpuOf(device, name)
			if id == "" {
				failed[name] = true
				continue
			}
			name = id
		}
		out[resource] = append(out[resource], name)
	}
	left := -int64(len(failed)) // requested devices that no name refers to
	for _, count := range container.asked {
		left += min(count, int64(mostDevices))
	}
	for resource, ids := range out {
		slices.Sort(ids)
		out[resource] = slices.Compact(ids)
		count := int64(len(out[resource]))
		if left -= count; left < 0 || count > container.asked[resource] {
			return nil
		}
	}
	return out
}

// gpuOf returns the id of the GPU with a UUID or number, or "" if it is not on the node.
func gpuOf(device *apis.Device, name string) string {
	number, err := strconv.ParseInt(name, 10, 32)
	at := slices.IndexFunc(device.Spec.Devices, func(item apis.DeviceInfo) bool {
		isNumber := err == nil && item.Minor != nil && int64(*item.Minor) == number
		return item.Type == gpuType && item.ID != "" && (item.ID == name || isNumber)
	})
	if at < 0 {
		return ""
	}
	return device.Spec.Devices[at].ID
}
