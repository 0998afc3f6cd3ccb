package facts

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// NamedPod is a known pod.
type NamedPod struct {
	UID       string
	Allocated bool // a scheduler allocated its devices
}

// PodsByName returns the known pods by namespace and name.
func (f *Store) PodsByName() map[string]NamedPod {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[string]NamedPod{}
	for _, box := range f.sandboxes {
		if !box.stopped {
			out[box.Pod.Namespace+"/"+box.Pod.Name] = NamedPod{box.Pod.UID, box.Pod.Annotations[objects.AnnotationDeviceAllocated] != ""}
		}
	}
	for _, pods := range []map[string]*v1.Pod{f.kubeletPods, f.pods} {
		for uid, pod := range pods {
			out[pod.Namespace+"/"+pod.Name] = NamedPod{uid, pod.Annotations[objects.AnnotationDeviceAllocated] != ""}
		}
	}
	return out
}

// RunningSandbox is a sandbox that is believed to run.
type RunningSandbox struct {
	ID, UID string
	KubeQOS koord.KubeQOS
	Seen    bool // its control group has existed
}

var kubeQOS = map[v1.PodQOSClass]koord.KubeQOS{v1.PodQOSGuaranteed: koord.KubeQOSGuaranteed,
	v1.PodQOSBurstable: koord.KubeQOSBurstable, v1.PodQOSBestEffort: koord.KubeQOSBestEffort}

// RunningSandboxes returns the sandboxes that are believed to run. Without a runtime it returns one
// for each pod, without an id.
func (f *Store) RunningSandboxes() []RunningSandbox {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []RunningSandbox
	for _, one := range f.sandboxes {
		if !one.stopped {
			out = append(out, RunningSandbox{one.ID, one.Pod.UID, one.Pod.KubeQOS, one.seen})
		}
	}
	if f.noRuntime {
		for uid, pod := range f.allPods() {
			if qos, is := kubeQOS[pod.Status.QOSClass]; is {
				out = append(out, RunningSandbox{UID: uid, KubeQOS: qos})
			}
		}
	}
	return out
}

// MarkSeen records that the control group of a sandbox exists.
func (f *Store) MarkSeen(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one := f.sandboxes[id]; one != nil {
		one.seen = true
	}
}

// Annotation returns an annotation of a pod, by the API server if it has the pod, else by the runtime.
func (f *Store) Annotation(uid, key string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if pod := f.podOf(uid); pod != nil {
		return pod.Annotations[key]
	}
	if box := f.sandboxOf(uid); box != nil {
		return box.Pod.Annotations[key]
	}
	return ""
}

// Devices returns the node's Device object, or nil if it is not known.
func (f *Store) Devices() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inputs.Devices
}

// SetVisible records the GPUs that are visible in a container.
func (f *Store) SetVisible(sandboxID, id, gpus string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if box := f.sandboxes[sandboxID]; box != nil {
		box.see(id, gpus)
	}
}

// RunningGPUs is a running container with the GPUs that are visible in it.
type RunningGPUs struct {
	UID, Name, Value string
	Pod              *v1.Pod
}

// VisibleGPUs returns the running containers with visible GPUs, in no particular order.
func (f *Store) VisibleGPUs() []RunningGPUs {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []RunningGPUs
	for _, box := range f.sandboxes {
		pod := f.podOf(box.Pod.UID)
		if box.stopped || pod == nil {
			continue
		}
		for id, value := range box.visible {
			if name, runs := box.Containers[id]; runs {
				out = append(out, RunningGPUs{box.Pod.UID, name, value, pod})
			}
		}
	}
	return out
}
