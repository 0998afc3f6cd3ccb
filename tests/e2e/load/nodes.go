package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// machine is a NodeResourceTopology to make others of.
type machine struct {
	object      map[string]any
	cpu, memory resource.Quantity
	zones       []string // of NUMA nodes with CPUs: their numbers
	bare        bool     // its nodes state no policy
}

func readMachines(folder string) ([]machine, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var out []machine
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var m machine
		if err := json.Unmarshal(text, &m.object); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		var typed struct {
			Zones []struct {
				Name      string
				Resources []struct {
					Name        string
					Allocatable resource.Quantity
				}
			}
		}
		if err := json.Unmarshal(text, &typed); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, zone := range typed.Zones {
			for _, r := range zone.Resources {
				switch {
				case r.Name == "cpu":
					m.cpu.Add(r.Allocatable)
					if !r.Allocatable.IsZero() {
						m.zones = append(m.zones, strings.TrimPrefix(zone.Name, "node-"))
					}
				case r.Name == "memory":
					m.memory.Add(r.Allocatable)
				}
			}
		}
		if len(m.zones) == 0 {
			return nil, fmt.Errorf("%s: no NUMA node with CPUs", file)
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, errors.New(folder + ": no machines")
	}
	return out, nil
}

func nodeName(i int) string { return fmt.Sprintf("node-%05d", i) }

// node has, by its number, one of the policies that nodes may have, unless the machine is to have none.
func (m machine) node(i int) *v1.Node {
	labels := map[string]string{v1.LabelHostname: nodeName(i), v1.LabelOSStable: "linux", v1.LabelArchStable: "amd64",
		v1.LabelTopologyZone: fmt.Sprintf("zone-%d", i%4)}
	annotations := map[string]string{}
	if !m.bare {
		policies(i, labels, annotations)
	}
	have := v1.ResourceList{v1.ResourceCPU: m.cpu, v1.ResourceMemory: m.memory, v1.ResourcePods: resource.MustParse("110")}
	return &v1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: nodeName(i), Labels: labels, Annotations: annotations},
		Status: v1.NodeStatus{Capacity: have, Allocatable: have, NodeInfo: v1.NodeSystemInfo{Architecture: "amd64"},
			Conditions: []v1.NodeCondition{{Type: v1.NodeReady, Status: v1.ConditionTrue, Reason: "Load"}}},
	}
}

// policies are those of a node by its number.
func policies(i int, labels, annotations map[string]string) {
	switch i % 8 {
	case 1:
		labels["node.koordinator.sh/cpu-bind-policy"] = "FullPCPUsOnly"
	case 3:
		labels["node.koordinator.sh/numa-topology-policy"] = "SingleNUMANode"
	case 5:
		labels["node.koordinator.sh/numa-topology-policy"] = "BestEffort"
		labels["node.koordinator.sh/numa-allocate-strategy"] = "LeastAllocated"
	case 6:
		labels["node.koordinator.sh/numa-allocate-strategy"] = "DistributeEvenly"
	case 7:
		labels["node.koordinator.sh/numa-topology-policy"] = "Restricted"
	}
	if i%5 == 0 {
		annotations["node.koordinator.sh/reservation"] = `{"reservedCPUs":"0-1"}`
	}
}

func (m machine) topology(i int) *unstructured.Unstructured {
	out := (&unstructured.Unstructured{Object: m.object}).DeepCopy()
	out.SetName(nodeName(i))
	out.SetAPIVersion(topologies.GroupVersion().String())
	annotations := out.GetAnnotations()
	if i%7 == 2 && !m.bare { // kubelet pins, too
		annotations["kubelet.koordinator.sh/cpu-manager-policy"] = `{"policy":"static","reservedCPUs":"0-1"}`
	}
	out.SetAnnotations(annotations)
	return out
}

// devices are eight GPUs, two to a PCIe switch, and a network card on each switch with two virtual functions.
func (m machine) devices(i int) *unstructured.Unstructured {
	var list []any
	add := func(kind, id string, minor, pcie int, resources map[string]any) map[string]any {
		device := map[string]any{"type": kind, "id": id, "minor": int64(minor), "health": true, "resources": resources}
		place := map[string]any{"pcieID": fmt.Sprint(pcie), "busID": fmt.Sprintf("0000:%02x:%02x.0", 16+pcie, minor)}
		var node, socket int64
		if _, err := fmt.Sscan(m.zones[pcie*len(m.zones)/4], &node); err == nil {
			place["nodeID"], place["socketID"] = node, socket
		}
		device["topology"] = place
		list = append(list, device)
		return device
	}
	for gpu := range 8 {
		add("gpu", fmt.Sprintf("GPU-%05d-%d", i, gpu), gpu, gpu/2, map[string]any{"koordinator.sh/gpu-core": "100",
			"koordinator.sh/gpu-memory": "80Gi", "koordinator.sh/gpu-memory-ratio": "100"})
	}
	for card := range 4 {
		bus := fmt.Sprintf("0000:%02x:1f.", 16+card)
		device := add("rdma", bus+"0", card, card, map[string]any{"koordinator.sh/rdma": "100"})
		device["vfGroups"] = []any{map[string]any{"labels": map[string]any{"type": "general"},
			"vfs": []any{map[string]any{"minor": int64(0), "busID": bus + "1"}, map[string]any{"minor": int64(1), "busID": bus + "2"}}}}
	}
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": devices.GroupVersion().String(), "kind": "Device",
		"metadata": map[string]any{"name": nodeName(i)}, "spec": map[string]any{"devices": list}}}
}

func nodesCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("nodes", flag.ExitOnError)
	count := flags.Int("count", 100, "nodes")
	first := flags.Int("first", 0, "number of the first")
	folder := flags.String("machines", "", "folder with NodeResourceTopology objects")
	bare := flags.Bool("bare", false, "nodes state no policy")
	gpus := flags.Bool("gpus", false, "every node has a Device object")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	machines, err := readMachines(*folder)
	if err != nil {
		return err
	}
	for i := range machines {
		machines[i].bare = *bare
	}
	since := time.Now()
	err = c.each(*count, func(i int) error {
		i += *first
		m := machines[i%len(machines)]
		if _, err := c.objects.Resource(topologies).Create(ctx, m.topology(i), metav1.CreateOptions{}); err != nil {
			return err
		}
		// By the machine's turn, so that every kind has some with and some without.
		if *gpus || i/len(machines)%2 == 0 {
			if _, err := c.objects.Resource(devices).Create(ctx, m.devices(i), metav1.CreateOptions{}); err != nil {
				return err
			}
		}
		_, err := c.kube.CoreV1().Nodes().Create(ctx, m.node(i), metav1.CreateOptions{})
		return err
	})
	if err == nil {
		say("nodes", *count, since)
	}
	return err
}
