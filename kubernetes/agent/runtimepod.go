package agent

import (
	"maps"
	"strings"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// runtimePod is a pod as reported by the runtime, with kubelet's data from the creation of the
// sandbox. It is used until the API server's version is known, with the amounts in the pod's
// control group.
type runtimePod struct {
	uid, namespace, name string
	labels, annotations  map[string]string // those that the library reads
	kubeQOS              koord.KubeQOS
	cpuMilli, cpuLimit   int64 // -1 if not stated
	memoryLimit          int64
}

func runtimePodOf(pod *api.PodSandbox) runtimePod {
	out := runtimePod{uid: pod.GetUid(), namespace: pod.GetNamespace(), name: pod.GetName(),
		labels:      pick(pod.GetLabels(), objects.LabelQOSClass, objects.LabelPriorityClass),
		annotations: pick(pod.GetAnnotations(), podAnnotations...),
		kubeQOS:     kubeQOSOf(pod.GetLinux().GetCgroupParent()), cpuMilli: -1, cpuLimit: -1, memoryLimit: -1}
	out.setResources(pod.GetLinux().GetPodResources())
	return out
}

// setResources copies the stated amounts of the pod's control group.
func (p *runtimePod) setResources(resources *api.LinuxResources) {
	cpu := resources.GetCpu()
	if shares := cpu.GetShares(); shares != nil {
		p.cpuMilli = milliOf(shares.GetValue())
	}
	if quota, period := cpu.GetQuota().GetValue(), cpu.GetPeriod().GetValue(); quota > 0 && period > 0 {
		p.cpuLimit = int64(float64(quota) / float64(period) * 1000)
	}
	if limit := resources.GetMemory().GetLimit().GetValue(); limit > 0 {
		p.memoryLimit = limit
	}
}

var podAnnotations = []string{objects.AnnotationResourceSpec, objects.AnnotationResourceStatus, objects.AnnotationNUMATopologySpec,
	objects.AnnotationDeviceAllocateHint, objects.AnnotationDeviceJointAllocate, objects.AnnotationGPUPartitionSpec, objects.AnnotationDeviceAllocated}

func pick(from map[string]string, keys ...string) map[string]string {
	var out map[string]string
	for _, key := range keys {
		if value, there := from[key]; there {
			if out == nil {
				out = map[string]string{}
			}
			out[key] = value
		}
	}
	return out
}

// milliOf returns the lowest request for which kubelet writes these shares: 1024 per CPU, rounded
// down, at least 2.
func milliOf(shares uint64) int64 {
	const minShares, mostShares = 2, 1 << 18
	if shares <= minShares || shares > mostShares {
		return 0
	}
	return int64((shares*1000 + 1023) / 1024)
}

// kubeQOSOf returns the class in the names of kubelet's control groups.
func kubeQOSOf(cgroupParent string) koord.KubeQOS {
	switch {
	case strings.Contains(cgroupParent, "besteffort"):
		return koord.KubeQOSBestEffort
	case strings.Contains(cgroupParent, "burstable"):
		return koord.KubeQOSBurstable
	}
	return koord.KubeQOSGuaranteed
}

func (p *runtimePod) same(other *runtimePod) bool {
	return p.uid == other.uid && p.namespace == other.namespace && p.name == other.name && p.kubeQOS == other.kubeQOS &&
		p.cpuMilli == other.cpuMilli && p.cpuLimit == other.cpuLimit && p.memoryLimit == other.memoryLimit &&
		maps.Equal(p.labels, other.labels) && maps.Equal(p.annotations, other.annotations)
}

// fill sets up the builder with this pod, bound to the node.
func (p *runtimePod) fill(b *koord.PodBuilder, node string) {
	b.Reset()
	b.SetName(p.name)
	b.SetNamespace(p.namespace)
	b.SetUID(p.uid)
	b.SetNode(node)
	b.SetSpec(koord.PodSpec{Flags: koord.PodHasKubeQOS | koord.PodHasPodLevel, KubeQOS: p.kubeQOS})
	for key, value := range p.labels {
		b.SetLabel(key, value)
	}
	for key, value := range p.annotations {
		b.SetAnnotation(key, value)
	}
	b.SetResource(int32(koord.ResourceScopePod), "cpu", p.cpuMilli, p.cpuLimit)
	b.SetResource(int32(koord.ResourceScopePod), "memory", -1, p.memoryLimit)
}
