package koord

import "context"

// OpenCgroups opens the control groups mounted at mount, or at /sys/fs/cgroup if mount is empty.
// root is kubelet's cgroupRoot, or "" if it has none. Errors: ErrInvalid, ErrNotFound,
// ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory, those of ctx.
func OpenCgroups(ctx context.Context, mount, root string, options CgroupOptions) (*Cgroups, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupsOpen(mount, root, options)
	return unlessDone(ctx, made, err)
}

// Plan reads the groups and plans the writes that bring them to a state. containers lists the
// containers whose ids are known, and may be nil. Errors: ErrInvalid, ErrConflict, ErrNotFound,
// ErrCorrupt, ErrLimit, ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory, those of ctx.
func (c *Cgroups) Plan(ctx context.Context, state *AgentState, containers *CgroupContainers) (*CgroupPlan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupPlanNew(c, state, containers)
	return unlessDone(ctx, made, err)
}

// Apply makes the writes of a plan and verifies each. If one fails, the earlier ones are rolled
// back, and the report describes the result. ctx is only checked before the writes. Errors:
// ErrInvalid, ErrNoMemory (nothing was written), those of ctx.
func (c *Cgroups) Apply(ctx context.Context, plan *CgroupPlan) (*CgroupReport, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return callCgroupsApply(c, plan)
}
