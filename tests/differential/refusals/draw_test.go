package scheduler

// Draws the machines of the nodes, the options of their kubelets, and the pods.

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/cm/zznodes"

	"libkoord.invalid/koord"
)

var shapes = []zznodes.Shape{
	{Sockets: 1, NodesPerSocket: 1, CoresPerNode: 8, Threads: 2, L3sPerNode: 1},
	{Sockets: 2, NodesPerSocket: 1, CoresPerNode: 8, Threads: 2, L3sPerNode: 1},
	{Sockets: 2, NodesPerSocket: 1, CoresPerNode: 16, Threads: 1, L3sPerNode: 2},
	{Sockets: 1, NodesPerSocket: 4, CoresPerNode: 8, Threads: 2, L3sPerNode: 2},
	{Sockets: 2, NodesPerSocket: 2, CoresPerNode: 8, Threads: 2, L3sPerNode: 1},
	{Sockets: 2, NodesPerSocket: 4, CoresPerNode: 4, Threads: 2, L3sPerNode: 1},
	{Sockets: 4, NodesPerSocket: 1, CoresPerNode: 6, Threads: 2, L3sPerNode: 1},
	{Sockets: 1, NodesPerSocket: 2, CoresPerNode: 12, Threads: 2, L3sPerNode: 3},
	{Sockets: 2, NodesPerSocket: 1, CoresPerNode: 6, Threads: 4, L3sPerNode: 1},
	{Sockets: 2, NodesPerSocket: 1, CoresPerNode: 20, Threads: 2, L3sPerNode: 5},
}

var cpuOptions = []map[string]string{
	{}, {}, {"full-pcpus-only": "true"}, {"full-pcpus-only": "true"}, {"distribute-cpus-across-numa": "true"},
	{"full-pcpus-only": "true", "distribute-cpus-across-numa": "true"}, {"align-by-socket": "true"},
	{"strict-cpu-reservation": "true"}, {"full-pcpus-only": "true", "strict-cpu-reservation": "true"},
	{"prefer-align-cpus-by-uncorecache": "true"}, {"full-pcpus-only": "true", "prefer-align-cpus-by-uncorecache": "true"},
	{"distribute-cpus-across-cores": "true"},
}

// setting returns the number in an environment variable.
func setting(name string, value int) int {
	if text := os.Getenv(name); text != "" {
		value, _ = strconv.Atoi(text)
	}
	return value
}

func pick[T any](s *site, from ...T) T { return from[s.random.Intn(len(from))] }

func (s *site) chance(percent int) bool { return s.random.Intn(100) < percent }

// devices draws the devices of a machine's plugins.
func (s *site) devices(shape *zznodes.Shape) (out []zznodes.Device) {
	nodes := shape.Sockets * shape.NodesPerSocket
	if setting("DEVICES", 0) == 0 {
		return nil
	}
	nics := nodes
	if nodes > 4 { // kubelet tries all combinations of its managers' hints
		nodes, nics = 2, 0
	}
	for i := range nodes * (1 + s.random.Intn(4)) {
		out = append(out, zznodes.Device{Resource: "example.com/gpu", ID: fmt.Sprintf("gpu-%02d", i), Nodes: []int{i % nodes}, Unhealthy: s.chance(5)})
	}
	for i := range nics * s.random.Intn(3) {
		near := []int{i % nodes}
		if nodes > 1 && s.chance(20) {
			near = []int{i % nodes, (i + 1) % nodes}
			slices.Sort(near)
		} else if s.chance(10) {
			near = nil
		}
		out = append(out, zznodes.Device{Resource: "example.com/nic", ID: fmt.Sprintf("nic-%02d", i), Nodes: near, Unhealthy: s.chance(5)})
	}
	return out
}

// devices returns the devices of the node's plugins as the library reads them.
func (at *place) devices() (out []koord.ReportedDevice) {
	for _, device := range at.kubelet.Devices {
		reported := koord.ReportedDevice{Resource: device.Resource, ID: device.ID}
		for _, node := range device.Nodes {
			reported.NUMANodes |= 1 << node
		}
		if device.Unhealthy {
			reported.Flags = koord.PluginDeviceUnhealthy
		}
		out = append(out, reported)
	}
	return out
}

// pod draws a pod.
func (s *site) pod(i int) *v1.Pod {
	out := &v1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Namespace: "d",
		Name: fmt.Sprint("pod-", i), UID: types.UID(fmt.Sprint("uid-", i)), ResourceVersion: s.next(), Annotations: map[string]string{},
		Labels: map[string]string{}, CreationTimestamp: metav1.Unix(1700000000+int64(i), 0)},
		Status: v1.PodStatus{QOSClass: v1.PodQOSGuaranteed, Phase: v1.PodPending}}
	containers := pick(s, 1, 1, 1, 2, 2, 3)
	for c := range containers {
		out.Spec.Containers = append(out.Spec.Containers, s.container(fmt.Sprint("c", c)))
	}
	if s.chance(20) {
		for c := range 1 + s.random.Intn(2) {
			made := s.container(fmt.Sprint("init", c))
			if s.chance(40) {
				always := v1.ContainerRestartPolicyAlways
				made.RestartPolicy = &always
			}
			out.Spec.InitContainers = append(out.Spec.InitContainers, made)
		}
	}
	switch draw := s.random.Intn(100); {
	case draw < 10:
		out.Status.QOSClass = v1.PodQOSBurstable
		for c := range out.Spec.Containers {
			out.Spec.Containers[c].Resources.Limits = nil
			delete(out.Spec.Containers[c].Resources.Requests, "hugepages-2Mi")
		}
		out.Spec.InitContainers = nil
	case draw < 13:
		out.Status.QOSClass = v1.PodQOSBestEffort
		for c := range out.Spec.Containers {
			out.Spec.Containers[c].Resources = v1.ResourceRequirements{}
		}
		out.Spec.InitContainers = nil
	}
	if setting("DEVICES", 0) > 0 {
		for _, list := range [][]v1.Container{out.Spec.InitContainers, out.Spec.Containers} {
			for c := range list {
				if s.chance(40) {
					s.ask(&list[c], "example.com/gpu", pick[int64](s, 1, 1, 1, 2, 2, 3, 4))
				}
				if s.chance(15) {
					s.ask(&list[c], "example.com/nic", pick[int64](s, 1, 1, 2))
				}
			}
		}
	}
	return out
}

// ask adds a resource to a container.
func (s *site) ask(c *v1.Container, name string, count int64) {
	amount := *resource.NewQuantity(count, resource.DecimalSI)
	for _, list := range []*v1.ResourceList{&c.Resources.Requests, &c.Resources.Limits} {
		if *list == nil {
			*list = v1.ResourceList{}
		}
		*list = maps.Clone(*list)
		(*list)[v1.ResourceName(name)] = amount
	}
}

func (s *site) container(name string) v1.Container {
	milli := pick[int64](s, 500, 1000, 1000, 1500, 2000, 2000, 2000, 3000, 4000, 4000, 5000, 6000, 8000, 8000, 10000, 12000, 16000, 20000, 24000)
	memory := max(1, milli*pick[int64](s, 1, 2, 3, 4, 6)/1000) << 30
	amounts := v1.ResourceList{"cpu": *resource.NewMilliQuantity(milli, resource.DecimalSI), "memory": *resource.NewQuantity(memory, resource.BinarySI)}
	if s.chance(8) {
		amounts["hugepages-2Mi"] = *resource.NewQuantity(pick[int64](s, 64, 128, 512, 700)<<21, resource.BinarySI)
	}
	return v1.Container{Name: name, Image: "x", Resources: v1.ResourceRequirements{Requests: amounts, Limits: maps.Clone(amounts)}}
}

// asked returns what the containers request.
func asked(pod *v1.Pod) (out string) {
	for i := range pod.Spec.InitContainers {
		c := &pod.Spec.InitContainers[i]
		out += fmt.Sprintf(" init(%s,%s,restart %v%s)", c.Resources.Requests.Cpu(), c.Resources.Requests.Memory(), c.RestartPolicy != nil, devicesOf(c))
	}
	for i := range pod.Spec.Containers {
		c := &pod.Spec.Containers[i]
		out += fmt.Sprintf(" (%s,%s%s)", c.Resources.Requests.Cpu(), c.Resources.Requests.Memory(), devicesOf(c))
	}
	return string(pod.Status.QOSClass) + out
}

func devicesOf(c *v1.Container) (out string) {
	for _, name := range []v1.ResourceName{"example.com/gpu", "example.com/nic"} {
		if count, is := c.Resources.Limits[name]; is {
			out += fmt.Sprintf(",%s %s", strings.TrimPrefix(string(name), "example.com/"), count.String())
		}
	}
	return out
}
