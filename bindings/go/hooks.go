package koord

import "context"

// AdjustRequest is what a runtime asks about.
type AdjustRequest struct {
	Stage          HookStage
	UID            string // of the pod
	Container      string // its name; "": the sandbox
	ResourceStatus string // the value of the pod's annotation, "": not told
	SysfsRoot      string // the directory that holds sys/; "": device nodes are not asked for
}

// Adjust is what of a container changes at a stage. ctx matters with SysfsRoot only. Errors: ErrInvalid (names the field),
// ErrNotFound, ErrLimit, ErrNoMemory, those of ctx.
func (s *AgentState) Adjust(ctx context.Context, request AdjustRequest) (*Adjustment, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callAdjustmentNew(s, request.Stage, request.UID, request.Container, request.ResourceStatus, request.SysfsRoot)
	return unlessDone(ctx, made, err)
}

// Info says what changes, and why not as asked.
func (a *Adjustment) Info() (AdjustmentInfo, error) { return callAdjustmentInfo(a) }

// CPUs are those of the container; none where they stay as they are.
func (a *Adjustment) CPUs() (CPUSet, error) {
	return setOf(func(words []uint64) error { return callAdjustmentCPUs(a, words) })
}

// NUMANodes are NUMA nodes by number, in the form of a set of CPUs.
func (a *Adjustment) NUMANodes() (CPUSet, error) {
	return setOf(func(words []uint64) error { return callAdjustmentNUMANodes(a, words) })
}

// List is one of the lists: variables, names of devices, paths. Errors: ErrInvalid (no such list).
func (a *Adjustment) List(which AdjustmentList) ([]string, error) {
	info, err := a.Info()
	if err != nil {
		return nil, err
	}
	count := map[AdjustmentList]uint32{AdjustmentListEnv: info.Env, AdjustmentListCDIDevices: info.CDIDevices,
		AdjustmentListDeviceNodes: info.DeviceNodes}
	items, known := count[which]
	if !known {
		items = 1 // which the library refuses
	}
	list := make([]string, items)
	for i := range list {
		list[i], err = textOf(func(text []byte) (int, error) { return callAdjustmentText(a, which, uint32(i), text) })
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// JSON is all of it, in the names of the OCI runtime specification.
func (a *Adjustment) JSON() ([]byte, error) { return callAdjustmentToJSON(a) }

// HookPlaces says where a hook finds what it needs.
type HookPlaces struct {
	StateFile  string // path of node-state.json
	CgroupRoot string // "": /sys/fs/cgroup
	ProcRoot   string // "": /proc
}

// RunHook does all that a createRuntime hook of an OCI runtime does for a container that is about to start. ociState is what
// the runtime gives on standard input. ctx is looked at before. Errors: ErrInvalid (names the field), ErrPermission,
// ErrCorrupt, ErrLimit, ErrStale, ErrIO, ErrNotFound, ErrConflict, ErrNoMemory, those of ctx.
func RunHook(ctx context.Context, log *Context, options HookOptions, ociState []byte, places HookPlaces) (HookResult, error) {
	if err := ctx.Err(); err != nil {
		return HookResult{}, err
	}
	return callHookRun(log, options, ociState, places.StateFile, places.CgroupRoot, places.ProcRoot)
}
