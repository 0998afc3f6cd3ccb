package koord

import "context"

// NewAdjustmentRequest is what a runtime asks about at a stage: the sandbox of no pod yet. Errors: ErrInvalid (an unknown
// stage), ErrNoMemory.
func NewAdjustmentRequest(stage HookStage) (*AdjustmentRequest, error) {
	return callAdjustmentRequestNew(stage)
}

// SetContainer asks about a container of a pod, "": its sandbox. Errors: ErrInvalid, ErrNoMemory.
func (r *AdjustmentRequest) SetContainer(uid, container string) error {
	return callAdjustmentRequestSetContainer(r, uid, container)
}

// SetResourceStatus says what value of the pod's annotation whoever asks was told, "": none. Errors: ErrInvalid (names the
// field), ErrLimit, ErrNoMemory.
func (r *AdjustmentRequest) SetResourceStatus(value string) error {
	return callAdjustmentRequestSetResourceStatus(r, value)
}

// SetSysfsRoot says which directory holds sys/, "": device nodes are not asked for. Errors: ErrInvalid, ErrNoMemory.
func (r *AdjustmentRequest) SetSysfsRoot(path string) error {
	return callAdjustmentRequestSetSysfsRoot(r, path)
}

// Adjust is what of a container changes at a stage. ctx matters with SetSysfsRoot only. Errors: ErrInvalid, ErrLimit,
// ErrNoMemory, those of ctx.
func (s *AgentState) Adjust(ctx context.Context, request *AdjustmentRequest) (*Adjustment, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callAdjustmentNew(s, request)
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

// NewHook is a createRuntime hook of OCI runtimes, which finds what it needs at the usual places. Errors: ErrInvalid,
// ErrNoMemory.
func NewHook(options HookOptions) (*Hook, error) { return callHookNew(options) }

// SetStateFile says where node-state.json is, "": /run/koord/node-state.json. Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetStateFile(path string) error { return callHookSetStateFile(h, path) }

// SetCgroupRoot says where control groups are mounted, "": /sys/fs/cgroup. Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetCgroupRoot(path string) error { return callHookSetCgroupRoot(h, path) }

// SetProcRoot says where proc is mounted, "": /proc. Errors: ErrInvalid, ErrNoMemory.
func (h *Hook) SetProcRoot(path string) error { return callHookSetProcRoot(h, path) }

// Run does all that such a hook does for a container that is about to start. ociState is what the runtime gives on standard
// input. ctx is looked at before. Errors: ErrInvalid (names the field), ErrPermission, ErrCorrupt, ErrLimit, ErrStale, ErrIO,
// ErrNotFound, ErrConflict, ErrNoMemory, those of ctx.
func (h *Hook) Run(ctx context.Context, ociState []byte) (HookResult, error) {
	if err := ctx.Err(); err != nil {
		return HookResult{}, err
	}
	return callHookRun(h, ociState)
}
