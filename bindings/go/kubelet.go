package koord

// KubeletFiles is what a kubelet starts with; nil: its defaults, and no file.
type KubeletFiles struct {
	Config      []byte // a KubeletConfiguration or the answer of /configz, JSON
	CPUState    []byte // the text of cpu_manager_state
	MemoryState []byte // the text of memory_manager_state
}

// NewKubelet is a kubelet on this machine, which the caller may close. Errors: ErrInvalid, ErrConflict, ErrCorrupt,
// ErrUnsupported, ErrLimit, ErrNoMemory, in kubelet's words where it would not start.
func NewKubelet(log *Context, machine *Topology, files KubeletFiles) (*Kubelet, error) {
	return callKubeletNew(log, machine, files.Config, files.CPUState, files.MemoryState)
}

// Clone is a second kubelet in the same state, for what-if questions.
func (k *Kubelet) Clone() (*Kubelet, error) { return callKubeletClone(k) }

// Admission is what kubelet says about a pod.
type Admission struct {
	Refusal    Refusal
	Containers []KubeletContainer // init containers first; all zero where refused
	CPUs       []CPUSet           // each container's own
}

// Admitted says whether the answer is yes.
func (a *Admission) Admitted() bool { return !a.Refusal.Refused() }

func admission(pod *Pod, ask func(rows []KubeletContainer, cpus []uint64) (int, Refusal, error)) (*Admission, error) {
	info, err := pod.Info()
	if err != nil {
		return nil, err
	}
	rows := make([]KubeletContainer, info.Containers)
	cpus := make([]uint64, len(rows)*longest)
	count, refusal, err := ask(rows, cpus)
	if err != nil {
		return nil, err
	}
	return &Admission{Refusal: refusal, Containers: rows[:count], CPUs: setsOf(cpus, longest, count)}, nil
}

// Admit has a pod arrive, which needs a uid: kubelet admits or refuses it. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (k *Kubelet) Admit(pod *Pod, flags AdmitFlags) (*Admission, error) {
	return admission(pod, func(rows []KubeletContainer, cpus []uint64) (int, Refusal, error) {
		return callKubeletAdmit(k, pod, flags, rows, cpus, longest)
	})
}

// Judge is what Admit would answer; nothing changes.
func (k *Kubelet) Judge(pod *Pod) (*Admission, error) {
	return admission(pod, func(rows []KubeletContainer, cpus []uint64) (int, Refusal, error) {
		return callKubeletJudge(k, pod, rows, cpus, longest)
	})
}

// Remove has the pod with this uid gone, and says whether it held anything.
func (k *Kubelet) RemovePod(uid string) (held bool, err error) {
	number, err := callKubeletRemovePod(k, uid)
	return number != 0, err
}

// Memory is what a pod holds, by container, then kind; none for a pod that is not there.
func (k *Kubelet) Memory(pod *Pod) ([]MemoryBlock, error) {
	return rowsOf(8, func(rows []MemoryBlock) (int, error) { return callKubeletMemory(k, pod, rows) })
}

// CPUs is one of kubelet's sets.
func (k *Kubelet) CPUs(which KubeletCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callKubeletCPUs(k, which, words) })
}

// CPUState is the file cpu_manager_state of this kubelet, byte for byte.
func (k *Kubelet) CPUState() ([]byte, error) { return callKubeletCPUState(k) }

// MemoryState is the file memory_manager_state.
func (k *Kubelet) MemoryState() ([]byte, error) { return callKubeletMemoryState(k) }
