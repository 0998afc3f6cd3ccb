package agent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"
)

// pluginDevice is a device that a device plugin registered with kubelet.
type pluginDevice struct {
	id   string
	node int32 // NUMA node; -1 for any
}

// givenDevices are devices that kubelet assigned to a container.
type givenDevices struct {
	namespace, pod, container, resource string
	ids                                 []string
}

// podResources is a client of kubelet's pod-resources API. It reconnects automatically.
type podResources struct {
	connection *grpc.ClientConn
	client     podresources.PodResourcesListerClient
}

func openPodResources(socket string) (*podResources, error) {
	retry := backoff.DefaultConfig
	retry.MaxDelay = 5 * time.Second // kubelet restarts more often than networks fail
	connection, err := grpc.NewClient("unix://"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: retry, MinConnectTimeout: time.Second}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostOfFile)))
	if err != nil {
		return nil, err
	}
	return &podResources{connection, podresources.NewPodResourcesListerClient(connection)}, nil
}

func (p *podResources) close() { _ = p.connection.Close() }

// allocatable returns the healthy devices of these resources.
func (p *podResources) allocatable(ctx context.Context, resources []string) (map[string][]pluginDevice, error) {
	asking, cancel := context.WithTimeout(ctx, kubeletTimeout)
	defer cancel()
	answer, err := p.client.GetAllocatableResources(asking, &podresources.AllocatableResourcesRequest{})
	if err != nil {
		return nil, fmt.Errorf("kubelet's pod-resources API: GetAllocatableResources: %w", err)
	}
	out := map[string][]pluginDevice{}
	for _, group := range answer.GetDevices() {
		if !slices.Contains(resources, group.GetResourceName()) {
			continue
		}
		node := int32(-1)
		if nodes := group.GetTopology().GetNodes(); len(nodes) == 1 {
			node = int32(nodes[0].GetID())
		}
		for _, id := range group.GetDeviceIds() {
			out[group.GetResourceName()] = append(out[group.GetResourceName()], pluginDevice{id, node})
		}
	}
	return out, nil
}

// given returns the devices of these resources that containers have.
func (p *podResources) given(ctx context.Context, resources []string) ([]givenDevices, error) {
	asking, cancel := context.WithTimeout(ctx, kubeletTimeout)
	defer cancel()
	answer, err := p.client.List(asking, &podresources.ListPodResourcesRequest{})
	if err != nil {
		return nil, fmt.Errorf("kubelet's pod-resources API: List: %w", err)
	}
	var out []givenDevices
	for _, pod := range answer.GetPodResources() {
		for _, container := range pod.GetContainers() {
			ids := map[string][]string{}
			for _, group := range container.GetDevices() {
				if slices.Contains(resources, group.GetResourceName()) {
					ids[group.GetResourceName()] = append(ids[group.GetResourceName()], group.GetDeviceIds()...)
				}
			}
			for resource, list := range ids {
				slices.Sort(list)
				out = append(out, givenDevices{pod.GetNamespace(), pod.GetName(), container.GetName(), resource, list})
			}
		}
	}
	return out, nil
}
