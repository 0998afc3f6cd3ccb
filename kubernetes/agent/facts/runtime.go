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

// NewSandbox returns a sandbox without containers.
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
func (s *Store) ResetRuntime(sandboxes []*Sandbox, reported map[string]Place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sandbox := range s.sandboxes {
		s.touched[sandbox.Pod.UID] = true
	}
	s.sandboxes = make(map[string]*Sandbox, len(sandboxes))
	for _, sandbox := range sandboxes {
		s.sandboxes[sandbox.ID] = sandbox
		s.touched[sandbox.Pod.UID] = true
	}
	s.reported = reported
	for id := range s.removedQuotas {
		if _, runs := reported[id]; !runs {
			delete(s.removedQuotas, id)
		}
	}
	s.runtimeSynced, s.runtimeLost = true, false
	for uid := range s.gone {
		s.forget(uid)
	}
}

// LoseRuntime records that the runtime is no longer connected. Containers that it creates before the
// next ResetRuntime are not known.
func (s *Store) LoseRuntime() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runtimeLost = true
}

// KnowsRunning reports whether all running containers are known, if a runtime reports them.
func (s *Store) KnowsRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.hasRuntime || s.runtimeSynced && !s.runtimeLost
}

// SetSandbox adds or updates a sandbox. It reports whether its pod was not known to run.
func (s *Store) SetSandbox(id string, pod Pod) (isNew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sandbox(id, pod)
}

func (s *Store) sandbox(id string, pod Pod) (isNew bool) {
	sandbox := s.sandboxes[id]
	if sandbox != nil && sandbox.Pod.same(&pod) {
		return false
	}
	isNew = sandbox == nil
	if isNew {
		sandbox = NewSandbox(id, pod)
		s.sandboxes[id] = sandbox
	} else if sandbox.Pod.UID != pod.UID {
		s.touched[sandbox.Pod.UID] = true
	}
	sandbox.Pod = pod
	s.touched[pod.UID] = true
	return isNew
}

// StopSandbox records that nothing in a sandbox runs any more.
func (s *Store) StopSandbox(id string, remove bool) (known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sandbox := s.sandboxes[id]
	if sandbox == nil {
		return false
	}
	for id := range sandbox.Containers {
		delete(s.reported, id)
		delete(s.removedQuotas, id)
	}
	delete(s.reported, id)
	sandbox.stopped = true
	if remove {
		delete(s.sandboxes, id)
	}
	s.touched[sandbox.Pod.UID] = true
	if s.gone[sandbox.Pod.UID] {
		s.forget(sandbox.Pod.UID)
	}
	return true
}

// SetContainer adds a container that is being created, and its sandbox if that event was missed. It
// reports whether the sandbox was unknown.
func (s *Store) SetContainer(sandboxID string, pod Pod, id, name string) (isNew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sandboxes[sandboxID] == nil {
		isNew = s.sandbox(sandboxID, pod)
	}
	s.sandboxes[sandboxID].Containers[id] = name
	return isNew
}

// StopContainer records that a container has ended.
func (s *Store) StopContainer(sandboxID, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reported, id)
	delete(s.removedQuotas, id)
	if sandbox := s.sandboxes[sandboxID]; sandbox != nil {
		delete(sandbox.Containers, id)
		delete(sandbox.visible, id)
	}
}

// SetReported records the placement reported to the runtime for a container.
func (s *Store) SetReported(id string, at Place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reported[id] = at
}

// UpdateReported records the placement that the runtime has for a container that still runs.
func (s *Store) UpdateReported(id string, at Place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, runs := s.reported[id]; runs {
		s.reported[id] = at
	}
}

// ReplaceReported records the placement that was sent to the runtime for a container that still runs,
// unless another one than before was recorded meanwhile. It reports whether that was so.
func (s *Store) ReplaceReported(id string, before, sent Place) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, runs := s.reported[id]
	if runs && now == before {
		s.reported[id] = sent
	}
	return runs && now != before
}

// ForgetReported drops the reported placement of a container that kubelet places.
func (s *Store) ForgetReported(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reported, id)
}

// Reported returns the placement of a container that was last reported to the runtime, or false if
// none was.
func (s *Store) Reported(id string) (Place, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, known := s.reported[id]
	return at, known
}
