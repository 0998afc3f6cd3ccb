package facts

// Sandbox is a pod's sandbox as the runtime reports it.
type Sandbox struct {
	ID         string
	Pod        Pod
	Containers map[string]string // names by id
	visible    map[string]string // NVIDIA_VISIBLE_DEVICES by id, if it names GPUs
	stopped    bool
	seen       bool // its control group has existed
}

func NewSandbox(id string, pod Pod) *Sandbox {
	return &Sandbox{ID: id, Pod: pod, Containers: map[string]string{}}
}

// Add adds a container and the GPUs that are visible in it, if known.
func (s *Sandbox) Add(id, name, gpus string) {
	s.Containers[id] = name
	s.see(id, gpus)
}

func (s *Sandbox) see(id, gpus string) {
	if gpus == "" {
		return
	}
	if s.visible == nil {
		s.visible = map[string]string{}
	}
	s.visible[id] = gpus
}

// ResetRuntime replaces all information from the runtime by a complete report.
func (f *Store) ResetRuntime(sandboxes []*Sandbox, reported map[string]Place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, sandbox := range f.sandboxes {
		f.touched[sandbox.Pod.UID] = true
	}
	f.sandboxes = make(map[string]*Sandbox, len(sandboxes))
	for _, sandbox := range sandboxes {
		f.sandboxes[sandbox.ID] = sandbox
		f.touched[sandbox.Pod.UID] = true
	}
	f.reported = reported
	for id := range f.lifted {
		if _, runs := reported[id]; !runs {
			delete(f.lifted, id)
		}
	}
	f.runtime = true
	for uid := range f.gone {
		f.forget(uid)
	}
}

// SetSandbox adds or updates a sandbox. It reports whether its pod was not known to run.
func (f *Store) SetSandbox(id string, pod Pod) (isNew bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sandbox(id, pod)
}

func (f *Store) sandbox(id string, pod Pod) (isNew bool) {
	sandbox := f.sandboxes[id]
	if sandbox != nil && sandbox.Pod.same(&pod) {
		return false
	}
	isNew = sandbox == nil
	if isNew {
		sandbox = NewSandbox(id, pod)
		f.sandboxes[id] = sandbox
	} else if sandbox.Pod.UID != pod.UID {
		f.touched[sandbox.Pod.UID] = true
	}
	sandbox.Pod = pod
	f.touched[pod.UID] = true
	return isNew
}

// StopSandbox records that nothing in a sandbox runs any more.
func (f *Store) StopSandbox(id string, remove bool) (known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sandbox := f.sandboxes[id]
	if sandbox == nil {
		return false
	}
	for id := range sandbox.Containers {
		delete(f.reported, id)
		delete(f.lifted, id)
	}
	delete(f.reported, id)
	sandbox.stopped = true
	if remove {
		delete(f.sandboxes, id)
	}
	f.touched[sandbox.Pod.UID] = true
	if f.gone[sandbox.Pod.UID] {
		f.forget(sandbox.Pod.UID)
	}
	return true
}

// SetContainer adds a container that is being created, and its sandbox if that event was missed. It
// reports whether the sandbox was unknown.
func (f *Store) SetContainer(sandboxID string, pod Pod, id, name string) (isNew bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sandboxes[sandboxID] == nil {
		isNew = f.sandbox(sandboxID, pod)
	}
	f.sandboxes[sandboxID].Containers[id] = name
	return isNew
}

// StopContainer records that a container has ended.
func (f *Store) StopContainer(sandboxID, id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.reported, id)
	delete(f.lifted, id)
	if sandbox := f.sandboxes[sandboxID]; sandbox != nil {
		delete(sandbox.Containers, id)
		delete(sandbox.visible, id)
	}
}

// SetReported records the placement reported to the runtime for a container.
func (f *Store) SetReported(id string, at Place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reported[id] = at
}

// UpdateReported records the placement reported to the runtime for a container that still runs.
func (f *Store) UpdateReported(id string, at Place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, runs := f.reported[id]; runs {
		f.reported[id] = at
	}
}

// ForgetReported drops the reported placement of a container that kubelet places.
func (f *Store) ForgetReported(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.reported, id)
}

func (f *Store) Reported(id string) (Place, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, known := f.reported[id]
	return at, known
}
