package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	plugin "k8s.io/kubelet/pkg/apis/deviceplugin/v1beta1"
)

const dspResource = "example.com/dsp"

// dsps is a device plugin with two devices.
type dsps struct {
	plugin.UnimplementedDevicePluginServer
	server *grpc.Server

	mu      sync.Mutex
	broken  string // the id of a device that has failed
	changed chan struct{}
}

// register offers the devices to a kubelet that has just started: it removes all sockets in its folder when it does.
func (d *dsps) register(ctx context.Context) error {
	d.stop()
	d.changed = make(chan struct{})
	listener, err := net.Listen("unix", filepath.Join(plugin.DevicePluginPath, "dsp.sock"))
	if err != nil {
		return err
	}
	d.server = grpc.NewServer()
	plugin.RegisterDevicePluginServer(d.server, d)
	go func() { _ = d.server.Serve(listener) }()
	connection, err := grpc.NewClient("unix://"+plugin.KubeletSocket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = plugin.NewRegistrationClient(connection).Register(ctx,
		&plugin.RegisterRequest{Version: plugin.Version, Endpoint: "dsp.sock", ResourceName: dspResource})
	if err != nil {
		return fmt.Errorf("the device plugin registers with kubelet: %w", err)
	}
	return nil
}

func (d *dsps) stop() {
	if d.server != nil {
		d.server.Stop()
		_ = os.Remove(filepath.Join(plugin.DevicePluginPath, "dsp.sock"))
	}
}

// fail has a device fail, or "" all be well again.
func (d *dsps) fail(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = id
	close(d.changed)
	d.changed = make(chan struct{})
}

func (d *dsps) GetDevicePluginOptions(context.Context, *plugin.Empty) (*plugin.DevicePluginOptions, error) {
	return &plugin.DevicePluginOptions{}, nil
}

func (d *dsps) ListAndWatch(_ *plugin.Empty, stream grpc.ServerStreamingServer[plugin.ListAndWatchResponse]) error {
	for {
		d.mu.Lock()
		broken, changed := d.broken, d.changed
		d.mu.Unlock()
		answer := &plugin.ListAndWatchResponse{}
		for _, id := range []string{"dsp-0", "dsp-1"} {
			health := plugin.Healthy
			if id == broken {
				health = plugin.Unhealthy
			}
			answer.Devices = append(answer.Devices, &plugin.Device{ID: id, Health: health,
				Topology: &plugin.TopologyInfo{Nodes: []*plugin.NUMANode{{ID: 0}}}})
		}
		if err := stream.Send(answer); err != nil {
			return err
		}
		select {
		case <-stream.Context().Done():
			return nil
		case <-changed:
		}
	}
}

func (d *dsps) Allocate(_ context.Context, request *plugin.AllocateRequest) (*plugin.AllocateResponse, error) {
	answer := &plugin.AllocateResponse{}
	for range request.ContainerRequests {
		answer.ContainerResponses = append(answer.ContainerResponses, &plugin.ContainerAllocateResponse{})
	}
	return answer, nil
}
