package deviceshare

// The allocator of devices, answered by koord_cluster_reserve under the profile upstream, on a cluster with one node that has
// the devices and the allocations of upstream's cache.

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	quotav1 "k8s.io/apiserver/pkg/quota/v1"
	fwktype "k8s.io/kube-scheduler/framework"
	"koordc"
	"koordc/judge"

	apiext "github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
)

const koordNode = "node"

// Allocate is upstream's own where the call restricts devices: by reservations, preemption, NUMA hints, or to primary devices.
func (a *AutopilotAllocator) Allocate(required, preferred map[schedulingv1alpha1.DeviceType]sets.Int,
	requiredResources, preemptible map[schedulingv1alpha1.DeviceType]deviceResources) (apiext.DeviceAllocations, *fwktype.Status) {
	if len(required)+len(preferred)+len(requiredResources)+len(preemptible) > 0 || a.numaNodes != nil || a.nodeDevice.secondaryDeviceWellPlanned {
		return a.zzUpstream_Allocate(required, preferred, requiredResources, preemptible)
	}
	if status := a.Prepare(); !status.IsSuccess() {
		return nil, status
	}
	allocations, refusal, err := a.koordAllocate()
	if err != nil {
		return nil, fwktype.AsStatus(err)
	}
	if refusal.Reason != "" {
		return nil, fwktype.NewStatus(fwktype.Unschedulable, strings.Split(refusal.Text, ", ")...)
	}
	if judge.Spoiled("devices") {
		for _, list := range allocations {
			list[0].Minor++
		}
	}
	return allocations, nil
}

func koordJSON(object any) string {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// koordConfiguration has the sizes of shared devices that upstream found for the pod.
func (a *AutopilotAllocator) koordConfiguration() string {
	arguments := map[string]any{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "DeviceShareArgs"}
	if gpu := a.state.gpuRequirements; gpu != nil && gpu.enforceGPUSharedResourceTemplate {
		arguments["gpuSharedResourceTemplates"] = gpu.candidateGPUSharedResourceTemplates
	} else {
		arguments["gpuSharedResourceTemplatesConfig"] = map[string]any{"matchedResources": []string{}}
	}
	return koordJSON(arguments)
}

func (a *AutopilotAllocator) koordAllocate() (result apiext.DeviceAllocations, refusal koordc.Refusal, err error) {
	most := a.scorer != nil && a.scorer.Name == "MostAllocated"
	cluster, err := koordc.NewCluster(koordc.UpstreamProfile, a.koordConfiguration(), most)
	if err != nil {
		return nil, refusal, fmt.Errorf("koord_cluster_new: %w", err)
	}
	defer cluster.Free()
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: koordNode}}
	if a.node != nil {
		node.Labels, node.Annotations = a.node.Labels, a.node.Annotations
	}
	node.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}
	amount := resource.MustParse("1000000")
	node.Status.Allocatable = corev1.ResourceList{corev1.ResourceCPU: amount, corev1.ResourceMemory: resource.MustParse("1Pi"), corev1.ResourcePods: amount}
	number, err := cluster.SetNode(koordJSON(node))
	if err != nil {
		return nil, refusal, fmt.Errorf("koord_cluster_set_node: %w", err)
	}
	if err := cluster.SetDevices(koordJSON(a.koordDevices())); err != nil {
		return nil, refusal, fmt.Errorf("koord_cluster_set_devices: %w", err)
	}
	for _, pod := range a.koordPods() {
		held, err := koordc.NewPod(koordJSON(pod))
		if err == nil {
			err = cluster.SetPod(held)
			held.Free()
		}
		if err != nil {
			return nil, refusal, fmt.Errorf("koord_cluster_set_pod: %w", err)
		}
	}
	asked, err := koordc.NewPod(koordJSON(a.koordRequest()))
	if err != nil {
		return nil, refusal, fmt.Errorf("koord_pod_from_json: %w", err)
	}
	defer asked.Free()
	if _, refusal, err = cluster.Reserve(asked, koordc.SkipFit, number, 1); err != nil || refusal.Reason != "" {
		return nil, refusal, err
	}
	document, err := cluster.PodDevices("asked")
	if err == nil {
		err = json.Unmarshal([]byte(document), &result)
	}
	for kind, list := range result {
		for _, allocation := range list {
			allocation.ID = "" // filled in by upstream later
			for name, quantity := range allocation.Resources {
				allocation.Resources[name] = koordQuantity(quantity, a.requestsPerInstance[kind][name])
			}
		}
	}
	return result, refusal, err
}

// koordQuantity returns upstream's object if it has the value, because tests compare the form of quantities, too.
func koordQuantity(ours, upstream resource.Quantity) resource.Quantity {
	if ours.Cmp(upstream) == 0 {
		return upstream
	}
	return *resource.NewQuantity(ours.Value(), ours.Format)
}

func (a *AutopilotAllocator) koordDevices() *schedulingv1alpha1.Device {
	device := &schedulingv1alpha1.Device{TypeMeta: metav1.TypeMeta{APIVersion: "scheduling.koordinator.sh/v1alpha1", Kind: "Device"},
		ObjectMeta: metav1.ObjectMeta{Name: koordNode}}
	for _, kind := range slices.Sorted(maps.Keys(a.nodeDevice.deviceInfos)) {
		for _, info := range a.nodeDevice.deviceInfos[kind] {
			row := *info.DeepCopy()
			row.Type = kind
			if row.UUID == "" {
				row.UUID = fmt.Sprintf("%s-%d", kind, *row.Minor)
			}
			row.Resources = a.nodeDevice.deviceTotal[kind][int(*row.Minor)]
			row.Health = len(row.Resources) > 0
			device.Spec.Devices = append(device.Spec.Devices, row)
		}
	}
	return device
}

func koordPod(name string) *corev1.Pod {
	return &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default", UID: types.UID(name), Annotations: map[string]string{}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{}}}}}}
}

// koordPods returns the pods that hold devices. Upstream does not record whose virtual functions are; the first holder gets them.
func (a *AutopilotAllocator) koordPods() (pods []*corev1.Pod) {
	byName := map[string]apiext.DeviceAllocations{}
	functions := map[string]bool{}
	for _, kind := range slices.Sorted(maps.Keys(a.nodeDevice.allocateSet)) {
		for name, minors := range a.nodeDevice.allocateSet[kind] {
			if byName[name.String()] == nil {
				byName[name.String()] = apiext.DeviceAllocations{}
			}
			for _, minor := range slices.Sorted(maps.Keys(minors)) {
				row := &apiext.DeviceAllocation{Minor: int32(minor), Resources: minors[minor]}
				if vfs := a.nodeDevice.vfAllocations[kind]; vfs != nil && !functions[fmt.Sprint(kind, minor)] {
					functions[fmt.Sprint(kind, minor)] = true
					for _, bus := range vfs.allocatedVFs[minor].List() {
						if row.Extension == nil {
							row.Extension = &apiext.DeviceAllocationExtension{}
						}
						row.Extension.VirtualFunctions = append(row.Extension.VirtualFunctions, apiext.VirtualFunction{BusID: bus})
					}
				}
				byName[name.String()][kind] = append(byName[name.String()][kind], row)
			}
		}
	}
	if rest := a.koordUnowned(); len(rest) > 0 {
		byName["unowned"] = rest
	}
	for i, name := range slices.Sorted(maps.Keys(byName)) {
		pod := koordPod(fmt.Sprintf("holder-%d", i))
		pod.Spec.NodeName = koordNode
		for _, list := range byName[name] {
			for _, row := range list {
				for resourceName, quantity := range row.Resources {
					sum := pod.Spec.Containers[0].Resources.Requests[resourceName]
					sum.Add(quantity)
					pod.Spec.Containers[0].Resources.Requests[resourceName] = sum
				}
			}
		}
		pod.Annotations[apiext.AnnotationDeviceAllocated] = koordJSON(byName[name])
		pods = append(pods, pod)
	}
	return pods
}

// koordUnowned returns the used amounts that no pod of the cache has: some tables set amounts alone.
func (a *AutopilotAllocator) koordUnowned() apiext.DeviceAllocations {
	unowned := apiext.DeviceAllocations{}
	for kind, minors := range a.nodeDevice.deviceUsed {
		for minor, used := range minors {
			for _, owned := range a.nodeDevice.allocateSet[kind] {
				used = quotav1.SubtractWithNonNegativeResult(used, owned[minor])
			}
			if used = quotav1.RemoveZeros(used); len(used) > 0 {
				unowned[kind] = append(unowned[kind], &apiext.DeviceAllocation{Minor: int32(minor), Resources: used})
			}
		}
	}
	return unowned
}

// koordRequest returns the pod with the requests of the cycle state: tests set them there alone.
func (a *AutopilotAllocator) koordRequest() *corev1.Pod {
	pod := koordPod("asked")
	if a.pod != nil {
		pod.Labels = a.pod.Labels
		for key, value := range a.pod.Annotations {
			pod.Annotations[key] = value
		}
	}
	for _, requests := range a.state.podRequests {
		for name, quantity := range requests {
			pod.Spec.Containers[0].Resources.Requests[name] = quantity
		}
	}
	if _, both := pod.Spec.Containers[0].Resources.Requests[apiext.ResourceGPUMemoryRatio]; both {
		delete(pod.Spec.Containers[0].Resources.Requests, apiext.ResourceGPUMemory) // a pod may not request both
	}
	pod.Spec.Containers[0].Resources.Limits = pod.Spec.Containers[0].Resources.Requests
	return pod
}
