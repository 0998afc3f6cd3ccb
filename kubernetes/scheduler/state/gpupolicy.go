package state

import (
	"context"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// StartGPUPolicy starts the GPU policy with the pods that exist.
func (s *State) StartGPUPolicy(ctx context.Context) {
	if !s.GPUs.Enabled() {
		return
	}
	var pods []*v1.Pod
	for _, object := range s.Stores.Pods.List() {
		if pod, is := object.(*v1.Pod); is {
			pods = append(pods, pod)
		}
	}
	s.GPUs.Start(ctx, pods)
}

// CountPod passes the store's version of a pod to the GPU policy. A pod may be scheduled before its
// event is handled here.
func (s *State) CountPod(pod *v1.Pod) {
	if !s.GPUs.Enabled() {
		return
	}
	s.GPUs.PodChanged(pod.UID, func() *v1.Pod {
		now := stores.Get[v1.Pod](s.Stores.Pods, pod.Namespace+"/"+pod.Name)
		if now != nil && now.UID != pod.UID {
			return nil
		}
		return now
	})
}

// CountNode passes the stores' version of a node to the GPU policy. A Device that cannot be read
// leaves the node as it was, as in the cluster.
func (s *State) CountNode(name string) {
	if !s.GPUs.Enabled() {
		return
	}
	s.GPUs.NodeChanged(name, func() (*v1.Node, *apis.Device, bool) {
		device := stores.Get[apis.Device](s.Stores.Devices.Load(), name)
		return stores.Get[v1.Node](s.Stores.Nodes, name), device, device == nil || hasValidVersion(device)
	})
}

// RefreshGPUPolicy counts the pod of a new scheduling cycle, and sets the GPU policy again if it is
// due. All scores of the cycle are then those of one policy.
func (s *State) RefreshGPUPolicy(ctx context.Context, pod *v1.Pod) {
	s.CountPod(pod)
	if s.GPUs.Due() {
		defer metrics.Timed("GPUPolicy")()
		s.GPUs.Refresh(ctx)
	}
}
