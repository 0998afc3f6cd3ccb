package agent

import (
	"bytes"
	"maps"
	"sync"

	"github.com/containerd/nri/pkg/api"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"libkoord.invalid/koord"
)

// Facts are what the sources say of the node. They may be told in any order, late, or again.
type Facts struct {
	mu        sync.Mutex
	sandboxes map[string]*sandbox // by the runtime's id
	pods      map[string]*v1.Pod  // by uid as kubelet has it: what the API server last said, also of pods that are gone but run
	gone      map[string]bool     // pods that the API server no longer has
	// pods as kubelet has them, while the API server does not tell; nil: kubelet has not been asked
	kubeletPods map[string]*v1.Pod
	configz     []byte           // kubelet's configuration by its own word, nil: it was not asked
	told        map[string]place // by container: what the runtime was last told
	lifted      map[string]int64 // by container that has no CFS quota because of us: the one that kubelet wanted
	touched     map[string]bool  // uids to be looked at
	machine     *koord.Topology
	inputs      inputs
	changed     inputSet
	runtime     bool // the runtime has told who runs
	server      bool // the API server has told which pods there are
}

// inputs are documents about the node; nil: there is none.
type inputs struct {
	node          []byte
	devices       []byte
	kubeletConfig []byte
	cpuState      []byte
}

// inputSet says which inputs are new.
type inputSet struct{ node, devices, kubelet, machine bool }

// sandbox is a pod's sandbox as the runtime has it.
type sandbox struct {
	id         string
	pod        runtimePod
	containers map[string]string // names by id
	visible    map[string]string // NVIDIA_VISIBLE_DEVICES by id, if it names GPUs
	stopped    bool
	seen       bool // its control group was there
}

func newFacts() *Facts {
	return &Facts{sandboxes: map[string]*sandbox{}, pods: map[string]*v1.Pod{}, gone: map[string]bool{},
		told: map[string]place{}, lifted: map[string]int64{}, touched: map[string]bool{}}
}

// resetRuntime replaces all that the runtime said before: it has told who runs.
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

// setSandbox adds a sandbox or what is new about it. It tells whether its pod was not known to run.
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
		box = &sandbox{id: id, containers: map[string]string{}}
		f.sandboxes[id] = box
	} else if box.pod.uid != pod.uid {
		f.touched[box.pod.uid] = true
	}
	box.pod = pod
	f.touched[pod.uid] = true
	return isNew
}

// stopSandbox says that nothing of a sandbox runs any more.
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

// setContainer adds a container that is being created, with its sandbox where that event was missed. It tells whether the
// sandbox was not known.
func (f *Facts) setContainer(pod *api.PodSandbox, id, name string) (isNew bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sandboxes[pod.GetId()] == nil {
		isNew = f.sandbox(pod.GetId(), runtimePodOf(pod))
	}
	f.sandboxes[pod.GetId()].containers[id] = name
	return isNew
}

// stopContainer says that a container has ended.
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

// setTold records what the runtime was told of a container.
func (f *Facts) setTold(id string, at place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told[id] = at
}

// retell records what the runtime was told of a container that still runs.
func (f *Facts) retell(id string, at place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, runs := f.told[id]; runs {
		f.told[id] = at
	}
}

// forgetTold is for a container that others decide about.
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

// setPod takes what the API server says of a pod.
func (f *Facts) setPod(uid string, pod *v1.Pod) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pods[uid] = pod
	delete(f.gone, uid)
	f.touched[uid] = true
}

// removePod says that the API server no longer has a pod. What it said of it holds on while it runs.
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

// forget drops what the API server said of a pod that is gone, once nothing of it runs.
func (f *Facts) forget(uid string) {
	if f.runtime && f.sandboxOf(uid) == nil {
		delete(f.pods, uid)
		delete(f.gone, uid)
	}
}

// setKubeletPods takes what kubelet says of its pods; nil: the API server says it. It tells whether that is new.
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

// setConfigz takes what kubelet says of its configuration. It tells whether that is new.
func (f *Facts) setConfigz(text []byte) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed = !bytes.Equal(f.configz, text)
	f.configz = text
	return changed
}

// configzNow is kubelet's configuration by its own word, nil: it is not known.
func (f *Facts) configzNow() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.configz
}

// serverSynced says that the pods of the API server are all there.
func (f *Facts) serverSynced() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.server = true
}

// hasServer tells whether the API server has told which pods there are.
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

// machineNow is the machine as it was read last.
func (f *Facts) machineNow() *koord.Topology {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.machine
}

// setDevices takes a Device object: names of devices that pods have by number only.
func (f *Facts) setDevices(text []byte) {
	f.setInputs(func(in *inputs) inputSet {
		in.devices = text
		return inputSet{devices: true}
	})
}

// setNode takes what the API server says of the Node. Heartbeats are no news.
func (f *Facts) setNode(text []byte) {
	f.setInputs(func(in *inputs) inputSet {
		if bytes.Equal(in.node, text) {
			return inputSet{}
		}
		in.node = text
		return inputSet{node: true}
	})
}

// setInputs has a document replaced; edit tells which are new.
func (f *Facts) setInputs(edit func(*inputs) inputSet) {
	f.mu.Lock()
	defer f.mu.Unlock()
	news := edit(&f.inputs)
	f.changed.node = f.changed.node || news.node
	f.changed.devices = f.changed.devices || news.devices
	f.changed.kubelet = f.changed.kubelet || news.kubelet
}

// sandboxOf is a sandbox of the pod that has not stopped, nil: none.
func (f *Facts) sandboxOf(uid string) *sandbox {
	for _, box := range f.sandboxes {
		if box.pod.uid == uid && !box.stopped {
			return box
		}
	}
	return nil
}

// podOf is a pod as the API server has it, or kubelet, which got it from there; nil: neither knows it.
func (f *Facts) podOf(uid string) *v1.Pod {
	if pod := f.pods[uid]; pod != nil {
		return pod
	}
	return f.kubeletPods[uid]
}

// podFacts are what is known of a pod; both nil: it is gone.
type podFacts struct {
	server  *v1.Pod // or as kubelet has it, which got it from there
	runtime *runtimePod
}

// news is what has changed since the last call of take.
type news struct {
	pods    map[string]podFacts
	inputs  inputs
	changed inputSet
	machine *koord.Topology
}

// ready tells whether enough is known for a round: who runs, and the pods of the API server, where it is asked.
func (f *Facts) ready(needsServer bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.runtime && (f.server || f.kubeletPods != nil || !needsServer)
}

// take returns what has changed. What could not be used is put back with untake.
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

// untake has the next round look at it again.
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

// member is a container, or the sandbox of a pod, that runs or is about to.
type member struct {
	uid, id, name string
	told          place
	wasTold       bool
}

// members are all that run, in no order; sandboxes have no name.
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

// podsOfServer are the pods that the API server has or had, by uid.
func (f *Facts) podsOfServer() map[string]*v1.Pod {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.pods)
}
