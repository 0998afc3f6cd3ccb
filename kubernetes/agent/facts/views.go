package facts

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
)

// UIDsByName returns the uids of the known pods by namespace and name.
func (s *Store) UIDsByName() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for _, sandbox := range s.sandboxes {
		if !sandbox.stopped {
			out[sandbox.Pod.Namespace+"/"+sandbox.Pod.Name] = sandbox.Pod.UID
		}
	}
	for _, pods := range []map[string]*v1.Pod{s.kubeletPods, s.pods} {
		for uid, pod := range pods {
			out[pod.Namespace+"/"+pod.Name] = uid
		}
	}
	return out
}

// Pod returns the API server's version of a pod, or kubelet's, or nil if neither is known.
func (s *Store) Pod(uid string) *v1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.podOf(uid)
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
func (s *Store) RunningSandboxes() []RunningSandbox {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []RunningSandbox
	for _, sandbox := range s.sandboxes {
		if !sandbox.stopped {
			out = append(out, RunningSandbox{sandbox.ID, sandbox.Pod.UID, sandbox.Pod.KubeQOS, sandbox.seen})
		}
	}
	if !s.hasRuntime {
		for uid, pod := range s.allPods() {
			if qos, is := kubeQOS[pod.Status.QOSClass]; is {
				out = append(out, RunningSandbox{UID: uid, KubeQOS: qos})
			}
		}
	}
	return out
}

// MarkSeen records that the control group of a sandbox exists.
func (s *Store) MarkSeen(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sandbox := s.sandboxes[id]; sandbox != nil {
		sandbox.seen = true
	}
}

// Annotation returns an annotation of a pod, by the API server if it has the pod, else by the
// runtime.
func (s *Store) Annotation(uid, key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if pod := s.podOf(uid); pod != nil {
		return pod.Annotations[key]
	}
	if sandbox := s.sandboxOf(uid); sandbox != nil {
		return sandbox.Pod.Annotations[key]
	}
	return ""
}

// Devices returns the node's Device object, or nil if it is not known.
func (s *Store) Devices() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inputs.Devices
}

// SetVisible records the GPUs that are visible in a container.
func (s *Store) SetVisible(sandboxID, id, gpus string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sandbox := s.sandboxes[sandboxID]; sandbox != nil {
		sandbox.see(id, gpus)
	}
}

// RunningGPUs is a running container with the GPUs that are visible in it.
type RunningGPUs struct {
	UID, Name, Value string
	Pod              *v1.Pod
}

// VisibleGPUs returns the running containers with visible GPUs, in no particular order.
func (s *Store) VisibleGPUs() []RunningGPUs {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []RunningGPUs
	for _, sandbox := range s.sandboxes {
		pod := s.podOf(sandbox.Pod.UID)
		if sandbox.stopped || pod == nil {
			continue
		}
		for id, value := range sandbox.visible {
			if name, runs := sandbox.Containers[id]; runs {
				out = append(out, RunningGPUs{sandbox.Pod.UID, name, value, pod})
			}
		}
	}
	return out
}
