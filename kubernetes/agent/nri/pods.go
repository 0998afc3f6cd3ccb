package nri

import (
	"strings"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/objects"
)

func runtimePodOf(pod *api.PodSandbox) facts.Pod {
	out := facts.Pod{UID: pod.GetUid(), Namespace: pod.GetNamespace(), Name: pod.GetName(),
		Labels: objects.TrimPodLabels(pod.GetLabels()), Annotations: objects.TrimPodAnnotations(pod.GetAnnotations()),
		KubeQOS: kubeQOSOf(pod.GetLinux().GetCgroupParent()), CPUMilli: -1, CPULimit: -1, MemoryLimit: -1}
	setResources(&out, pod.GetLinux().GetPodResources())
	return out
}

// setResources copies the stated amounts of the pod's control group.
func setResources(p *facts.Pod, resources *api.LinuxResources) {
	cpu := resources.GetCpu()
	if shares := cpu.GetShares(); shares != nil {
		p.CPUMilli = milliOf(shares.GetValue())
	}
	if quota, period := cpu.GetQuota().GetValue(), cpu.GetPeriod().GetValue(); quota > 0 && period > 0 {
		p.CPULimit = int64(float64(quota) / float64(period) * 1000)
	}
	if limit := resources.GetMemory().GetLimit().GetValue(); limit > 0 {
		p.MemoryLimit = limit
	}
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
