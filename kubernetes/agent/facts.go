package agent

import (
	"bytes"
	"maps"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"libkoord.invalid/koord"
)

// Facts holds the sources' information about the node. It may arrive in any order, late, or
// repeatedly.
type Facts struct {
	mu        sync.Mutex
	sandboxes map[string]*sandbox // by the runtime's id
	// by kubelet's uid: the API server's last version, also of deleted pods that still run
	pods map[string]*v1.Pod
	gone map[string]bool // pods deleted from the API server
	// kubeletPods are kubelet's pods while the API server does not respond, or nil if kubelet was
	// not queried.
	kubeletPods map[string]*v1.Pod
	// kubelet's effective configuration; nil if kubelet was not queried
	configz []byte
	told    map[string]place // by container: the placement last reported to the runtime
	// by container whose CFS quota the agent removed: the quota that kubelet wanted
	lifted  map[string]int64
	touched map[string]bool // uids to process
	machine *koord.Topology
	inputs  inputs
	changed inputSet
	runtime bool // the runtime has reported the running containers
	server  bool // the pod list has been synced from the API server
}

// inputs are documents about the node; nil if there is none.
type inputs struct {
	node          []byte
	devices       []byte
	kubeletConfig []byte
	cpuState      []byte
}

// inputSet states which inputs have changed.
type inputSet struct{ node, devices, kubelet, machine bool }

// sandbox is a pod's sandbox as the runtime reports it.
type sandbox struct {
	id         string
	pod        runtimePod
	containers map[string]string // names by id
	visible    map[string]string // NVIDIA_VISIBLE_DEVICES by id, if it names GPUs
	stopped    bool
	seen       bool // its control group has existed
}

func newSandbox(id string, pod runtimePod) *sandbox {
	return &sandbox{id: id, pod: pod, containers: map[string]string{}}
}

// add adds a container and the GPUs that are visible in it, if known.
func (s *sandbox) add(id, name, gpus string) {
	s.containers[id] = name
	s.see(id, gpus)
}

func (s *sandbox) see(id, gpus string) {
	if gpus == "" {
		return
	}
	if s.visible == nil {
		s.visible = map[string]string{}
	}
	s.visible[id] = gpus
}

func newFacts() *Facts {
	return &Facts{sandboxes: map[string]*sandbox{}, pods: map[string]*v1.Pod{}, gone: map[string]bool{},
		told: map[string]place{}, lifted: map[string]int64{}, touched: map[string]bool{}}
}

// resetRuntime replaces all information from the runtime by a complete report.
func (f *Facts) resetRuntime(boxes []*sandbox, told map[string]place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, box := range f.sandboxes {
		f.touched[box.pod.uid] = true
	}
	f.sandboxes = make(map[string]*sandbox, len(boxes))
	for _, box := range boxes {
		f.sandboxes[box.id] = box
		f.touched[box.pod.uid] = true
	}
	f.told = told
	for id := range f.lifted {
		if _, runs := told[id]; !runs {
			delete(f.lifted, id)
		}
	}
	f.runtime = true
	for uid := range f.gone {
		f.forget(uid)
	}
}

// setSandbox adds or updates a sandbox. It reports whether its pod was not known to run.
func (f *Facts) setSandbox(id string, pod runtimePod) (isNew bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sandbox(id, pod)
}

func (f *Facts) sandbox(id string, pod runtimePod) (isNew bool) {
	box := f.sandboxes[id]
	if box != nil && box.pod.same(&pod) {
		return false
	}
	isNew = box == nil
	if isNew {
		box = newSandbox(id, pod)
		f.sandboxes[id] = box
	} else if box.pod.uid != pod.uid {
		f.touched[box.pod.uid] = true
	}
	box.pod = pod
	f.touched[pod.uid] = true
	return isNew
}

// stopSandbox records that nothing in a sandbox runs any more.
func (f *Facts) stopSandbox(id string, remove bool) (known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	box := f.sandboxes[id]
	if box == nil {
		return false
	}
	for id := range box.containers {
		delete(f.told, id)
		delete(f.lifted, id)
	}
	delete(f.told, id)
	box.stopped = true
	if remove {
		delete(f.sandboxes, id)
	}
	f.touched[box.pod.uid] = true
	if f.gone[box.pod.uid] {
		f.forget(box.pod.uid)
	}
	return true
}

// setContainer adds a container that is being created, and its sandbox if that event was missed. It
// reports whether the sandbox was unknown.
func (f *Facts) setContainer(sandboxID string, pod runtimePod, id, name string) (isNew bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sandboxes[sandboxID] == nil {
		isNew = f.sandbox(sandboxID, pod)
	}
	f.sandboxes[sandboxID].containers[id] = name
	return isNew
}

// stopContainer records that a container has ended.
func (f *Facts) stopContainer(sandboxID, id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.told, id)
	delete(f.lifted, id)
	if box := f.sandboxes[sandboxID]; box != nil {
		delete(box.containers, id)
		delete(box.visible, id)
	}
}

// setTold records the placement reported to the runtime for a container.
func (f *Facts) setTold(id string, at place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told[id] = at
}

// retell records the placement reported to the runtime for a container that still runs.
func (f *Facts) retell(id string, at place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, runs := f.told[id]; runs {
		f.told[id] = at
	}
}

// forgetTold drops the reported placement of a container that kubelet places.
func (f *Facts) forgetTold(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.told, id)
}

func (f *Facts) toldOf(id string) (place, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, known := f.told[id]
	return at, known
}

// setPod records the API server's version of a pod.
func (f *Facts) setPod(uid string, pod *v1.Pod) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pods[uid] = pod
	delete(f.gone, uid)
	f.touched[uid] = true
}

// removePod records that a pod was deleted from the API server. Its last version is kept while it
// runs.
func (f *Facts) removePod(uid string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pods[uid] == nil {
		return
	}
	f.gone[uid] = true
	f.touched[uid] = true
	f.forget(uid)
}

// forget drops the API server's version of a deleted pod once it no longer runs.
func (f *Facts) forget(uid string) {
	if f.runtime && f.sandboxOf(uid) == nil {
		delete(f.pods, uid)
		delete(f.gone, uid)
	}
}

// setKubeletPods records kubelet's pods, or nil if the API server provides them. It reports whether
// they changed.
func (f *Facts) setKubeletPods(pods map[string]*v1.Pod) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	touch := func(uid string) {
		if f.pods[uid] == nil {
			f.touched[uid], changed = true, true
		}
	}
	for uid, pod := range pods {
		if before := f.kubeletPods[uid]; before == nil || !equality.Semantic.DeepEqual(before, pod) {
			touch(uid)
		}
	}
	for uid := range f.kubeletPods {
		if pods[uid] == nil {
			touch(uid)
		}
	}
	changed = changed || (pods == nil) != (f.kubeletPods == nil)
	f.kubeletPods = pods
	return changed
}

// setConfigz records kubelet's effective configuration. It reports whether it changed.
func (f *Facts) setConfigz(text []byte) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed = !bytes.Equal(f.configz, text)
	f.configz = text
	return changed
}

// configzNow returns kubelet's effective configuration, or nil if it is not known.
func (f *Facts) configzNow() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.configz
}

// serverSynced records that the pod list has been synced from the API server.
func (f *Facts) serverSynced() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.server = true
}

// hasServer reports whether the pod list has been synced from the API server.
func (f *Facts) hasServer() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.server
}

// setMachine replaces the machine.
func (f *Facts) setMachine(machine *koord.Topology) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.machine, f.changed.machine = machine, true
}

// machineNow returns the machine as last read.
func (f *Facts) machineNow() *koord.Topology {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.machine
}

// setDevices records a Device object, which maps device numbers in annotations to names.
func (f *Facts) setDevices(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inputs.devices, f.changed.devices = text, true
}

// setNode records the API server's version of the Node. Heartbeats do not count as changes.
func (f *Facts) setNode(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !bytes.Equal(f.inputs.node, text) {
		f.inputs.node, f.changed.node = text, true
	}
}

// setKubeletFiles records kubelet's configuration and its cpu_manager_state.
func (f *Facts) setKubeletFiles(config, cpuState []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inputs.kubeletConfig, f.inputs.cpuState, f.changed.kubelet = config, cpuState, true
}

// sandboxOf returns a sandbox of the pod that has not stopped, or nil.
func (f *Facts) sandboxOf(uid string) *sandbox {
	for _, box := range f.sandboxes {
		if box.pod.uid == uid && !box.stopped {
			return box
		}
	}
	return nil
}

// podOf returns the API server's version of a pod, or kubelet's, which comes from there, or nil if
// neither has it.
func (f *Facts) podOf(uid string) *v1.Pod {
	if pod := f.pods[uid]; pod != nil {
		return pod
	}
	return f.kubeletPods[uid]
}

// podFacts is the information about a pod. Both members are nil if the pod no longer exists.
type podFacts struct {
	server  *v1.Pod // may be kubelet's version, which comes from there
	runtime *runtimePod
}

// news holds the changes since the last call of take.
type news struct {
	pods    map[string]podFacts
	inputs  inputs
	changed inputSet
	machine *koord.Topology
}

// ready reports whether a round can start: the running containers are known, and the API server's
// pods if it is used.
func (f *Facts) ready(needsServer bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.runtime && (f.server || f.kubeletPods != nil || !needsServer)
}

// take returns the changes. Unused changes are put back with untake.
func (f *Facts) take() news {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := news{pods: make(map[string]podFacts, len(f.touched)), inputs: f.inputs, changed: f.changed, machine: f.machine}
	live := map[string]*sandbox{}
	if len(f.touched) != 0 {
		for _, box := range f.sandboxes {
			if !box.stopped {
				live[box.pod.uid] = box
			}
		}
	}
	for uid := range f.touched {
		var facts podFacts
		if box := live[uid]; box != nil {
			pod := box.pod
			facts.runtime = &pod
		}
		facts.server = f.podOf(uid)
		out.pods[uid] = facts
	}
	clear(f.touched)
	f.changed = inputSet{}
	return out
}

// untake puts changes back for the next round.
func (f *Facts) untake(of news) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for uid := range of.pods {
		f.touched[uid] = true
	}
	f.changed.node = f.changed.node || of.changed.node
	f.changed.devices = f.changed.devices || of.changed.devices
	f.changed.kubelet = f.changed.kubelet || of.changed.kubelet
	f.changed.machine = f.changed.machine || of.changed.machine
}

// member is a container or a pod's sandbox that runs or is about to.
type member struct {
	uid, id, name string
	told          place
	wasTold       bool
}

// members returns all running members in no particular order. Sandboxes have no name.
func (f *Facts) members() []member {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []member
	add := func(uid, id, name string) {
		told, was := f.told[id]
		out = append(out, member{uid, id, name, told, was})
	}
	for _, box := range f.sandboxes {
		if box.stopped {
			continue
		}
		add(box.pod.uid, box.id, "")
		for id, name := range box.containers {
			add(box.pod.uid, id, name)
		}
	}
	return out
}

// podsOfServer returns current and deleted pods of the API server, by uid.
func (f *Facts) podsOfServer() map[string]*v1.Pod {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.pods)
}
