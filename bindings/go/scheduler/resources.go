package scheduler

import (
	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
)

// While kubelet resizes a pod, what it asks for, what kubelet allocated and what its containers run with may differ.

// holding is a bound pod with the most of these: what it has of its node until kubelet is done. The pod itself, where nothing
// differs.
func holding(pod *v1.Pod) *v1.Pod {
	return withRequests(wanted(pod), func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList {
		out := more(request, status.AllocatedResources)
		if status.Resources != nil {
			out = more(out, status.Resources.Requests)
		}
		return out
	})
}

// wanted is a pod as it should become: as its spec says, unless kubelet says that this can never be. Then it stays as
// kubelet allocated it.
func wanted(pod *v1.Pod) *v1.Pod {
	if !resourcehelper.IsPodResizeInfeasible(pod) {
		return pod
	}
	return withRequests(pod, func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList {
		return over(request, status.AllocatedResources)
	})
}

// withRequests is a pod with other requests of its containers. A limit that is less than its request becomes the request;
// one that was the request stays so.
func withRequests(pod *v1.Pod, of func(request v1.ResourceList, status *v1.ContainerStatus) v1.ResourceList) *v1.Pod {
	out := pod
	change := func(containers func(*v1.Pod) []v1.Container, statuses []v1.ContainerStatus) {
		for i := range containers(pod) {
			at := &containers(pod)[i].Resources
			for j := range statuses {
				if statuses[j].Name != containers(pod)[i].Name {
					continue
				}
				requests := of(at.Requests, &statuses[j])
				if same(requests, at.Requests) {
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

// more is the greater of two amounts of each resource of the first list.
func more(list, other v1.ResourceList) v1.ResourceList {
	return replace(list, other, func(order int) bool { return order < 0 })
}

// over is the second amount of each resource of the first list, where there is one.
func over(list, other v1.ResourceList) v1.ResourceList {
	return replace(list, other, func(order int) bool { return order != 0 })
}

func replace(list, other v1.ResourceList, takes func(order int) bool) v1.ResourceList {
	out := list
	for name, amount := range list {
		second, known := other[name]
		if !known || !takes(amount.Cmp(second)) {
			continue
		}
		if same(out, list) { // not copied yet
			out = list.DeepCopy()
		}
		out[name] = second
	}
	return out
}

func same(a, b v1.ResourceList) bool {
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

// amounts are what a pod requests in all of what can be resized.
type amounts struct{ cpu, memory int64 }

func amountsOf(pod *v1.Pod) amounts {
	requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	return amounts{requests.Cpu().MilliValue(), requests.Memory().Value()}
}
