package koord

import "context"

// OpenCgroups opens what is mounted at mount ("": /sys/fs/cgroup); root is kubelet's cgroupRoot, "": none. Errors:
// ErrInvalid, ErrNotFound, ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory, those of ctx.
func OpenCgroups(ctx context.Context, mount, root string, options CgroupOptions) (*Cgroups, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupsOpen(mount, root, options)
	return unlessDone(ctx, made, err)
}

// Plan reads the groups and plans the writes that bring them to where a state has them; containers, nil: none, are whose ids
// are known. Errors: ErrInvalid, ErrConflict, ErrNotFound, ErrCorrupt, ErrLimit, ErrPermission, ErrUnsupported, ErrIO,
// ErrNoMemory, those of ctx.
func (c *Cgroups) Plan(ctx context.Context, state *AgentState, containers *CgroupContainers) (*CgroupPlan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupPlanNew(c, state, containers)
	return unlessDone(ctx, made, err)
}

// Apply makes the writes of a plan, each verified; where one fails those made are taken back, and the report tells. ctx is
// looked at before. Errors: ErrInvalid, ErrNoMemory (nothing was written), those of ctx.
func (c *Cgroups) Apply(ctx context.Context, plan *CgroupPlan) (*CgroupReport, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return callCgroupsApply(c, plan)
}
