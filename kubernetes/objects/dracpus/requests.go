package dracpus

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// WithoutCPUs returns a pod whose requests for CPU do not include the CPUs of its claims, which the
// cluster has as the claims' own. counts has the CPUs of a claim by its name in the pod. A container's
// request is less by those of the claims that it uses, the pod's own by those of all claims. It returns
// the pod itself if there are none.
func WithoutCPUs(pod *v1.Pod, counts map[string]int) *v1.Pod {
	total := 0
	for _, count := range counts {
		total += count
	}
	if total == 0 {
		return pod
	}
	out := pod.DeepCopy()
	for _, containers := range [][]v1.Container{out.Spec.InitContainers, out.Spec.Containers} {
		for i := range containers {
			used := map[string]bool{}
			for _, claim := range containers[i].Resources.Claims {
				used[claim.Name] = true
			}
			own := 0
			for name := range used {
				own += counts[name]
			}
			subtract(&containers[i].Resources, own)
		}
	}
	if out.Spec.Resources != nil {
		subtract(out.Spec.Resources, total)
	}
	return out
}

func subtract(from *v1.ResourceRequirements, count int) {
	for _, list := range []v1.ResourceList{from.Requests, from.Limits} {
		amount, has := list[v1.ResourceCPU]
		if !has || count == 0 {
			continue
		}
		amount.Sub(*resource.NewQuantity(int64(count), resource.DecimalSI))
		if amount.Sign() < 0 {
			amount = resource.Quantity{Format: resource.DecimalSI}
		}
		list[v1.ResourceCPU] = amount
	}
}
