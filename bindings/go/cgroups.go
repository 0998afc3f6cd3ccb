package koord

import "context"

// NewCgroupPath is the path of kubepods below its controller's root. root is kubelet's cgroupRoot, "": none. Errors:
// ErrInvalid, ErrNoMemory.
func NewCgroupPath(driver CgroupDriver, root string) (*CgroupPath, error) {
	return callCgroupPathNew(driver, root)
}

// SetPod makes it that of a pod, "": of the QoS class. Errors: ErrInvalid, ErrNoMemory.
func (p *CgroupPath) SetPod(qos KubeQOS, uid string) error { return callCgroupPathSetPod(p, qos, uid) }

// SetContainer makes it that of a container of the pod that was set last, "": of the pod. Errors: ErrInvalid, ErrNoMemory.
func (p *CgroupPath) SetContainer(runtime CgroupRuntime, id string) error {
	return callCgroupPathSetContainer(p, runtime, id)
}

// Format is the path, without "/" in front.
func (p *CgroupPath) Format() (string, error) {
	return textOf(func(text []byte) (int, error) { return callCgroupPathFormat(p, text) })
}

// OpenCgroups opens what is mounted at mount ("": /sys/fs/cgroup); root is kubelet's cgroupRoot, "": none. Errors:
// ErrInvalid, ErrNotFound, ErrPermission, ErrUnsupported, ErrIO, ErrNoMemory, those of ctx.
func OpenCgroups(ctx context.Context, mount, root string, options CgroupOptions) (*Cgroups, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callCgroupsOpen(mount, root, options)
	return unlessDone(ctx, made, err)
}

// Info says what was found there.
func (c *Cgroups) Info() (CgroupsInfo, error) { return callCgroupsInfo(c) }

// NewCgroupContainers has no names of containers yet. Errors: ErrNoMemory.
func NewCgroupContainers() (*CgroupContainers, error) { return callCgroupContainersNew() }

// Add says how the container with this id is called, "": it is the sandbox. Errors: ErrInvalid (no id, or one that was added
// before), ErrLimit, ErrNoMemory.
func (c *CgroupContainers) Add(id, name string) error { return callCgroupContainersAdd(c, id, name) }

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

// Steps are the writes in their order; none: all is as it is to be.
func (p *CgroupPlan) Steps() ([]CgroupStep, error) {
	rows, err := rowsOf(16, func(rows []rawCgroupStep) (int, error) { return callCgroupPlanSteps(p, rows) })
	if err != nil {
		return nil, err
	}
	return withTexts(rows, func(read func(string)) error { return callCgroupPlanTexts(p, read) }, (*rawCgroupStep).public)
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
	rows, err := rowsOf(16, func(rows []rawCgroupResult) (int, error) { return callCgroupReportResults(r, rows) })
	if err != nil {
		return nil, err
	}
	return withTexts(rows, func(read func(string)) error { return callCgroupReportTexts(r, read) }, (*rawCgroupResult).public)
}

// JSON is the report with a sentence that sums it up.
func (r *CgroupReport) JSON() ([]byte, error) { return callCgroupReportToJSON(r) }
