package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	helpers "k8s.io/component-helpers/resource"
)

const (
	statusAnnotation  = koordinator + "/resource-status"
	specAnnotation    = koordinator + "/resource-spec"
	numaAnnotation    = koordinator + "/numa-topology-spec"
	devicesAnnotation = koordinator + "/device-allocated"
	jointAnnotation   = koordinator + "/device-joint-allocate"
	groupLabel        = "pod-group.scheduling.sigs.k8s.io"
)

// podFacts are what a bound pod asked for and what it says that it holds.
type podFacts struct {
	*v1.Pod
	requests map[string]int64
	qos      string // of the label
	spec     struct {
		Required  string `json:"requiredCPUBindPolicy"`
		Exclusive string `json:"preferredCPUExclusivePolicy"`
		Policy    string `json:"numaTopologyPolicy"`
	}
	policy    string // NUMA policy of its own
	samePCIe  bool
	hasStatus bool
	cpus      CPUs
	numa      map[int]map[string]int64
	pools     int
	devices   []heldDevice
}

type heldDevice struct {
	deviceKey
	id        string
	resources map[string]int64
	vfs       []string
}

func (p *podFacts) name() string { return p.Namespace + "/" + p.Name }

// ownsCPUs tells whether CPUs must be the pod's own: LSE and LSR with whole CPUs.
func (p *podFacts) ownsCPUs() bool {
	return (p.qos == "LSE" || p.qos == "LSR") && p.requests["cpu"] > 0
}

// demand is what is asked of one type of devices.
type demand struct {
	count int // 0: not known
	total map[string]int64
}

// demands are what the pod asks of devices, by type.
func (p *podFacts) demands() map[string]demand {
	out := map[string]demand{}
	want := func(kind, dimension string, value int64) {
		if value <= 0 {
			return
		}
		d, stated := out[kind]
		if !stated {
			d = demand{total: map[string]int64{}}
		}
		d.total[dimension] = value
		out[kind] = d
	}
	for _, whole := range []string{"nvidia.com/gpu", "amd.com/gpu"} {
		want("gpu", "koordinator.sh/gpu-core", 100*p.requests[whole])
		want("gpu", "koordinator.sh/gpu-memory-ratio", 100*p.requests[whole])
	}
	want("gpu", "koordinator.sh/gpu-core", p.requests["koordinator.sh/gpu"])
	want("gpu", "koordinator.sh/gpu-memory-ratio", p.requests["koordinator.sh/gpu"])
	for _, name := range []string{"gpu-core", "gpu-memory", "gpu-memory-ratio"} {
		want("gpu", "koordinator.sh/"+name, p.requests["koordinator.sh/"+name])
	}
	want("rdma", "koordinator.sh/rdma", p.requests["koordinator.sh/rdma"])
	want("fpga", "koordinator.sh/fpga", p.requests["koordinator.sh/fpga"])
	for kind, d := range out {
		for name, total := range d.total {
			if name != "koordinator.sh/gpu-memory" {
				d.count = int(max(1, total/100))
			}
		}
		out[kind] = d
	}
	return out
}

// readPod gives the pod as far as it can be read, and an error for each annotation that cannot.
func readPod(pod *v1.Pod) (*podFacts, []error) {
	out := &podFacts{Pod: pod, qos: pod.Labels["koordinator.sh/qosClass"], cpus: CPUs{}, numa: map[int]map[string]int64{}}
	out.requests = amounts(helpers.PodRequests(pod, helpers.PodResourcesOptions{}))
	var wrong []error
	read := func(annotation string, into any, then func() error) {
		text, stated := pod.Annotations[annotation]
		if !stated {
			return
		}
		err := json.Unmarshal([]byte(text), into)
		if err == nil {
			err = then()
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", annotation, err))
		}
	}
	fine := func() error { return nil }
	read(specAnnotation, &out.spec, fine)
	out.policy = plainPolicy(out.spec.Policy)
	var numa struct {
		Policy string `json:"numaTopologyPolicy"`
	}
	read(numaAnnotation, &numa, func() error {
		if numa.Policy != "" {
			out.policy = plainPolicy(numa.Policy)
		}
		return nil
	})
	var joint struct {
		RequiredScope string `json:"requiredScope"`
	}
	read(jointAnnotation, &joint, func() error { out.samePCIe = joint.RequiredScope == "SamePCIe"; return nil })
	out.readStatus(read)
	out.readDevices(read)
	return out, wrong
}

type reader func(annotation string, into any, then func() error)

func (p *podFacts) readStatus(read reader) {
	var status struct {
		CPUSet string `json:"cpuset"`
		NUMA   []struct {
			Node      int               `json:"node"`
			Resources map[string]string `json:"resources"`
		} `json:"numaNodeResources"`
		Pools []struct{ Socket, Node int } `json:"cpuSharedPools"`
	}
	read(statusAnnotation, &status, func() (err error) {
		p.hasStatus, p.pools = true, len(status.Pools)
		if p.cpus, err = parseCPUs(status.CPUSet); err != nil {
			p.cpus = CPUs{}
			return err
		}
		for _, node := range status.NUMA {
			if p.numa[node.Node] != nil {
				return fmt.Errorf("NUMA node %d is there twice", node.Node)
			}
			p.numa[node.Node] = map[string]int64{}
			for name, text := range node.Resources {
				quantity, err := resource.ParseQuantity(text)
				if err != nil || quantity.Sign() < 0 {
					return fmt.Errorf("NUMA node %d: %q is no amount of %s", node.Node, text, name)
				}
				p.numa[node.Node][name] = amount(name, quantity)
			}
		}
		return nil
	})
}

func (p *podFacts) readDevices(read reader) {
	var allocated map[string][]struct {
		Minor     *int              `json:"minor"`
		ID        string            `json:"id"`
		Resources map[string]string `json:"resources"`
		Extension struct {
			VFs []struct {
				BusID string `json:"busID"`
			} `json:"vfs"`
		} `json:"extension"`
	}
	read(devicesAnnotation, &allocated, func() error {
		seen := map[deviceKey]bool{}
		for kind, list := range allocated {
			for _, entry := range list {
				if entry.Minor == nil {
					return errors.New("a device without a minor")
				}
				held := heldDevice{deviceKey: deviceKey{kind, *entry.Minor}, id: entry.ID, resources: map[string]int64{}}
				if seen[held.deviceKey] {
					return fmt.Errorf("%s is there twice", held.deviceKey)
				}
				seen[held.deviceKey] = true
				for name, text := range entry.Resources {
					quantity, err := resource.ParseQuantity(text)
					if err != nil || quantity.Sign() < 0 {
						return fmt.Errorf("%s: %q is no amount of %s", held.deviceKey, text, name)
					}
					held.resources[name] = amount(name, quantity)
				}
				for _, vf := range entry.Extension.VFs {
					held.vfs = append(held.vfs, strings.ToLower(vf.BusID))
				}
				p.devices = append(p.devices, held)
			}
		}
		return nil
	})
}
