// Package facts stores the information about the node from all sources: the runtime, the API
// server, kubelet's files and the machine.
package facts

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"libkoord.invalid/koord"
)

// Store holds the sources' information about the node. It may arrive in any order, late, or
// repeatedly.
type Store struct {
	mu        sync.Mutex
	sandboxes map[string]*Sandbox // by the runtime's id
	// by kubelet's uid: the API server's last version, also of deleted pods that still run
	pods map[string]*v1.Pod
	// pods that the API server has deleted, or that kubelet no longer lists, and that may still run
	gone map[string]bool
	// kubeletPods are kubelet's pods while the API server does not respond, or nil if kubelet was
	// not queried.
	kubeletPods map[string]*v1.Pod
	// kubelet's effective configuration; nil if kubelet was not queried
	configz  []byte
	reported map[string]Place // by container: the placement last reported to the runtime
	// by container whose CFS quota the agent removed: the quota that kubelet wanted
	removedQuotas map[string]int64
	touched       map[string]bool // uids to process
	machine       *koord.Topology
	inputs        Inputs
	changed       Changed
	// hasRuntime states that a runtime reports what runs. Without one, pods and their containers
	// are known from the API server or kubelet.
	hasRuntime    bool
	runtimeSynced bool // the runtime has reported the running containers
	runtimeLost   bool // and its connection has ended since
	serverSynced  bool // the pod list has been synced from the API server
}

// Inputs are documents about the node; nil if there is none.
type Inputs struct {
	Node          []byte
	Devices       []byte
	KubeletConfig []byte
	CPUState      []byte
	MemoryState   []byte
	DeviceState   []byte // kubelet's device checkpoint
	PluginDevices []PluginDevice
}

// PluginDevice is a device that a device plugin reports to kubelet.
type PluginDevice struct {
	Resource, ID string
	Nodes        []int32 // NUMA nodes that it is near, ascending; none if the plugin states none
	IsHealthy    bool
}

// Changed states which inputs have changed.
type Changed struct{ Node, Devices, Kubelet, Machine bool }

// New returns a store without facts. hasRuntime states whether the container runtime reports what
// runs.
func New(hasRuntime bool) *Store {
	return &Store{hasRuntime: hasRuntime, sandboxes: map[string]*Sandbox{}, pods: map[string]*v1.Pod{}, gone: map[string]bool{},
		reported: map[string]Place{}, removedQuotas: map[string]int64{}, touched: map[string]bool{}}
}

// SetPod records the API server's version of a pod.
func (s *Store) SetPod(uid string, pod *v1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[uid] = pod
	delete(s.gone, uid)
	s.touched[uid] = true
}

// RemovePod records that a pod was deleted from the API server. Its last version is kept while it
// runs.
func (s *Store) RemovePod(uid string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pods[uid] == nil {
		return
	}
	s.gone[uid] = true
	s.touched[uid] = true
	s.forget(uid)
}

// forget drops the API server's version of a deleted pod once it no longer runs. Without a runtime
// the keeper finds this out by the pod's control group.
func (s *Store) forget(uid string) {
	if s.runtimeSynced && s.sandboxOf(uid) == nil {
		delete(s.pods, uid)
		delete(s.gone, uid)
	}
}

// EndPod records that one of DeletedPods no longer runs. It reports whether the pod was one of
// them.
func (s *Store) EndPod(uid string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.gone[uid] {
		return false
	}
	delete(s.pods, uid)
	delete(s.gone, uid)
	s.touched[uid] = true
	return true
}

// DeletedPods returns the uids of pods that the API server has deleted, or that kubelet no longer
// lists, and that may still run.
func (s *Store) DeletedPods() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.gone))
}

// SetKubeletPods records kubelet's pods, or nil if the API server provides them. It reports whether
// they changed.
func (s *Store) SetKubeletPods(pods map[string]*v1.Pod) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	touch := func(uid string) {
		if s.pods[uid] == nil {
			s.touched[uid], changed = true, true
		}
	}
	for uid, pod := range pods {
		if !s.hasRuntime && s.gone[uid] { // it still exists
			delete(s.pods, uid)
			delete(s.gone, uid)
			touch(uid)
		}
		if before := s.kubeletPods[uid]; before == nil || !equality.Semantic.DeepEqual(before, pod) {
			touch(uid)
		}
	}
	for uid, before := range s.kubeletPods {
		switch {
		case pods[uid] != nil:
		case !s.hasRuntime && s.pods[uid] == nil:
			// The pod may still run. It keeps its CPUs until EndPod, as a deleted pod of the API
			// server does.
			s.pods[uid], s.gone[uid] = before, true
		default:
			touch(uid)
		}
	}
	changed = changed || (pods == nil) != (s.kubeletPods == nil)
	s.kubeletPods = pods
	return changed
}

// SetConfigz records kubelet's effective configuration. It reports whether it changed.
func (s *Store) SetConfigz(text []byte) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = !bytes.Equal(s.configz, text)
	s.configz = text
	return changed
}

// Configz returns kubelet's effective configuration, or nil if it is not known.
func (s *Store) Configz() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.configz
}

// ServerSynced records that the pod list has been synced from the API server.
func (s *Store) ServerSynced() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serverSynced = true
}

// HasServer reports whether the pod list has been synced from the API server.
func (s *Store) HasServer() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.serverSynced
}

// Awaited returns the source of pods or containers that has not reported its first list, or "".
func (s *Store) Awaited() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.serverSynced:
		return "the pod list of the API server"
	case s.hasRuntime && !s.runtimeSynced:
		return "the running containers of the runtime"
	}
	return ""
}

// SetMachine replaces the machine.
func (s *Store) SetMachine(machine *koord.Topology) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.machine, s.changed.Machine = machine, true
}

// Machine returns the machine as last read.
func (s *Store) Machine() *koord.Topology {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.machine
}

// SetDevices records a Device object, which maps device numbers in annotations to names.
func (s *Store) SetDevices(text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inputs.Devices, s.changed.Devices = text, true
}

// SetNode records the API server's version of the Node. Heartbeats do not count as changes.
func (s *Store) SetNode(text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !bytes.Equal(s.inputs.Node, text) {
		s.inputs.Node, s.changed.Node = text, true
	}
}

// SetKubeletFiles records kubelet's configuration and the files of its CPU, memory and device
// managers.
func (s *Store) SetKubeletFiles(config, cpuState, memoryState, deviceState []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inputs.KubeletConfig, s.inputs.CPUState, s.inputs.MemoryState, s.inputs.DeviceState = config, cpuState, memoryState, deviceState
	s.changed.Kubelet = true
}

// SetPluginDevices records the devices of kubelet's device plugins. It reports whether they
// changed.
func (s *Store) SetPluginDevices(devices []PluginDevice) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = !slices.EqualFunc(s.inputs.PluginDevices, devices, func(a, b PluginDevice) bool {
		return a.Resource == b.Resource && a.ID == b.ID && a.IsHealthy == b.IsHealthy && slices.Equal(a.Nodes, b.Nodes)
	})
	s.inputs.PluginDevices = devices
	s.changed.Kubelet = s.changed.Kubelet || changed
	return changed
}

// Capacity returns the Node's capacity of an extended resource, or 0 if the Node does not state it.
func (s *Store) Capacity(name string) int64 {
	s.mu.Lock()
	text := s.inputs.Node
	s.mu.Unlock()
	var node v1.Node
	if json.Unmarshal(text, &node) != nil {
		return 0
	}
	amount := node.Status.Capacity[v1.ResourceName(name)]
	return amount.Value()
}

// sandboxOf returns a sandbox of the pod that has not stopped, or nil.
func (s *Store) sandboxOf(uid string) *Sandbox {
	for _, sandbox := range s.sandboxes {
		if sandbox.Pod.UID == uid && !sandbox.stopped {
			return sandbox
		}
	}
	return nil
}

// podOf returns the API server's version of a pod, or kubelet's version if the API server's is not
// known. Returns nil if neither is known.
func (s *Store) podOf(uid string) *v1.Pod {
	if pod := s.pods[uid]; pod != nil {
		return pod
	}
	return s.kubeletPods[uid]
}

// PodFacts is the information about a pod. Both members are nil if the pod no longer exists.
type PodFacts struct {
	Server  *v1.Pod // the API server's version, or kubelet's if the API server's is not known
	Runtime *Pod
}

// Changes holds the changes since the last call of Take.
type Changes struct {
	Pods    map[string]PodFacts
	Inputs  Inputs
	Changed Changed
	Machine *koord.Topology
}

// Ready reports whether a round can start: the running containers are known, and the API server's
// pods if it is used. Without a runtime, the pods are always needed.
func (s *Store) Ready(needsServer bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	hasPods := s.serverSynced || s.kubeletPods != nil
	if !s.hasRuntime {
		return hasPods
	}
	return s.runtimeSynced && (hasPods || !needsServer)
}

// Take returns the changes. PutBack returns unused ones.
func (s *Store) Take() Changes {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Changes{Pods: make(map[string]PodFacts, len(s.touched)), Inputs: s.inputs, Changed: s.changed, Machine: s.machine}
	live := map[string]*Sandbox{}
	if len(s.touched) != 0 {
		for _, sandbox := range s.sandboxes {
			if !sandbox.stopped {
				live[sandbox.Pod.UID] = sandbox
			}
		}
	}
	for uid := range s.touched {
		var facts PodFacts
		if sandbox := live[uid]; sandbox != nil {
			pod := sandbox.Pod
			facts.Runtime = &pod
		}
		facts.Server = s.podOf(uid)
		out.Pods[uid] = facts
	}
	clear(s.touched)
	s.changed = Changed{}
	return out
}

// PutBack puts changes back for the next round.
func (s *Store) PutBack(changes Changes) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uid := range changes.Pods {
		s.touched[uid] = true
	}
	s.changed.Node = s.changed.Node || changes.Changed.Node
	s.changed.Devices = s.changed.Devices || changes.Changed.Devices
	s.changed.Kubelet = s.changed.Kubelet || changes.Changed.Kubelet
	s.changed.Machine = s.changed.Machine || changes.Changed.Machine
}

// Member is a container or a pod's sandbox that runs or is about to.
type Member struct {
	UID, ID, Name string
	Reported      Place
	IsReported    bool
}

// Members returns all running members in no particular order. Sandboxes have no name.
func (s *Store) Members() []Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Member
	add := func(uid, id, name string) {
		reported, was := s.reported[id]
		out = append(out, Member{uid, id, name, reported, was})
	}
	for _, sandbox := range s.sandboxes {
		if sandbox.stopped {
			continue
		}
		add(sandbox.Pod.UID, sandbox.ID, "")
		for id, name := range sandbox.Containers {
			add(sandbox.Pod.UID, id, name)
		}
	}
	if !s.hasRuntime {
		for uid, pod := range s.allPods() {
			for id, name := range containersOf(pod) {
				add(uid, id, name)
			}
		}
	}
	return out
}

// allPods returns the pods of the API server, and those of kubelet that the API server does not
// have.
func (s *Store) allPods() map[string]*v1.Pod {
	out := maps.Clone(s.kubeletPods)
	if out == nil {
		return s.pods
	}
	maps.Copy(out, s.pods)
	return out
}

// ServerPods returns current and deleted pods of the API server, by uid.
func (s *Store) ServerPods() map[string]*v1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.pods)
}
