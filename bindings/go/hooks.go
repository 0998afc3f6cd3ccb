package koord

import "context"

// Adjust returns the changes to a container at a stage. ctx matters with SetSysfsRoot only. Errors:
// ErrInvalid, ErrLimit, ErrNoMemory, those of ctx.
func (s *AgentState) Adjust(ctx context.Context, request *AdjustmentRequest) (*Adjustment, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callAdjustmentNew(s, request)
	return unlessDone(ctx, made, err)
}

// List returns one of the lists: variables, names of devices, paths. Errors: ErrInvalid (no such
// list).
func (a *Adjustment) List(which AdjustmentList) ([]string, error) {
	info, err := a.Info()
	if err != nil {
		return nil, err
	}
	count := map[AdjustmentList]uint32{AdjustmentListEnv: info.Env, AdjustmentListCDIDevices: info.CDIDevices,
		AdjustmentListDeviceNodes: info.DeviceNodes}
	items, known := count[which]
	if !known {
		items = 1 // the library rejects it
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

// Run performs the whole hook for a container that is about to start. ociState is the runtime's
// text on standard input. ctx is only checked before it starts. Errors: ErrInvalid (names the
// field), ErrPermission, ErrCorrupt, ErrLimit, ErrStale, ErrIO, ErrNotFound, ErrConflict,
// ErrNoMemory, those of ctx.
func (h *Hook) Run(ctx context.Context, ociState []byte) (HookResult, error) {
	if err := ctx.Err(); err != nil {
		return HookResult{}, err
	}
	return callHookRun(h, ociState)
}
