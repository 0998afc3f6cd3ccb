package request

import (
	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
)

// InUse returns a bound pod with the resources that it uses on its node. While kubelet resizes a
// pod, these are the maximum of its requests, kubelet's allocation and the running containers'
// resources. InUse returns the pod itself if nothing differs.
func InUse(pod *v1.Pod) *v1.Pod {
	return withRequests(Desired(pod), func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList {
		out := largest(request, status.AllocatedResources)
		if status.Resources != nil {
			out = largest(out, status.Resources.Requests)
		}
		return out
	})
}

// Desired returns the pod with its desired resources: those of its spec, unless kubelet reports
// that they are infeasible. Then they stay as kubelet allocated them.
func Desired(pod *v1.Pod) *v1.Pod {
	if !resourcehelper.IsPodResizeInfeasible(pod) {
		return pod
	}
	return withRequests(pod, func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList {
		return replaced(request, status.AllocatedResources)
	})
}

// withRequests returns a pod in which amounts computes the requests of each container. A limit below
// the new request is raised to it; a limit that was equal to the old request stays equal.
func withRequests(pod *v1.Pod, amounts func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList) *v1.Pod {
	out := pod
	change := func(containers func(*v1.Pod) []v1.Container, statuses []v1.ContainerStatus) {
		for i := range containers(pod) {
			at := &containers(pod)[i].Resources
			for j := range statuses {
				if statuses[j].Name != containers(pod)[i].Name {
					continue
				}
				requests := amounts(at.Requests, &statuses[j])
				if equalAmounts(requests, at.Requests) {
					break
				}
				if out == pod {
					out = pod.DeepCopy()
				}
				to := &containers(out)[i].Resources
				to.Requests = requests
				for name, limit := range to.Limits {
					before := at.Requests[name]
					if now, asked := requests[name]; asked && (limit.Cmp(now) < 0 || limit.Cmp(before) == 0) {
						to.Limits[name] = now
					}
				}
				break
			}
		}
	}
	change(func(pod *v1.Pod) []v1.Container { return pod.Spec.Containers }, pod.Status.ContainerStatuses)
	change(func(pod *v1.Pod) []v1.Container { return pod.Spec.InitContainers }, pod.Status.InitContainerStatuses)
	return out
}

// largest returns the larger of two amounts for each resource of the first list.
func largest(list, other v1.ResourceList) v1.ResourceList {
	return replace(list, other, func(order int) bool { return order < 0 })
}

// replaced returns the amount of the second list for each resource of the first list, if it has one.
func replaced(list, other v1.ResourceList) v1.ResourceList {
	return replace(list, other, func(order int) bool { return order != 0 })
}

func replace(list, other v1.ResourceList, takes func(order int) bool) v1.ResourceList {
	out := list
	for name, amount := range list {
		second, known := other[name]
		if !known || !takes(amount.Cmp(second)) {
			continue
		}
		if equalAmounts(out, list) { // not copied yet
			out = list.DeepCopy()
		}
		out[name] = second
	}
	return out
}

func equalAmounts(a, b v1.ResourceList) bool {
	if len(a) != len(b) {
		return false
	}
	for name, amount := range a {
		if other, known := b[name]; !known || amount.Cmp(other) != 0 {
			return false
		}
	}
	return true
}

// Amounts are a pod's total requests of resources that can be resized.
type Amounts struct {
	CPU    int64 // in milli-CPU
	Memory int64 // in bytes
}

// AmountsOf returns the amounts that a pod requests.
func AmountsOf(pod *v1.Pod) Amounts {
	requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	return Amounts{CPU: requests.Cpu().MilliValue(), Memory: requests.Memory().Value()}
}
