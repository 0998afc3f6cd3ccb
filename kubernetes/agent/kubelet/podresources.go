package kubelet

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/files"
)

// PluginDevice is a device that a device plugin registered with kubelet.
type PluginDevice struct {
	ID    string
	Nodes []int32 // NUMA nodes that it is near, ascending; none if the plugin states none
}

// AssignedDevices are devices that kubelet assigned to a container.
type AssignedDevices struct {
	Namespace, Pod, Container, Resource string
	IDs                                 []string
}

// Unreachable states that a call of kubelet's pod-resources API failed.
type Unreachable struct{ error }

// Unwrap returns the error of the call.
func (u Unreachable) Unwrap() error { return u.error }

// PodResources is a client of kubelet's pod-resources API. It reconnects automatically.
type PodResources struct {
	connection *grpc.ClientConn
	client     podresources.PodResourcesListerClient
}

// OpenPodResources returns a client, which connects with the first request.
func OpenPodResources(socket string) (*PodResources, error) {
	retry := backoff.DefaultConfig
	retry.MaxDelay = 5 * time.Second // kubelet restarts more often than networks fail
	connection, err := grpc.NewClient("unix://"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: retry, MinConnectTimeout: time.Second}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(files.MostBytes)))
	if err != nil {
		return nil, err
	}
	return &PodResources{connection, podresources.NewPodResourcesListerClient(connection)}, nil
}

// Close closes the connection.
func (p *PodResources) Close() { _ = p.connection.Close() }

// Allocatable returns the healthy devices of the resources for which isWanted returns true.
func (p *PodResources) Allocatable(ctx context.Context, isWanted func(resource string) bool) (map[string][]PluginDevice, error) {
	asking, cancel := context.WithTimeout(ctx, config.KubeletTimeout)
	defer cancel()
	answer, err := p.client.GetAllocatableResources(asking, &podresources.AllocatableResourcesRequest{})
	if err != nil {
		return nil, Unreachable{fmt.Errorf("kubelet's pod-resources API: GetAllocatableResources: %w", err)}
	}
	out, position := map[string][]PluginDevice{}, map[[2]string]int{}
	for _, group := range answer.GetDevices() {
		resource := group.GetResourceName()
		if !isWanted(resource) {
			continue
		}
		for _, id := range group.GetDeviceIds() {
			at, has := position[[2]string{resource, id}]
			if !has {
				at = len(out[resource])
				position[[2]string{resource, id}] = at
				out[resource] = append(out[resource], PluginDevice{ID: id})
			}
			// Kubelet lists a device once for each of its NUMA nodes.
			device := &out[resource][at]
			for _, node := range group.GetTopology().GetNodes() {
				if place, is := slices.BinarySearch(device.Nodes, int32(node.GetID())); !is {
					device.Nodes = slices.Insert(device.Nodes, place, int32(node.GetID()))
				}
			}
		}
	}
	return out, nil
}

// Assigned returns the devices that containers have, of the resources for which isWanted returns
// true.
func (p *PodResources) Assigned(ctx context.Context, isWanted func(resource string) bool) ([]AssignedDevices, error) {
	asking, cancel := context.WithTimeout(ctx, config.KubeletTimeout)
	defer cancel()
	answer, err := p.client.List(asking, &podresources.ListPodResourcesRequest{})
	if err != nil {
		return nil, Unreachable{fmt.Errorf("kubelet's pod-resources API: List: %w", err)}
	}
	var out []AssignedDevices
	for _, pod := range answer.GetPodResources() {
		for _, container := range pod.GetContainers() {
			ids := map[string][]string{}
			for _, group := range container.GetDevices() {
				if isWanted(group.GetResourceName()) {
					ids[group.GetResourceName()] = append(ids[group.GetResourceName()], group.GetDeviceIds()...)
				}
			}
			for resource, list := range ids {
				slices.Sort(list)
				out = append(out, AssignedDevices{pod.GetNamespace(), pod.GetName(), container.GetName(), resource, list})
			}
		}
	}
	return out, nil
}
