package objects

import "slices"

// Labels and annotations that libkoord reads. Others are not passed on. A test compares the lists
// with the library's sources.
var (
	podLabels = []string{
		LabelQOSClass,
		LabelPriorityClass,
	}
	podAnnotations = []string{
		AnnotationResourceSpec,
		AnnotationResourceStatus,
		AnnotationNUMATopologySpec,
		AnnotationIsolatedCPUs,
		AnnotationDeviceAllocateHint,
		AnnotationDeviceJointAllocate,
		AnnotationGPUPartitionSpec,
		AnnotationDeviceAllocated,
	}
	nodeLabels = []string{
		"node.koordinator.sh/cpu-bind-policy",
		"node.koordinator.sh/numa-allocate-strategy",
		"node.koordinator.sh/numa-allocate-policy",
		"node.koordinator.sh/numa-topology-policy",
		"node.koordinator.sh/numa-topology-alignment-policy",
		"node.koordinator.sh/gpu-vendor",
		LabelGPUModel,
		"node.koordinator.sh/gpu-partition-policy",
		"kubernetes.io/arch",
		"beta.kubernetes.io/arch",
	}
	nodeAnnotations = []string{
		"node.koordinator.sh/reservation",
		"node.koordinator.sh/system-qos-resource",
		"node.koordinator.sh/resource-amplification-ratio",
	}
	topologyAnnotations = []string{
		"node.koordinator.sh/cpu-topology",
		"kubelet.koordinator.sh/cpu-manager-policy",
		"kubelet.koordinator.sh/cpu-manger-policy", // spelling in one edition of the proposal
		"kubelet.koordinator.sh/memory-manager-policy",
		"node.koordinator.sh/pod-cpu-allocs",
		"node.koordinator.sh/cpu-shared-pools",
		"node.koordinator.sh/be-cpu-shared-pools",
		"node.koordinator.sh/takeover-stage",
		"node.koordinator.sh/isolated-cpus",
		"node.koordinator.sh/reservation",
		"node.koordinator.sh/system-qos-resource",
		"node.koordinator.sh/resource-amplification-ratio",
	}
	deviceAnnotations = []string{
		"scheduling.koordinator.sh/gpu-partitions",
		"node.koordinator.sh/gpu-links",
		"node.koordinator.sh/devices-checkpoints",
		"node.koordinator.sh/gpu-checkpoints",
	}
)

// DeviceResources lists the resources outside of ResourcePrefix that the library allocates from
// devices. A test compares the list with the library's sources.
var DeviceResources = []string{
	"nvidia.com/gpu",
	"amd.com/gpu",
	"dcu.com/gpu",
	"huawei.com/npu-core",
	"huawei.com/npu-cpu",
	"huawei.com/npu-dvpp",
	"kubernetes.io/gpu-core",
	"kubernetes.io/gpu-memory",
	"kubernetes.io/gpu-memory-ratio",
	"kubernetes.io/rdma",
	"kubernetes.io/fpga",
}

// ResourcePrefix begins the names of Koordinator's resources.
const ResourcePrefix = "koordinator.sh/"

// Labels and annotations of pods.
const (
	LabelQOSClass      = "koordinator.sh/qosClass"
	LabelPriorityClass = "koordinator.sh/priority-class"

	AnnotationResourceSpec        = "scheduling.koordinator.sh/resource-spec"
	AnnotationResourceStatus      = "scheduling.koordinator.sh/resource-status"
	AnnotationNUMATopologySpec    = "scheduling.koordinator.sh/numa-topology-spec"
	AnnotationIsolatedCPUs        = "scheduling.koordinator.sh/isolated-cpus"
	AnnotationDeviceAllocateHint  = "scheduling.koordinator.sh/device-allocate-hint"
	AnnotationDeviceJointAllocate = "scheduling.koordinator.sh/device-joint-allocate"
	AnnotationGPUPartitionSpec    = "scheduling.koordinator.sh/gpu-partition-spec"
	AnnotationDeviceAllocated     = "scheduling.koordinator.sh/device-allocated"
)

// AnnotationForeignBinding is an annotation of a Binding for emergencies. It states why koord-webhook
// should permit a node that koord-scheduler did not choose.
const AnnotationForeignBinding = "scheduling.koordinator.sh/foreign-binding"

// LabelGPUModel is the label of a node, or of its Device, with the model of its GPUs.
const LabelGPUModel = "node.koordinator.sh/gpu-model"

// EnvVisibleDevices is the only environment variable of containers that libkoord reads.
const EnvVisibleDevices = "NVIDIA_VISIBLE_DEVICES"

// PodAnnotations returns the keys of the annotations of pods that libkoord reads.
func PodAnnotations() []string { return slices.Clone(podAnnotations) }

// TrimPodLabels returns those of a pod's labels that libkoord reads, or nil if there are none.
func TrimPodLabels(all map[string]string) map[string]string { return pick(all, podLabels) }

// TrimPodAnnotations returns those of a pod's annotations that libkoord reads, or nil if there are none.
func TrimPodAnnotations(all map[string]string) map[string]string { return pick(all, podAnnotations) }

func pick(all map[string]string, keys []string) map[string]string {
	var out map[string]string
	for _, key := range keys {
		if value, stated := all[key]; stated {
			if out == nil {
				out = map[string]string{}
			}
			out[key] = value
		}
	}
	return out
}
