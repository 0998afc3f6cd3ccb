package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// core is a physical core: numbers of cores may repeat in other sockets and NUMA nodes.
type core struct{ socket, node, core int }

// nodeFacts are what a node reports.
type nodeFacts struct {
	name        string
	allocatable v1.ResourceList
	known       bool // its CPUs are
	closed      bool // to pods that tolerate nothing
	unread      bool // an annotation is
	cores       map[int]core
	onCore      map[core]int // how many CPUs a core has
	barred      CPUs         // no pod's own: reserved by kubelet or for the node, of system QoS
	kubelet     map[string]CPUs
	numa        map[int]map[string]int64
	wholeCores  bool
	policy      string // NUMA policy: "", None, BestEffort, Restricted, SingleNUMANode
	amplified   bool
	devices     map[deviceKey]*deviceFacts
	kubeletGPUs map[string]string // holder's uid by device id
	givenTwice  []string          // devices that kubelet gave to two pods
}

type deviceKey struct {
	kind  string
	minor int
}

func (k deviceKey) String() string { return fmt.Sprintf("%s %d", k.kind, k.minor) }

type deviceFacts struct {
	id, pcie  string
	healthy   bool
	resources map[string]int64
	vfs       []string
}

func newNode(name string) *nodeFacts {
	return &nodeFacts{name: name, cores: map[int]core{}, onCore: map[core]int{}, barred: CPUs{}, kubelet: map[string]CPUs{},
		numa: map[int]map[string]int64{}, devices: map[deviceKey]*deviceFacts{}, kubeletGPUs: map[string]string{}}
}

// amount is a quantity as the rules count: thousandths of CPUs, whole units of all else.
func amount(name string, quantity resource.Quantity) int64 {
	if name == "cpu" {
		return quantity.MilliValue()
	}
	return quantity.Value()
}

func amounts(list v1.ResourceList) map[string]int64 {
	out := map[string]int64{}
	for name, quantity := range list {
		out[string(name)] = amount(string(name), quantity)
	}
	return out
}

type reservation struct {
	ReservedCPUs string `json:"reservedCPUs"`
}

type systemQoS struct {
	CPUSet    string `json:"cpuset"`
	Exclusive *bool  `json:"cpusetExclusive"`
}

// bar takes CPUs away that an annotation keeps from pods.
func (n *nodeFacts) bar(annotations map[string]string) error {
	if text, stated := annotations["node.koordinator.sh/reservation"]; stated {
		var read reservation
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("reservation: %w", err)
		}
		cpus, err := parseCPUs(read.ReservedCPUs)
		if err != nil {
			return fmt.Errorf("reservation: %w", err)
		}
		n.barred.add(cpus)
	}
	if text, stated := annotations["node.koordinator.sh/system-qos-resource"]; stated {
		var read systemQoS
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("system-qos-resource: %w", err)
		}
		cpus, err := parseCPUs(read.CPUSet)
		if err != nil {
			return fmt.Errorf("system-qos-resource: %w", err)
		}
		if read.Exclusive == nil || *read.Exclusive {
			n.barred.add(cpus)
		}
	}
	_, n.amplified = annotations["node.koordinator.sh/resource-amplification-ratio"]
	return nil
}

func (n *nodeFacts) takeNode(node *v1.Node) error {
	n.allocatable = node.Status.Allocatable
	n.closed = node.Spec.Unschedulable || len(node.Spec.Taints) > 0
	switch node.Labels["node.koordinator.sh/cpu-bind-policy"] {
	case "FullPCPUsOnly", "PCPUOnly":
		n.wholeCores = true
	}
	if policy := node.Labels["node.koordinator.sh/numa-topology-policy"]; policy != "" {
		n.policy = plainPolicy(policy)
	}
	return n.bar(node.Annotations)
}

// plainPolicy is a NUMA policy without kubelet's scope.
func plainPolicy(name string) string {
	for _, scope := range []string{"PodLevel", "ContainerLevel"} {
		name = strings.TrimSuffix(name, scope)
	}
	return name
}

func (n *nodeFacts) takeTopology(t *Topology) error {
	if text, stated := t.Annotations["node.koordinator.sh/cpu-topology"]; stated {
		var read struct {
			Detail []struct{ ID, Core, Socket, Node int } `json:"detail"`
		}
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("cpu-topology: %w", err)
		}
		n.known = true
		for _, cpu := range read.Detail {
			at := core{cpu.Socket, cpu.Node, cpu.Core}
			n.cores[cpu.ID] = at
			n.onCore[at]++
		}
	}
	if text, stated := t.Annotations["kubelet.koordinator.sh/cpu-manager-policy"]; stated {
		var read struct {
			Policy       string            `json:"policy"`
			Options      map[string]string `json:"options"`
			ReservedCPUs string            `json:"reservedCPUs"`
		}
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("cpu-manager-policy: %w", err)
		}
		cpus, err := parseCPUs(read.ReservedCPUs)
		if err != nil {
			return fmt.Errorf("cpu-manager-policy: %w", err)
		}
		n.barred.add(cpus)
		n.wholeCores = n.wholeCores || read.Policy == "static" && read.Options["full-pcpus-only"] == "true"
	}
	if text := t.Annotations["node.koordinator.sh/pod-cpu-allocs"]; text != "" {
		var read []struct{ UID, CPUSet string }
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("pod-cpu-allocs: %w", err)
		}
		for _, pod := range read {
			cpus, err := parseCPUs(pod.CPUSet)
			if err != nil {
				return fmt.Errorf("pod-cpu-allocs: %w", err)
			}
			n.kubelet[pod.UID] = cpus
		}
	}
	if n.policy == "" {
		n.policy = kubeletPolicy(t)
	}
	for _, zone := range t.Zones {
		var id int
		if _, err := fmt.Sscanf(zone.Name, "node-%d", &id); err != nil || zone.Type != "Node" {
			continue
		}
		n.numa[id] = map[string]int64{}
		for _, r := range zone.Resources {
			quantity, err := resource.ParseQuantity(r.Allocatable)
			if err != nil {
				return fmt.Errorf("zones: %w", err)
			}
			n.numa[id][r.Name] = amount(r.Name, quantity)
		}
	}
	return n.bar(t.Annotations)
}

func kubeletPolicy(t *Topology) (policy string) {
	if len(t.TopologyPolicies) > 0 {
		policy = plainPolicy(t.TopologyPolicies[0])
	}
	for _, attribute := range t.Attributes {
		if attribute.Name != "topologyManagerPolicy" {
			continue
		}
		switch attribute.Value {
		case "none":
			policy = "None"
		case "best-effort":
			policy = "BestEffort"
		case "restricted":
			policy = "Restricted"
		case "single-numa-node":
			policy = "SingleNUMANode"
		}
	}
	return policy
}

func (n *nodeFacts) takeDevices(d *Device) error {
	for _, device := range d.Spec.Devices {
		facts := &deviceFacts{id: device.ID, healthy: device.Health, resources: amounts(device.Resources)}
		if device.Topology != nil {
			facts.pcie = device.Topology.PCIEID
		}
		for _, group := range device.VFGroups {
			for _, vf := range group.VFs {
				facts.vfs = append(facts.vfs, vf.BusID)
			}
		}
		n.devices[deviceKey{device.Type, device.Minor}] = facts
	}
	if text := d.Annotations["node.koordinator.sh/devices-checkpoints"]; text != "" {
		var read []struct {
			PodUID    string   `json:"podUID"`
			DeviceIDs []string `json:"deviceIDs"`
		}
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			return fmt.Errorf("devices-checkpoints: %w", err)
		}
		for _, entry := range read {
			for _, id := range entry.DeviceIDs {
				id, _, replica := strings.Cut(id, "::")
				if other, given := n.kubeletGPUs[id]; given && other != entry.PodUID && !replica {
					n.givenTwice = append(n.givenTwice, fmt.Sprintf("%s to %q and %q", id, other, entry.PodUID))
				}
				n.kubeletGPUs[id] = entry.PodUID
			}
		}
	}
	return nil
}

func (f *deviceFacts) hasVF(bus string) bool { return slices.Contains(f.vfs, bus) }
