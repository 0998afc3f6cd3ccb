package koord

import "sync"

// KubeletSetup is what a kubelet is configured with, and what it finds when it starts. The zero value is its defaults, and no
// files.
type KubeletSetup struct {
	Version     KubeletVersion     // whose answers and files are meant
	Config      []byte             // a KubeletConfiguration or the answer of /configz, JSON
	CPUState    []byte             // the text of cpu_manager_state; nil: there is none
	MemoryState []byte             // the text of memory_manager_state; nil: there is none
	DeviceState []byte             // the text of kubelet_internal_checkpoint; nil: there is none
	Devices     []ReportedDevice   // what device plugins report: for NewKubelet
	Present     []PresentContainer // who is on the node: for checks and repairs of its files
	Log         *Diagnostics       // receives remarks, may be nil
}

// ReportedDevice is a device that a device plugin reports to kubelet.
type ReportedDevice struct {
	Resource  string // the plugin's: "nvidia.com/gpu"
	ID        string // the plugin's name of it, unique within the resource
	NUMANodes uint64 // that it is near: bit i is row i of Topology.NUMANodes; 0: not known
	Flags     PluginDeviceFlags
}

// PresentContainer is a pod that is on a node, or one container of it.
type PresentContainer struct {
	UID  string // the pod's
	Name string // the container's; "": this is about the pod alone
	ID   string // the container's, as the runtime has it; "": not known
}

// use makes the library's setup for one call.
func (s *KubeletSetup) use(call func(setup *kubeletSetupHandle) error) error {
	defer s.Log.deliver()
	setup, err := callKubeletSetupNew(s.Log)
	if err != nil {
		return err
	}
	defer setup.Close()
	if err := setup.SetVersion(s.Version); err != nil {
		return err
	}
	for _, one := range []struct {
		text []byte
		set  func(text []byte) error
	}{{s.Config, setup.SetConfig}, {s.CPUState, setup.SetCPUState}, {s.MemoryState, setup.SetMemoryState}, {s.DeviceState, setup.SetDeviceState}} {
		if one.text != nil {
			if err := one.set(one.text); err != nil {
				return err
			}
		}
	}
	for _, one := range s.Devices {
		if err := setup.AddDevice(one.Resource, one.ID, one.NUMANodes, one.Flags); err != nil {
			return err
		}
	}
	for _, one := range s.Present {
		if err := setup.AddContainer(one.UID, one.Name, one.ID); err != nil {
			return err
		}
	}
	return call(setup)
}

// ParseKubeletVersion reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without patch
// level, as the known version that answers in the same way. Errors: ErrInvalid.
func ParseKubeletVersion(text string) (KubeletVersion, error) {
	var version [1]KubeletVersion
	err := callKubeletVersionParse(text, version[:])
	return version[0], err
}

// NewKubelet is a kubelet on this machine, which the caller may close. Errors: ErrInvalid, ErrConflict, ErrCorrupt,
// ErrUnsupported, ErrLimit, ErrNoMemory, in kubelet's words where it would not start.
func NewKubelet(machine *Topology, setup KubeletSetup) (kubelet *Kubelet, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		kubelet, err = callKubeletNew(machine, setup)
		return err
	})
	return kubelet, err
}

// Admission is what kubelet says about a pod.
type Admission struct {
	Refusal    Refusal
	Containers []KubeletContainer // init containers first; all zero where refused
	CPUs       []CPUSet           // each container's own
	Devices    []PluginDevice     // by container, then by number, which is the place in KubeletSetup.Devices
}

// Admitted says whether the answer is yes.
func (a *Admission) Admitted() bool { return !a.Refusal.Refused() }

// admissions are handles that wait for the next answer.
var admissions sync.Pool

func admission(ask func(answer *admissionHandle) (Refusal, error)) (*Admission, error) {
	answer, _ := admissions.Get().(*admissionHandle)
	if answer == nil {
		var err error
		if answer, err = callAdmissionNew(); err != nil {
			return nil, err
		}
	}
	defer admissions.Put(answer)
	refusal, err := ask(answer)
	if err != nil {
		return nil, err
	}
	rows, err := answer.Containers()
	if err != nil {
		return nil, err
	}
	out := &Admission{Refusal: refusal, Containers: rows, CPUs: make([]CPUSet, len(rows))}
	for i := range rows {
		if rows[i].CPUs == 0 {
			out.CPUs[i] = CPUSet{}
			continue
		}
		if out.CPUs[i], err = answer.CPUs(uint32(i)); err != nil {
			return nil, err
		}
	}
	if out.Devices, err = answer.Devices(); err != nil {
		return nil, err
	}
	return out, nil
}

// Admit has a pod arrive, which needs a uid: kubelet admits or refuses it. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (k *Kubelet) Admit(pod *Pod, flags AdmitFlags) (*Admission, error) {
	return admission(func(answer *admissionHandle) (Refusal, error) { return callKubeletAdmit(k, pod, flags, answer) })
}

// Judge is what Admit would answer; nothing changes.
func (k *Kubelet) Judge(pod *Pod) (*Admission, error) {
	return admission(func(answer *admissionHandle) (Refusal, error) { return callKubeletJudge(k, pod, answer) })
}
