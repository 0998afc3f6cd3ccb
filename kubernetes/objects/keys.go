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
		"kubernetes.io/config.mirror",
	}
	nodeLabels = []string{
		"node.koordinator.sh/cpu-bind-policy",
		"node.koordinator.sh/numa-allocate-strategy",
		"node.koordinator.sh/numa-allocate-policy",
		LabelNUMATopologyPolicy,
		LabelNUMAAlignmentPolicy,
		LabelGPUVendor,
		LabelGPUModel,
		"node.koordinator.sh/gpu-partition-policy",
		"kubernetes.io/arch",
		"beta.kubernetes.io/arch",
	}
	nodeAnnotations = []string{
		AnnotationNodeReservation,
		"node.koordinator.sh/system-qos-resource",
		"node.koordinator.sh/resource-amplification-ratio",
	}
	topologyAnnotations = []string{
		"node.koordinator.sh/cpu-topology",
		AnnotationCPUManagerPolicy,
		AnnotationCPUMangerPolicy,
		"kubelet.koordinator.sh/memory-manager-policy",
		"kubelet.koordinator.sh/memory-manager-state",
		"kubelet.koordinator.sh/device-manager-state",
		"kubelet.koordinator.sh/pod-level-resource-managers",
		"node.koordinator.sh/pod-cpu-allocs",
		"node.koordinator.sh/cpu-shared-pools",
		"node.koordinator.sh/be-cpu-shared-pools",
		"node.koordinator.sh/takeover-stage",
		"node.koordinator.sh/isolated-cpus",
		AnnotationNodeReservation,
		"node.koordinator.sh/system-qos-resource",
		"node.koordinator.sh/resource-amplification-ratio",
	}
	deviceAnnotations = []string{
		"scheduling.koordinator.sh/gpu-partitions",
		"node.koordinator.sh/gpu-links",
		AnnotationMIGInstances,
		AnnotationDevicesCheckpoints,
		AnnotationDevicesCheckpointsError,
		AnnotationClaimedDevices,
		AnnotationDevicePlugins,
		"node.koordinator.sh/gpu-checkpoints",
	}
)

// DeviceResources lists the resources outside of ResourcePrefix that the library allocates from
// devices. A test compares the list with the library's sources.
var DeviceResources = []string{
	ResourceNVIDIAGPU,
	ResourceAMDGPU,
	ResourceDCU,
	ResourceNPUCore,
	"huawei.com/npu-cpu",
	"huawei.com/npu-dvpp",
	ResourceKubernetesGPUCore,
	ResourceKubernetesGPUMemory,
	ResourceKubernetesGPUMemoryRatio,
	"kubernetes.io/rdma",
	"kubernetes.io/fpga",
}

// ResourcePrefix begins the names of Koordinator's resources.
const ResourcePrefix = "koordinator.sh/"

// Resources of GPUs and NPUs. Names below kubernetes.io are older names of Koordinator's resources.
const (
	ResourceGPU            = ResourcePrefix + "gpu"
	ResourceGPUShared      = ResourcePrefix + "gpu.shared"
	ResourceGPUCore        = ResourcePrefix + "gpu-core"
	ResourceGPUMemory      = ResourcePrefix + "gpu-memory"
	ResourceGPUMemoryRatio = ResourcePrefix + "gpu-memory-ratio"

	ResourceKubernetesGPUCore        = "kubernetes.io/gpu-core"
	ResourceKubernetesGPUMemory      = "kubernetes.io/gpu-memory"
	ResourceKubernetesGPUMemoryRatio = "kubernetes.io/gpu-memory-ratio"

	ResourceNVIDIAGPU = "nvidia.com/gpu"

	// ResourceMIGPrefix and a profile name the instances of GPUs in MIG mode.
	ResourceMIGPrefix = "nvidia.com/mig-"
	ResourceAMDGPU    = "amd.com/gpu"
	ResourceDCU       = "dcu.com/gpu"
	ResourceNPUCore   = "huawei.com/npu-core"
)

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

// AnnotationForeignBinding is an annotation of a Binding for emergencies. It states why
// koord-webhook should permit a node that koord-scheduler did not choose.
const AnnotationForeignBinding = "scheduling.koordinator.sh/foreign-binding"

// Labels of a node. Those of GPUs are also labels of its Device.
const (
	LabelGPUModel            = "node.koordinator.sh/gpu-model"
	LabelGPUVendor           = "node.koordinator.sh/gpu-vendor"
	LabelNUMATopologyPolicy  = "node.koordinator.sh/numa-topology-policy"
	LabelNUMAAlignmentPolicy = "node.koordinator.sh/numa-topology-alignment-policy"
)

// Annotations of a Node, of its NodeResourceTopology and of its Device.
const (
	AnnotationNodeReservation    = "node.koordinator.sh/reservation"
	AnnotationCPUManagerPolicy   = "kubelet.koordinator.sh/cpu-manager-policy"
	AnnotationCPUMangerPolicy    = "kubelet.koordinator.sh/cpu-manger-policy" // spelling in one edition of the proposal
	AnnotationDevicesCheckpoints = "node.koordinator.sh/devices-checkpoints"
	// AnnotationDevicesCheckpointsError states why kubelet's assignments may be incomplete. Schedulers
	// then allocate no devices of the node.
	AnnotationDevicesCheckpointsError = "node.koordinator.sh/devices-checkpoints-error"
	// AnnotationDevicePlugins states the device types of plugins' resources that DevicePlugins lacks.
	AnnotationDevicePlugins = "node.koordinator.sh/device-plugins"
	// AnnotationClaimedDevices lists devices that allocated ResourceClaims hold. Schedulers add it to
	// the Device objects that they pass to the library.
	AnnotationClaimedDevices = "node.koordinator.sh/claimed-devices"
	AnnotationMIGInstances   = "node.koordinator.sh/mig-instances"
)

// EnvVisibleDevices is the only environment variable of containers that libkoord reads.
const EnvVisibleDevices = "NVIDIA_VISIBLE_DEVICES"

// PodAnnotations returns the keys of the annotations of pods that libkoord reads.
func PodAnnotations() []string { return slices.Clone(podAnnotations) }

// TrimPodLabels returns those of a pod's labels that libkoord reads, or nil if there are none.
func TrimPodLabels(all map[string]string) map[string]string { return pick(all, podLabels) }

// TrimPodAnnotations returns those of a pod's annotations that libkoord reads, or nil if there are
// none.
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
