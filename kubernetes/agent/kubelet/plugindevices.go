package kubelet

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/wait"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
)

// mostPluginDevices is the number of devices that the library accepts.
const mostPluginDevices = 65536

// PluginDevices queries kubelet for the devices of device plugins and their NUMA nodes. Kubelet's
// API has healthy devices only. Others count as unhealthy as long as the Node's capacity has more
// devices.
type PluginDevices struct {
	config    *config.Config
	log       *slog.Logger
	facts     *facts.Store
	kick      func()
	client    *PodResources
	known     map[string]map[string][]int32 // NUMA nodes by resource and id
	lastError string                        // logged once
}

// NewPluginDevices returns a source that connects with its first query.
func NewPluginDevices(settings *config.Config, log *slog.Logger, facts *facts.Store, kick func()) (*PluginDevices, error) {
	client, err := OpenPodResources(settings.Kubelet.PodResources)
	if err != nil {
		return nil, err
	}
	return &PluginDevices{config: settings, log: log, facts: facts, kick: kick, client: client, known: map[string]map[string][]int32{}}, nil
}

// Close closes the connection to kubelet. Call it after Run has ended.
func (p *PluginDevices) Close() { p.client.Close() }

// Run queries kubelet repeatedly until the context ends.
func (p *PluginDevices) Run(ctx context.Context) {
	wait.NonSlidingUntilWithContext(ctx, p.poll, p.config.Interval.Duration)
}

// poll records the devices. A failed query changes nothing.
func (p *PluginDevices) poll(ctx context.Context) {
	healthy, err := p.client.Allocatable(ctx, func(string) bool { return true })
	if err == nil {
		err = checkCount(healthy)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		if text := message.Text(err); text != p.lastError {
			p.lastError = text
			p.log.Info("cannot read the devices of kubelet's device plugins; the last known ones stay in force", "error", text)
		}
		return
	}
	p.lastError = ""
	if p.facts.SetPluginDevices(p.merge(healthy)) {
		p.kick()
	}
}

func checkCount(healthy map[string][]PluginDevice) error {
	count := 0
	for _, devices := range healthy {
		count += len(devices)
	}
	if count > mostPluginDevices {
		return fmt.Errorf("found %d devices, expected at most %d", count, mostPluginDevices)
	}
	return nil
}

// merge returns healthy devices and those that were healthy before, in order. Kubelet aligns no
// devices of resources of which no device has NUMA nodes.
func (p *PluginDevices) merge(healthy map[string][]PluginDevice) (out []facts.PluginDevice) {
	for resource, devices := range healthy {
		if p.known[resource] == nil && !slices.ContainsFunc(devices, func(device PluginDevice) bool { return len(device.Nodes) != 0 }) {
			continue
		}
		if p.known[resource] == nil {
			p.known[resource] = map[string][]int32{}
		}
		for _, device := range devices {
			p.known[resource][device.ID] = device.Nodes
		}
	}
	for resource, known := range p.known {
		isHealthy := map[string]bool{}
		for _, device := range healthy[resource] {
			isHealthy[device.ID] = true
		}
		// A capacity of 0 is that of a plugin that has not registered again yet.
		capacity := p.facts.Capacity(resource)
		if (capacity > 0 && capacity <= int64(len(isHealthy))) || len(known) > mostPluginDevices {
			maps.DeleteFunc(known, func(id string, _ []int32) bool { return !isHealthy[id] })
		}
		for id, nodes := range known {
			out = append(out, facts.PluginDevice{Resource: resource, ID: id, Nodes: nodes, IsHealthy: isHealthy[id]})
		}
	}
	slices.SortFunc(out, func(a, b facts.PluginDevice) int {
		return cmp.Or(cmp.Compare(a.Resource, b.Resource), cmp.Compare(a.ID, b.ID))
	})
	return out
}
