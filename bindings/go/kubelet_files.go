package koord

import "context"

// CheckKubeletFiles finds everything at which kubelet would stop when it starts, and what it would accept although it is
// wrong; the report says it in JSON. A file that is nil is not there; one that is empty and not nil is damaged. Errors:
// ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
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

// RepairCPUState is the nearest text of cpu_manager_state with which kubelet starts, and a report in JSON of what changed.
// Errors: ErrInvalid (there is no file, or in kubelet's words), ErrConflict, ErrUnsupported, ErrLimit, ErrNoMemory.
func RepairCPUState(machine *Topology, setup KubeletSetup, flags RepairFlags) (repaired, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		repaired, report, err = callKubeletRepairCPUs(machine, setup, flags)
		return err
	})
	return repaired, report, err
}

// RepairMemoryState is the same of memory_manager_state.
func RepairMemoryState(machine *Topology, setup KubeletSetup, flags RepairFlags) (repaired, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		repaired, report, err = callKubeletRepairMemory(machine, setup, flags)
		return err
	})
	return repaired, report, err
}

// ReplaceKubeletCPUs gives pods the CPUs that a scheduler allocated them in place of those that kubelet chose in the CPUState,
// which may be nil. Errors: ErrConflict (names the pod), ErrCorrupt, ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
func ReplaceKubeletCPUs(machine *Topology, setup KubeletSetup, pods []*Pod) (replaced, report []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		replaced, report, err = callKubeletReplaceCPUs(machine, setup, pods)
		return err
	})
	return replaced, report, err
}

// WriteKubeletState replaces a state file in one step; procRoot may be "": /proc. ctx is looked at before. Errors:
// ErrInvalid, ErrConflict (a kubelet runs), ErrPermission, ErrIO, ErrLimit, ErrNoMemory.
func WriteKubeletState(ctx context.Context, path string, text []byte, procRoot string, flags WriteStateFlags) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callKubeletWriteState(path, text, procRoot, flags)
}
