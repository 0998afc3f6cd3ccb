package devicemanager

// A device manager without plugins' processes: devices are reported by a call, and what a plugin answers is empty.

import (
	"context"
	"encoding/json"
	"path/filepath"

	cadvisorapi "github.com/google/cadvisor/info/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	pluginapi "k8s.io/kubelet/pkg/apis/deviceplugin/v1beta1"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
)

type zzPlugin struct{ endpoint }

func (zzPlugin) allocate(context.Context, []string) (*pluginapi.AllocateResponse, error) {
	return &pluginapi.AllocateResponse{ContainerResponses: []*pluginapi.ContainerAllocateResponse{{}}}, nil
}

// ZZNew starts one with the checkpoint in a folder.
func ZZNew(logger klog.Logger, dir string, nodes []cadvisorapi.Node, store topologymanager.Store, pods func() []*v1.Pod) (*ManagerImpl, error) {
	m, err := newManagerImpl(logger, filepath.Join(dir, "kubelet.sock"), nodes, store)
	if err != nil {
		return nil, err
	}
	m.activePods = pods
	return m, m.readCheckpoint(logger)
}

// ZZReport: the devices of a resource; nodes by device, nil where none are known.
func (m *ManagerImpl) ZZReport(logger klog.Logger, resource string, nodes map[string][]int, unhealthy map[string]bool) {
	var devices []*pluginapi.Device
	for id, of := range nodes {
		d := &pluginapi.Device{ID: id, Health: pluginapi.Healthy}
		if unhealthy[id] {
			d.Health = pluginapi.Unhealthy
		}
		for _, n := range of {
			if d.Topology == nil {
				d.Topology = &pluginapi.TopologyInfo{}
			}
			d.Topology.Nodes = append(d.Topology.Nodes, &pluginapi.NUMANode{ID: int64(n)})
		}
		devices = append(devices, d)
	}
	m.endpoints[resource] = endpointInfo{e: zzPlugin{}}
	m.genericDeviceUpdateCallback(logger, resource, devices)
}

// ZZState is what kubelet_internal_checkpoint would be if it were written now.
func (m *ManagerImpl) ZZState(logger klog.Logger) string {
	if m.writeCheckpoint(logger) != nil {
		return ""
	}
	cp, err := m.getCheckpoint()
	if err != nil {
		return err.Error()
	}
	text, _ := cp.MarshalCheckpoint()
	if !json.Valid(text) {
		return "no JSON"
	}
	return string(text)
}
