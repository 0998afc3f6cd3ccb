// Package facts stores the information about the node from all sources: the runtime, the API server,
// kubelet's files and the machine.
package facts

import (
	"bytes"
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
	gone map[string]bool // pods deleted from the API server
	// kubeletPods are kubelet's pods while the API server does not respond, or nil if kubelet was
	// not queried.
	kubeletPods map[string]*v1.Pod
	// kubelet's effective configuration; nil if kubelet was not queried
	configz  []byte
	reported map[string]Place // by container: the placement last reported to the runtime
	// by container whose CFS quota the agent removed: the quota that kubelet wanted
	lifted  map[string]int64
	touched map[string]bool // uids to process
	machine *koord.Topology
	inputs  Inputs
	changed Changed
	// noRuntime states that no runtime reports what runs. Pods and their containers are then known
	// from the API server or kubelet.
	noRuntime bool
	runtime   bool // the runtime has reported the running containers
	server    bool // the pod list has been synced from the API server
}

// Inputs are documents about the node; nil if there is none.
type Inputs struct {
	Node          []byte
	Devices       []byte
	KubeletConfig []byte
	CPUState      []byte
}

// Changed states which inputs have changed.
type Changed struct{ Node, Devices, Kubelet, Machine bool }

// New returns a store without facts. hasRuntime states whether the container runtime reports what
// runs.
func New(hasRuntime bool) *Store {
	return &Store{noRuntime: !hasRuntime, sandboxes: map[string]*Sandbox{}, pods: map[string]*v1.Pod{}, gone: map[string]bool{},
		reported: map[string]Place{}, lifted: map[string]int64{}, touched: map[string]bool{}}
}

// SetPod records the API server's version of a pod.
func (f *Store) SetPod(uid string, pod *v1.Pod) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pods[uid] = pod
	delete(f.gone, uid)
	f.touched[uid] = true
}

// RemovePod records that a pod was deleted from the API server. Its last version is kept while it
// runs.
func (f *Store) RemovePod(uid string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pods[uid] == nil {
		return
	}
	f.gone[uid] = true
	f.touched[uid] = true
	f.forget(uid)
}

// forget drops the API server's version of a deleted pod once it no longer runs. Without a runtime
// the keeper finds this out by the pod's control group.
func (f *Store) forget(uid string) {
	if f.runtime && f.sandboxOf(uid) == nil {
		delete(f.pods, uid)
		delete(f.gone, uid)
	}
}

// EndPod records that a pod does not run any more, if it was deleted from the API server. It reports
// whether the pod was known.
func (f *Store) EndPod(uid string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.gone[uid] {
		return false
	}
	delete(f.pods, uid)
	delete(f.gone, uid)
	f.touched[uid] = true
	return true
}

// DeletedPods returns the uids of pods that were deleted from the API server and may still run.
func (f *Store) DeletedPods() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Collect(maps.Keys(f.gone))
}

// SetKubeletPods records kubelet's pods, or nil if the API server provides them. It reports whether
// they changed.
func (f *Store) SetKubeletPods(pods map[string]*v1.Pod) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	touch := func(uid string) {
		if f.pods[uid] == nil {
			f.touched[uid], changed = true, true
		}
	}
	for uid, pod := range pods {
		if f.noRuntime && f.gone[uid] { // it still exists
			delete(f.pods, uid)
			delete(f.gone, uid)
			touch(uid)
		}
		if before := f.kubeletPods[uid]; before == nil || !equality.Semantic.DeepEqual(before, pod) {
			touch(uid)
		}
	}
	for uid, before := range f.kubeletPods {
		switch {
		case pods[uid] != nil:
		case f.noRuntime && f.pods[uid] == nil:
			// The pod may still run. It keeps its CPUs until EndPod, as a deleted pod of the API server does.
			f.pods[uid], f.gone[uid] = before, true
		default:
			touch(uid)
		}
	}
	changed = changed || (pods == nil) != (f.kubeletPods == nil)
	f.kubeletPods = pods
	return changed
}

// SetConfigz records kubelet's effective configuration. It reports whether it changed.
func (f *Store) SetConfigz(text []byte) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed = !bytes.Equal(f.configz, text)
	f.configz = text
	return changed
}

// Configz returns kubelet's effective configuration, or nil if it is not known.
func (f *Store) Configz() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.configz
}

// ServerSynced records that the pod list has been synced from the API server.
func (f *Store) ServerSynced() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.server = true
}

// HasServer reports whether the pod list has been synced from the API server.
func (f *Store) HasServer() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.server
}

// SetMachine replaces the machine.
func (f *Store) SetMachine(machine *koord.Topology) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.machine, f.changed.Machine = machine, true
}

// Machine returns the machine as last read.
func (f *Store) Machine() *koord.Topology {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.machine
}

// SetDevices records a Device object, which maps device numbers in annotations to names.
func (f *Store) SetDevices(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inputs.Devices, f.changed.Devices = text, true
}

// SetNode records the API server's version of the Node. Heartbeats do not count as changes.
func (f *Store) SetNode(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !bytes.Equal(f.inputs.Node, text) {
		f.inputs.Node, f.changed.Node = text, true
	}
}

// SetKubeletFiles records kubelet's configuration and its cpu_manager_state.
func (f *Store) SetKubeletFiles(config, cpuState []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inputs.KubeletConfig, f.inputs.CPUState, f.changed.Kubelet = config, cpuState, true
}

// sandboxOf returns a sandbox of the pod that has not stopped, or nil.
func (f *Store) sandboxOf(uid string) *Sandbox {
	for _, sandbox := range f.sandboxes {
		if sandbox.Pod.UID == uid && !sandbox.stopped {
			return sandbox
		}
	}
	return nil
}

// podOf returns the API server's version of a pod, or kubelet's, which comes from there, or nil if
// neither has it.
func (f *Store) podOf(uid string) *v1.Pod {
	if pod := f.pods[uid]; pod != nil {
		return pod
	}
	return f.kubeletPods[uid]
}

// PodFacts is the information about a pod. Both members are nil if the pod no longer exists.
type PodFacts struct {
	Server  *v1.Pod // may be kubelet's version, which comes from there
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
func (f *Store) Ready(needsServer bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	hasPods := f.server || f.kubeletPods != nil
	if f.noRuntime {
		return hasPods
	}
	return f.runtime && (hasPods || !needsServer)
}

// Take returns the changes. PutBack returns unused ones.
func (f *Store) Take() Changes {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := Changes{Pods: make(map[string]PodFacts, len(f.touched)), Inputs: f.inputs, Changed: f.changed, Machine: f.machine}
	live := map[string]*Sandbox{}
	if len(f.touched) != 0 {
		for _, sandbox := range f.sandboxes {
			if !sandbox.stopped {
				live[sandbox.Pod.UID] = sandbox
			}
		}
	}
	for uid := range f.touched {
		var facts PodFacts
		if sandbox := live[uid]; sandbox != nil {
			pod := sandbox.Pod
			facts.Runtime = &pod
		}
		facts.Server = f.podOf(uid)
		out.Pods[uid] = facts
	}
	clear(f.touched)
	f.changed = Changed{}
	return out
}

// PutBack puts changes back for the next round.
func (f *Store) PutBack(of Changes) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for uid := range of.Pods {
		f.touched[uid] = true
	}
	f.changed.Node = f.changed.Node || of.Changed.Node
	f.changed.Devices = f.changed.Devices || of.Changed.Devices
	f.changed.Kubelet = f.changed.Kubelet || of.Changed.Kubelet
	f.changed.Machine = f.changed.Machine || of.Changed.Machine
}

// Member is a container or a pod's sandbox that runs or is about to.
type Member struct {
	UID, ID, Name string
	Reported      Place
	IsReported    bool
}

// Members returns all running members in no particular order. Sandboxes have no name.
func (f *Store) Members() []Member {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []Member
	add := func(uid, id, name string) {
		reported, was := f.reported[id]
		out = append(out, Member{uid, id, name, reported, was})
	}
	for _, sandbox := range f.sandboxes {
		if sandbox.stopped {
			continue
		}
		add(sandbox.Pod.UID, sandbox.ID, "")
		for id, name := range sandbox.Containers {
			add(sandbox.Pod.UID, id, name)
		}
	}
	if f.noRuntime {
		for uid, pod := range f.allPods() {
			for id, name := range containersOf(pod) {
				add(uid, id, name)
			}
		}
	}
	return out
}

// allPods returns the pods of the API server, and those of kubelet that the API server does not have.
func (f *Store) allPods() map[string]*v1.Pod {
	out := maps.Clone(f.kubeletPods)
	if out == nil {
		return f.pods
	}
	maps.Copy(out, f.pods)
	return out
}

// ServerPods returns current and deleted pods of the API server, by uid.
func (f *Store) ServerPods() map[string]*v1.Pod {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.pods)
}
