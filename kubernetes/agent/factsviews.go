package agent

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// named is a known pod.
type named struct {
	uid       string
	allocated bool // a scheduler allocated its devices
}

// names returns the known pods by namespace and name.
func (f *Facts) names() map[string]named {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[string]named{}
	for _, box := range f.sandboxes {
		if !box.stopped {
			out[box.pod.namespace+"/"+box.pod.name] = named{box.pod.uid, box.pod.annotations[objects.AnnotationDeviceAllocated] != ""}
		}
	}
	for _, pods := range []map[string]*v1.Pod{f.kubeletPods, f.pods} {
		for uid, pod := range pods {
			out[pod.Namespace+"/"+pod.Name] = named{uid, pod.Annotations[objects.AnnotationDeviceAllocated] != ""}
		}
	}
	return out
}

// box is a sandbox that is believed to run.
type box struct {
	id, uid string
	kubeQOS koord.KubeQOS
	seen    bool // its control group has existed
}

// boxes returns the sandboxes that are believed to run.
func (f *Facts) boxes() []box {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []box
	for _, one := range f.sandboxes {
		if !one.stopped {
			out = append(out, box{one.id, one.pod.uid, one.pod.kubeQOS, one.seen})
		}
	}
	return out
}

// see records that the control group of a sandbox exists.
func (f *Facts) see(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one := f.sandboxes[id]; one != nil {
		one.seen = true
	}
}

// annotation returns an annotation of a pod, by the API server if it has the pod, else by the runtime.
func (f *Facts) annotation(uid, key string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if pod := f.podOf(uid); pod != nil {
		return pod.Annotations[key]
	}
	if box := f.sandboxOf(uid); box != nil {
		return box.pod.annotations[key]
	}
	return ""
}

// devicesNow returns the node's Device object, or nil if it is not known.
func (f *Facts) devicesNow() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inputs.devices
}

// setVisible records the GPUs that are visible in a container.
func (f *Facts) setVisible(sandboxID, id, gpus string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if box := f.sandboxes[sandboxID]; box != nil {
		box.see(id, gpus)
	}
}

// runningGPUs is a running container with the GPUs that are visible in it.
type runningGPUs struct {
	uid, name, value string
	pod              *v1.Pod
}

// visibles returns the running containers with visible GPUs, in no particular order.
func (f *Facts) visibles() []runningGPUs {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []runningGPUs
	for _, box := range f.sandboxes {
		pod := f.podOf(box.pod.uid)
		if box.stopped || pod == nil {
			continue
		}
		for id, value := range box.visible {
			if name, runs := box.containers[id]; runs {
				out = append(out, runningGPUs{box.pod.uid, name, value, pod})
			}
		}
	}
	return out
}
