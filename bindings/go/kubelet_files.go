package koord

import "context"

// CheckKubeletFiles finds everything that would keep kubelet from starting, and errors that kubelet
// would accept. The report is JSON. A nil file does not exist; a file that is empty but not nil is
// damaged. Errors: ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
func CheckKubeletFiles(machine *Topology, setup KubeletSetup, flags RepairFlags) (findings []KubeletFinding, report []byte,
	err error) {
	err = setup.use(func(setup *kubeletSetupHandle) error {
		var found *kubeletReportHandle
		if found, err = callKubeletCheck(machine, setup, flags); err != nil {
			return err
		}
		defer found.Close()
		if findings, err = found.Findings(); err != nil {
			return err
		}
		report, err = found.JSON()
		return err
	})
	return findings, report, err
}

// RepairCPUState returns the nearest text of cpu_manager_state with which kubelet starts, and a
// JSON report of the changes. Errors: ErrInvalid (there is no file, or with kubelet's message),
// ErrConflict, ErrUnsupported, ErrLimit, ErrNoMemory.
func RepairCPUState(machine *Topology, setup KubeletSetup, flags RepairFlags) (repaired, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		repaired, report, err = callKubeletRepairCPUs(machine, setup, flags)
		return err
	})
	return repaired, report, err
}

// RepairMemoryState does the same for memory_manager_state.
func RepairMemoryState(machine *Topology, setup KubeletSetup, flags RepairFlags) (repaired, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		repaired, report, err = callKubeletRepairMemory(machine, setup, flags)
		return err
	})
	return repaired, report, err
}

// ReplaceKubeletCPUs replaces the CPUs that kubelet chose in CPUState, which may be nil, by those
// that a scheduler allocated to the pods. Errors: ErrConflict (names the pod), ErrCorrupt,
// ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
func ReplaceKubeletCPUs(machine *Topology, setup KubeletSetup, pods []*Pod) (replaced, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		replaced, report, err = callKubeletReplaceCPUs(machine, setup, pods)
		return err
	})
	return replaced, report, err
}

// WriteKubeletState replaces a state file atomically. An empty procRoot is /proc. ctx is only
// checked before the write. Errors: ErrInvalid, ErrConflict (a kubelet is running), ErrPermission,
// ErrIO, ErrLimit, ErrNoMemory.
func WriteKubeletState(ctx context.Context, path string, text []byte, procRoot string, flags WriteStateFlags) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callKubeletWriteState(path, text, procRoot, flags)
}
