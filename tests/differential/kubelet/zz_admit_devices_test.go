package zzadmit

// Devices of plugins, in some of the scenes.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"sort"

	"github.com/go-logr/logr"
	"koordc"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/kubelet/cm/devicemanager"
)

type device struct {
	Resource, ID string
	Nodes        []int `json:",omitempty"`
	Unhealthy    bool  `json:",omitempty"`
}

const (
	gpu = "nvidia.com/gpu"
	nic = "example.com/nic"
)

func (s *scene) addDevices(r *rand.Rand) {
	for _, name := range []string{gpu, nic} {
		if name == nic && r.Intn(3) != 0 {
			continue
		}
		near := r.Intn(5) != 0 // or the plugin knows of no nodes
		few := s.Nodes[:1+r.Intn(len(s.Nodes))]
		for i, n := 0, 1+r.Intn(9); i < n; i++ {
			d := device{Resource: name, ID: fmt.Sprintf("%s-%02d", name[:3], i), Unhealthy: r.Intn(12) == 0}
			if near && r.Intn(8) != 0 {
				d.Nodes = []int{few[i*len(few)/n]}
				if r.Intn(3) == 0 {
					d.Nodes[0] = few[r.Intn(len(few))]
				}
				if other := s.Nodes[r.Intn(len(s.Nodes))]; r.Intn(8) == 0 && other != d.Nodes[0] {
					d.Nodes = append(d.Nodes, other)
				}
			}
			s.Devices = append(s.Devices, d)
		}
	}
	for i := range s.Ops {
		switch o := &s.Ops[i]; {
		case o.Pod != nil:
			for j := range o.Pod.Spec.Containers {
				ask(r, &o.Pod.Spec.Containers[j])
			}
			for j := range o.Pod.Spec.InitContainers {
				ask(r, &o.Pod.Spec.InitContainers[j])
			}
		case o.Restart != nil && r.Intn(3) == 0: // what the plugins report then
			o.Devices = append([]device{}, s.Devices...)
			at := r.Intn(len(o.Devices))
			if r.Intn(2) == 0 {
				o.Devices[at].Unhealthy = !o.Devices[at].Unhealthy
			} else {
				o.Devices = append(o.Devices[:at], o.Devices[at+1:]...)
			}
		}
	}
}

func ask(r *rand.Rand, c *v1.Container) {
	if r.Intn(2) == 0 {
		return
	}
	name := gpu
	if r.Intn(4) == 0 {
		name = nic
	}
	count := *resource.NewQuantity(int64([]int{1, 1, 1, 2, 2, 3, 4, 0}[r.Intn(8)]), resource.DecimalSI)
	limits, requests := v1.ResourceList{name2(name): count}, v1.ResourceList{name2(name): count}
	for k, v := range c.Resources.Limits {
		limits[k] = v
	}
	for k, v := range c.Resources.Requests {
		requests[k] = v
	}
	c.Resources = v1.ResourceRequirements{Requests: requests, Limits: limits}
}

func name2(name string) v1.ResourceName { return v1.ResourceName(name) }

// report tells upstream's device manager what the plugins have.
func report(log logr.Logger, dm *devicemanager.ManagerImpl, devices []device) {
	for _, name := range []string{gpu, nic} {
		nodes, unhealthy := map[string][]int{}, map[string]bool{}
		for _, d := range devices {
			if d.Resource == name {
				nodes[d.ID] = d.Nodes
				unhealthy[d.ID] = d.Unhealthy
			}
		}
		if len(nodes) > 0 {
			dm.ZZReport(log, name, nodes, unhealthy)
		}
	}
}

func (s *scene) ours(devices []device) (out []koordc.Device) {
	for _, d := range devices {
		o := koordc.Device{Resource: d.Resource, ID: d.ID, Unhealthy: d.Unhealthy}
		for _, n := range d.Nodes {
			o.Nodes |= 1 << s.number(n)
		}
		out = append(out, o)
	}
	return
}

// canonDevices brings lists that kubelet writes in any order into one.
func canonDevices(text string) string {
	var v struct {
		Data struct {
			PodDeviceEntries []struct {
				PodUID, ContainerName, ResourceName string
				DeviceIDs                           map[string][]string
				AllocResp                           *string
			}
			RegisteredDevices map[string][]string
		}
	}
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	for _, e := range v.Data.PodDeviceEntries {
		for _, ids := range e.DeviceIDs {
			sort.Strings(ids)
		}
	}
	for _, ids := range v.Data.RegisteredDevices {
		sort.Strings(ids)
	}
	e := v.Data.PodDeviceEntries
	key := func(i int) string { return e[i].PodUID + " " + e[i].ContainerName + " " + e[i].ResourceName }
	sort.Slice(e, func(i, j int) bool { return key(i) < key(j) })
	j, _ := json.Marshal(v)
	return string(j)
}
