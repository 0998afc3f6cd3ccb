package koord

import "sync"

// KubeletSetup is a kubelet's configuration and the files that it finds at start. The zero value is
// kubelet's defaults without files.
type KubeletSetup struct {
	Version     KubeletVersion // the kubelet whose behaviour and files are expected
	Config      []byte         // a KubeletConfiguration or the response of /configz, JSON
	CPUState    []byte         // the text of cpu_manager_state; nil if there is no file
	MemoryState []byte         // the text of memory_manager_state; nil if there is no file
	// the text of kubelet_internal_checkpoint; nil if there is no file
	DeviceState []byte
	Devices     []ReportedDevice // devices reported by device plugins, for NewKubelet and Agent.SetKubelet
	// pods and containers on the node, for checks and repairs of its files
	Present []PresentContainer
	Log     *Diagnostics // receives log messages, may be nil
}

// ReportedDevice is a device that a device plugin reports to kubelet.
type ReportedDevice struct {
	Resource  string // the plugin's: "nvidia.com/gpu"
	ID        string // the plugin's name of the device, unique within the resource
	NUMANodes uint64 // nearby nodes: bit i is row i of Topology.NUMANodes; 0 if not known
	Flags     PluginDeviceFlags
}

// PresentContainer is a pod on a node, or one of its containers.
type PresentContainer struct {
	UID  string // the pod's
	Name string // the container's; "" for the pod as a whole
	ID   string // the runtime's id of the container; "" if not known
}

// use creates the library's setup object for one call.
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
	for _, file := range []struct {
		text []byte
		set  func(text []byte) error
	}{{s.Config, setup.SetConfig}, {s.CPUState, setup.SetCPUState}, {s.MemoryState, setup.SetMemoryState}, {s.DeviceState, setup.SetDeviceState}} {
		if file.text != nil {
			if err := file.set(file.text); err != nil {
				return err
			}
		}
	}
	for _, device := range s.Devices {
		if err := setup.AddDevice(device.Resource, device.ID, device.NUMANodes, device.Flags); err != nil {
			return err
		}
	}
	for _, present := range s.Present {
		if err := setup.AddContainer(present.UID, present.Name, present.ID); err != nil {
			return err
		}
	}
	return call(setup)
}

// ParseKubeletVersion parses a version as in status.nodeInfo.kubeletVersion of a Node ("v1.37.2"),
// or without patch level. It returns the known version with the same behaviour. Errors: ErrInvalid.
func ParseKubeletVersion(text string) (KubeletVersion, error) {
	var version [1]KubeletVersion
	err := callKubeletVersionParse(text, version[:])
	return version[0], err
}

// NewKubelet starts a kubelet on this machine. The caller may close it. If kubelet would not start,
// the message is kubelet's. Errors: ErrInvalid, ErrConflict, ErrCorrupt, ErrUnsupported, ErrLimit,
// ErrNoMemory.
func NewKubelet(machine *Topology, setup KubeletSetup) (kubelet *Kubelet, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		kubelet, err = callKubeletNew(machine, setup)
		return err
	})
	return kubelet, err
}

// Admission is kubelet's decision about a pod.
type Admission struct {
	Refusal    Refusal
	Containers []KubeletContainer // init containers first; all zero if refused
	CPUs       []CPUSet           // exclusive CPUs of each container
	// by container, then by number, which is the index in KubeletSetup.Devices
	Devices []PluginDevice
}

// Admitted reports whether kubelet admits the pod.
func (a *Admission) Admitted() bool { return !a.Refusal.Refused() }

// admissions pools handles for later admissions.
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

// Admit presents a pod, which needs a uid, to kubelet, which admits or refuses it. Errors:
// ErrInvalid, ErrLimit, ErrNoMemory.
func (k *Kubelet) Admit(pod *Pod, flags AdmitFlags) (*Admission, error) {
	return admission(func(answer *admissionHandle) (Refusal, error) { return callKubeletAdmit(k, pod, flags, answer) })
}

// Judge returns the decision that Admit would make, and changes nothing.
func (k *Kubelet) Judge(pod *Pod) (*Admission, error) {
	return admission(func(answer *admissionHandle) (Refusal, error) { return callKubeletJudge(k, pod, answer) })
}
