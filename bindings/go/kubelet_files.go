package koord

import "context"

// Who is on a node, for checks and repairs: see KubeletOnlyPresent.
type presence struct {
	rows  []rawPresentContainer
	texts arena
}

func presenceOf(present []PresentContainer) (p presence) {
	p.rows = raws[PresentContainer, rawPresentContainer](present, &p.texts)
	return p
}

// CheckKubeletFiles finds everything at which kubelet would stop when it starts, and what it would accept although it is
// wrong; the report says it in JSON. A file that is nil is not there; one that is empty and not nil is damaged. Errors:
// ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
func CheckKubeletFiles(log *Context, machine *Topology, files KubeletFiles, present []PresentContainer,
	flags RepairFlags) (findings []KubeletFinding, report []byte, err error) {
	who := presenceOf(present)
	// As many findings as there can be: what takes a second look would remark everything twice.
	findings, err = rowsOf(2048, func(rows []KubeletFinding) (int, error) {
		var count int
		var err error
		count, report, err = callKubeletCheck(log, machine, files.Config, files.CPUState, files.MemoryState, who.rows,
			who.texts.bytes, flags, rows)
		return count, err
	})
	return append([]KubeletFinding(nil), findings...), report, err
}

// RepairCPUState is the nearest text of cpu_manager_state with which kubelet starts, and a report in JSON of what changed.
// Errors: ErrInvalid (in kubelet's words), ErrConflict, ErrUnsupported, ErrLimit, ErrNoMemory.
func RepairCPUState(log *Context, machine *Topology, kubeletConfig, cpuState []byte, present []PresentContainer,
	flags RepairFlags) (repaired, report []byte, err error) {
	who := presenceOf(present)
	return callKubeletRepairCPUs(log, machine, kubeletConfig, cpuState, who.rows, who.texts.bytes, flags)
}

// RepairMemoryState is the same of memory_manager_state.
func RepairMemoryState(log *Context, machine *Topology, kubeletConfig, memoryState []byte, present []PresentContainer,
	flags RepairFlags) (repaired, report []byte, err error) {
	who := presenceOf(present)
	return callKubeletRepairMemory(log, machine, kubeletConfig, memoryState, who.rows, who.texts.bytes, flags)
}

// ReplaceKubeletCPUs gives pods the CPUs that a scheduler allocated them in place of those that kubelet chose. cpuState may
// be nil. Errors: ErrConflict (names the pod), ErrCorrupt, ErrInvalid, ErrUnsupported, ErrLimit, ErrNoMemory.
func ReplaceKubeletCPUs(log *Context, machine *Topology, kubeletConfig, cpuState []byte, pods []*Pod) (
	replaced, report []byte, err error) {
	return callKubeletReplaceCPUs(log, machine, kubeletConfig, cpuState, pods)
}

// WriteKubeletState replaces a state file in one step; procRoot may be "": /proc. ctx is looked at before. Errors:
// ErrInvalid, ErrConflict (a kubelet runs), ErrPermission, ErrIO, ErrLimit, ErrNoMemory.
func WriteKubeletState(ctx context.Context, path string, text []byte, procRoot string, flags WriteStateFlags) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callKubeletWriteState(path, text, procRoot, flags)
}
