// Package zznodes simulates nodes whose kubelet is real: its CPU, memory, device and topology
// manager, with their files. A node has no containers, and its device plugins are calls.
package zznodes

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/containermap"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/devicemanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/utils/cpuset"
)

// Shape is a kind of machine. Its NUMA nodes are equal, and so are its sockets.
type Shape struct {
	Sockets, NodesPerSocket, CoresPerNode, Threads int
	L3sPerNode                                     int
	Memory                                         int64 // bytes of a NUMA node
	Huge                                           int64 // pages of 2 MiB of a NUMA node
}

// Config is the part of a KubeletConfiguration that differs between the nodes.
type Config struct {
	Policy, Scope               string // of the topology manager
	CPUOptions, TopologyOptions map[string]string
	StaticMemory                bool
	PodLevel                    bool // gate PodLevelResourceManagers, which is that of the whole process
}

// Device is a device of a plugin.
type Device struct {
	Resource, ID string
	Nodes        []int // NUMA nodes; none if the plugin does not state them
	Unhealthy    bool
}

// Node is a node with a kubelet.
type Node struct {
	Shape
	Config
	Devices []Device

	dir     string
	tm      topologymanager.Manager
	cm      cpumanager.Manager
	mm      memorymanager.Manager
	dm      *devicemanager.ManagerImpl
	machine *cMachine
	active  []*v1.Pod
}

const reservedBytes = 1 << 28 // of each NUMA node

type ready struct{}

func (ready) AddSource(string) {}
func (ready) AllReady() bool   { return true }

type noStatus struct{} // for the reconcile loop, which does not run again

func (noStatus) GetPodStatus(types.UID) (v1.PodStatus, bool) { return v1.PodStatus{}, false }

// New returns a node whose kubelet keeps its files in a folder, and starts the kubelet.
func New(shape Shape, config Config, devices []Device, dir string) (*Node, error) {
	n := &Node{Shape: shape, Config: config, Devices: devices, dir: dir}
	n.machine = n.info()
	return n, n.Restart()
}

func (s *Shape) nodes() int { return s.Sockets * s.NodesPerSocket }
func (s *Shape) cores() int { return s.nodes() * s.CoresPerNode }

// cpus returns the CPUs of a core. The first threads of all cores come first, as in Linux on x86.
func (s *Shape) cpus(core int) (out []int) {
	for thread := range s.Threads {
		out = append(out, core+thread*s.cores())
	}
	return out
}

func (s *Shape) l3(core int) int {
	node, in := core/s.CoresPerNode, core%s.CoresPerNode
	return node*s.L3sPerNode + in*s.L3sPerNode/s.CoresPerNode
}

func (s *Shape) distance(a, b int) uint64 {
	switch {
	case a == b:
		return 10
	case a/s.NodesPerSocket == b/s.NodesPerSocket:
		return 12
	}
	return 32
}

// Reserved returns the CPUs that kubelet reserves: the first core.
func (s *Shape) Reserved() cpuset.CPUSet { return cpuset.New(s.cpus(0)...) }

// info returns the machine as cAdvisor describes it.
func (s *Shape) info() *cMachine {
	out := &cMachine{NumCores: s.cores() * s.Threads, NumSockets: s.Sockets, MemoryCapacity: uint64(s.Memory) * uint64(s.nodes())}
	for id := range s.nodes() {
		node := cNode{Id: id, Memory: uint64(s.Memory), HugePages: []cHuge{{PageSize: 2048, NumPages: uint64(s.Huge)}}}
		for other := range s.nodes() {
			node.Distances = append(node.Distances, s.distance(id, other))
		}
		for core := id * s.CoresPerNode; core < (id+1)*s.CoresPerNode; core++ {
			node.Cores = append(node.Cores, cCore{Id: core, SocketID: id / s.NodesPerSocket, Threads: s.cpus(core),
				UncoreCaches: []cCache{{Id: s.l3(core), Level: 3}}})
		}
		out.Topology = append(out.Topology, node)
	}
	return out
}

// TopologyJSON returns the machine as libkoord saves it.
func (s *Shape) TopologyJSON() string {
	type object = map[string]any
	var cpus, l3s, nodes []object
	for thread := range s.Threads {
		for core := range s.cores() {
			node := core / s.CoresPerNode
			cpus = append(cpus, object{"cpu": core + thread*s.cores(), "core": core, "socket": node / s.NodesPerSocket, "node": node,
				"l3": s.l3(core)})
		}
	}
	var ids []int
	var distances [][]uint64
	for id := range s.nodes() {
		nodes = append(nodes, object{"node": id, "memoryBytes": s.Memory, "hugePages": []object{{"pageBytes": 2 << 20, "count": s.Huge}}})
		ids = append(ids, id)
		distances = append(distances, nil)
		for other := range s.nodes() {
			distances[id] = append(distances[id], s.distance(id, other))
		}
	}
	for l3 := range s.nodes() * s.L3sPerNode {
		l3s = append(l3s, object{"l3": l3, "cacheId": l3})
	}
	text, err := json.Marshal(object{"apiVersion": "koord.sh/v1", "kind": "Topology", "cpus": cpus, "l3s": l3s, "numaNodes": nodes,
		"distances": object{"nodes": ids, "values": distances}})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Allocatable returns status.allocatable of the Node.
func (n *Node) Allocatable() v1.ResourceList {
	nodes := int64(n.nodes())
	huge := n.Huge << 21 * nodes
	out := v1.ResourceList{
		"cpu":           *resource.NewQuantity(int64(n.cores()*n.Threads-n.Reserved().Size()), resource.DecimalSI),
		"memory":        *resource.NewQuantity((n.Memory-reservedBytes)*nodes-huge, resource.BinarySI),
		"hugepages-2Mi": *resource.NewQuantity(huge, resource.BinarySI),
		"pods":          resource.MustParse("250"),
	}
	counts := map[string]int64{}
	for _, device := range n.Devices {
		if !device.Unhealthy {
			counts[device.Resource]++
		}
	}
	for name, count := range counts {
		out[v1.ResourceName(name)] = *resource.NewQuantity(count, resource.DecimalSI)
	}
	return out
}

func (n *Node) memoryPolicy() string {
	if n.StaticMemory {
		return "Static"
	}
	return "None"
}

// ConfigJSON returns the KubeletConfiguration.
func (n *Node) ConfigJSON() string {
	var reserved []string
	for id := range n.nodes() {
		reserved = append(reserved, fmt.Sprintf(`{"numaNode":%d,"limits":{"memory":"%d"}}`, id, reservedBytes))
	}
	options, _ := json.Marshal(n.CPUOptions)
	topology, _ := json.Marshal(n.TopologyOptions)
	text := fmt.Sprintf(`{"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1","cpuManagerPolicy":"static",`+
		`"reservedSystemCPUs":%q,"cpuManagerPolicyOptions":%s,"memoryManagerPolicy":%q,"topologyManagerPolicy":%q,`+
		`"topologyManagerScope":%q,"topologyManagerPolicyOptions":%s,"systemReserved":{"memory":"%d"},`+
		`"evictionHard":{"memory.available":"0"},"featureGates":{"CPUManagerPolicyAlphaOptions":true,"PodLevelResourceManagers":%v}`,
		n.Reserved().String(), options, n.memoryPolicy(), n.Policy, n.Scope, topology, reservedBytes*n.nodes(), n.PodLevel)
	if n.StaticMemory {
		text += `,"reservedMemory":[` + strings.Join(reserved, ",") + `]`
	}
	return text + "}"
}

// Restart starts the kubelet with the files of the last one. Its running pods are admitted again by
// Readmit.
func (n *Node) Restart() error {
	ctx, log := context.Background(), logr.Discard()
	utilfeature.DefaultMutableFeatureGate.Set("CPUManagerPolicyAlphaOptions=true")
	utilfeature.DefaultMutableFeatureGate.Set(fmt.Sprintf("PodLevelResourceManagers=%v", n.PodLevel))
	var reserved []kubeletconfig.MemoryReservation
	for id := range n.nodes() {
		if n.StaticMemory {
			reserved = append(reserved, kubeletconfig.MemoryReservation{NumaNode: int32(id),
				Limits: v1.ResourceList{"memory": *resource.NewQuantity(reservedBytes, resource.BinarySI)}})
		}
	}
	amounts := v1.ResourceList{"cpu": *resource.NewQuantity(int64(n.Reserved().Size()), resource.DecimalSI),
		"memory": *resource.NewQuantity(int64(reservedBytes*n.nodes()), resource.BinarySI)}
	if n.dm != nil { // the checkpoint is written when devices are allocated, which the copy's plugins do
		if err := os.WriteFile(filepath.Join(n.dir, "kubelet_internal_checkpoint"), []byte(n.dm.ZZState(log)), 0o600); err != nil {
			return err
		}
	}
	var err error
	if n.tm, err = newTM(log, n.machine.Topology, n.Policy, n.Scope, n.TopologyOptions); err != nil {
		return err
	}
	if n.cm, err = cpumanager.NewManager(log, "static", n.CPUOptions, time.Hour, n.machine, n.Reserved(), amounts, n.dir, n.tm); err != nil {
		return err
	}
	if n.mm, err = memorymanager.NewManager(log, n.memoryPolicy(), n.machine, amounts, reserved, n.dir, n.tm); err != nil {
		return err
	}
	if n.dm, err = devicemanager.ZZNew(log, n.dir, n.machine.Topology, n.tm, n.pods); err != nil {
		return err
	}
	n.registerPlugins(log)
	n.tm.AddHintProvider(log, n.dm)
	n.tm.AddHintProvider(log, n.cm)
	n.tm.AddHintProvider(log, n.mm)
	if err := n.cm.Start(ctx, n.pods, ready{}, noStatus{}, nil, containermap.NewContainerMap()); err != nil {
		return err
	}
	return n.mm.Start(ctx, n.pods, ready{}, noStatus{}, nil, containermap.NewContainerMap())
}

func (n *Node) registerPlugins(log logr.Logger) {
	devices, unhealthy := map[string]map[string][]int{}, map[string]map[string]bool{}
	for _, device := range n.Devices {
		if devices[device.Resource] == nil {
			devices[device.Resource], unhealthy[device.Resource] = map[string][]int{}, map[string]bool{}
		}
		devices[device.Resource][device.ID], unhealthy[device.Resource][device.ID] = device.Nodes, device.Unhealthy
	}
	for name, nodes := range devices {
		n.dm.ZZReport(log, name, nodes, unhealthy[name])
	}
}

func (n *Node) pods() []*v1.Pod { return slices.Clone(n.active) }

// Admit returns kubelet's answer for a pod: an empty reason if it is admitted.
func (n *Node) Admit(pod *v1.Pod) (reason, message string) {
	n.active = append(n.active, pod)
	result := admitPod(logr.Discard(), n.tm, pod)
	if result.Admit {
		return "", ""
	}
	n.Remove(pod.UID)
	return result.Reason, result.Message
}

// Readmit admits the running pods of a kubelet that was restarted, oldest first, and returns those
// that it refuses.
func (n *Node) Readmit() (refused []*v1.Pod) {
	for _, pod := range n.pods() {
		if !admitPod(logr.Discard(), n.tm, pod).Admit {
			refused = append(refused, pod)
			n.Remove(pod.UID)
		}
	}
	return refused
}

// Copy returns a copy of the node, whose kubelet was restarted with copies of the files.
func (n *Node) Copy(dir string) (*Node, error) {
	for _, name := range []string{"cpu_manager_state", "memory_manager_state"} {
		if text := n.file(name); text != nil {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				return nil, err
			}
		}
	}
	out := &Node{Shape: n.Shape, Config: n.Config, Devices: n.Devices, dir: dir, machine: n.machine, dm: n.dm, active: n.pods()}
	return out, out.Restart()
}

// Remove ends a pod. Kubelet releases its resources before it admits the next pod.
func (n *Node) Remove(uid types.UID) {
	n.active = slices.DeleteFunc(n.active, func(pod *v1.Pod) bool { return pod.UID == uid })
}

var dummy = &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "dummy"}, Spec: v1.PodSpec{Containers: []v1.Container{{Name: "x"}}},
	Status: v1.PodStatus{QOSClass: v1.PodQOSBestEffort}}

// Sweep releases the resources of pods that have ended, as kubelet does every few seconds.
func (n *Node) Sweep() { sweepAll(logr.Discard(), n.dm, n.cm, n.mm, dummy) }

// Running returns the number of pods.
func (n *Node) Running() int { return len(n.active) }

// CPUState and MemoryState return kubelet's files.
func (n *Node) CPUState() []byte    { return n.file("cpu_manager_state") }
func (n *Node) MemoryState() []byte { return n.file("memory_manager_state") }

// DeviceState returns kubelet_internal_checkpoint.
func (n *Node) DeviceState() []byte {
	if len(n.Devices) == 0 {
		return nil
	}
	return []byte(n.dm.ZZState(logr.Discard()))
}

func (n *Node) file(name string) []byte {
	text, err := os.ReadFile(filepath.Join(n.dir, name))
	if err != nil {
		return nil
	}
	return text
}

// Zones returns the zones of a NodeResourceTopology as NodeResourceTopologyMatch's exporters report
// them: the amounts of each NUMA node, and those that kubelet's managers have not given to pods.
func (n *Node) Zones(name string) string {
	type amount struct {
		Name        string `json:"name"`
		Capacity    string `json:"capacity"`
		Allocatable string `json:"allocatable"`
		Available   string `json:"available"`
	}
	type zone struct {
		Name      string   `json:"name"`
		Type      string   `json:"type"`
		Resources []amount `json:"resources"`
	}
	var state struct {
		DefaultCPUSet string `json:"defaultCpuSet"`
	}
	var memory struct {
		MachineState map[string]struct {
			MemoryMap map[string]struct{ Allocatable, Free int64 } `json:"memoryMap"`
		} `json:"machineState"`
	}
	_ = json.Unmarshal(n.CPUState(), &state)
	_ = json.Unmarshal(n.MemoryState(), &memory)
	shared, _ := cpuset.Parse(state.DefaultCPUSet)
	var zones []zone
	for id := range n.nodes() {
		all := cpuset.New()
		for core := id * n.CoresPerNode; core < (id+1)*n.CoresPerNode; core++ {
			all = all.Union(cpuset.New(n.cpus(core)...))
		}
		usable := all.Difference(n.Reserved())
		add := func(name string, capacity, allocatable, available int64) amount {
			return amount{name, strconv.FormatInt(capacity, 10), strconv.FormatInt(allocatable, 10), strconv.FormatInt(available, 10)}
		}
		out := zone{Name: fmt.Sprint("node-", id), Type: "Node", Resources: []amount{
			add("cpu", int64(all.Size()), int64(usable.Size()), int64(usable.Intersection(shared).Size()))}}
		for _, kind := range []string{"memory", "hugepages-2Mi"} {
			if known, is := memory.MachineState[strconv.Itoa(id)].MemoryMap[kind]; is {
				out.Resources = append(out.Resources, add(kind, known.Allocatable, known.Allocatable, known.Free))
			}
		}
		zones = append(zones, out)
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "topology.node.k8s.io/v1alpha2", "kind": "NodeResourceTopology",
		"metadata": map[string]any{"name": name}, "zones": zones, "attributes": []map[string]string{
			{"name": "topologyManagerPolicy", "value": n.Policy}, {"name": "topologyManagerScope", "value": n.Scope}}})
	if err != nil {
		panic(err)
	}
	return string(text)
}
