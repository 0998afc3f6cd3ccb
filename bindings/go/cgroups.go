package koord

import "context"

// FormatCgroupPath is the path of a group below its controller's root. uid "": the directory of the QoS class; id "": the pod.
// Errors: ErrInvalid.
func FormatCgroupPath(driver CgroupDriver, root string, qos KubeQOS, uid string, runtime CgroupRuntime, id string) (string, error) {
	return textOf(func(text []byte) (int, error) { return callCgroupFormatPath(driver, root, qos, uid, runtime, id, text) })
}

// OpenCgroups opens what is mounted at mount ("": /sys/fs/cgroup); root is kubelet's cgroupRoot, "": none. Errors:
// ErrInvalid, ErrNotFound, ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory, those of ctx.
func OpenCgroups(ctx context.Context, options CgroupOptions, mount, root string) (*Cgroups, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupsOpen(options, mount, root)
	return unlessDone(ctx, made, err)
}

// Info says what was found there.
func (c *Cgroups) Info() (CgroupsInfo, error) { return callCgroupsInfo(c) }

// Plan reads the groups and plans the writes that bring them to where a state has them; containers are whose ids are known.
// Errors: ErrInvalid, ErrConflict, ErrNotFound, ErrCorrupt, ErrLimit, ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory,
// those of ctx.
func (c *Cgroups) Plan(ctx context.Context, state *AgentState, containers []CgroupContainer) (*CgroupPlan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var texts arena
	rows := raws[CgroupContainer, rawCgroupContainer](containers, &texts)
	made, err := callCgroupPlanNew(c, state, rows, texts.bytes)
	return unlessDone(ctx, made, err)
}

// Steps are the writes in their order; none: all is as it is to be.
func (p *CgroupPlan) Steps() ([]CgroupStep, error) {
	return textRows(func(rows []rawCgroupStep, texts []byte) (int, int, error) {
		return callCgroupPlanSteps(p, rows, texts)
	}, (*rawCgroupStep).public)
}

// JSON is the plan with what is left alone, and why.
func (p *CgroupPlan) JSON() ([]byte, error) { return callCgroupPlanToJSON(p) }

// Text has a line for each step.
func (p *CgroupPlan) Text() (string, error) {
	text, err := callCgroupPlanToText(p)
	return string(text), err
}

// Apply makes the writes of a plan, each verified; where one fails those made are taken back, and the report tells. ctx is
// looked at before. Errors: ErrInvalid, ErrNoMemory (nothing was written), those of ctx.
func (c *Cgroups) Apply(ctx context.Context, plan *CgroupPlan) (*CgroupReport, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return callCgroupsApply(c, plan)
}

// Info says what came of the plan.
func (r *CgroupReport) Info() (CgroupReportInfo, error) { return callCgroupReportInfo(r) }

// Results are what came of each step, at the same index.
func (r *CgroupReport) Results() ([]CgroupResult, error) {
	return textRows(func(rows []rawCgroupResult, texts []byte) (int, int, error) {
		return callCgroupReportResults(r, rows, texts)
	}, (*rawCgroupResult).public)
}

// JSON is the report with a sentence that sums it up.
func (r *CgroupReport) JSON() ([]byte, error) { return callCgroupReportToJSON(r) }
