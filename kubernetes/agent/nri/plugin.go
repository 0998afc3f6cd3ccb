// Package nri connects the agent to the container runtime. It answers the runtime's requests from
// the state in force, and reports new placements of running containers.
package nri

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/agent/placement"
	"libkoord.invalid/koord/kubernetes/objects"
)

// Plugin answers the container runtime. It identifies pods and containers by the runtime's
// information.
type Plugin struct {
	config  *config.Config
	log     *slog.Logger
	facts   *facts.Store
	keeper  Rounds
	answers *placement.Answers
	metrics *metrics.Metrics
	events  PodEvents
	*reporter
	limit atomic.Int64 // the runtime's limit for a request, in nanoseconds
}

// Configure logs the runtime's name and version. It subscribes to all events with a method.
func (p *Plugin) Configure(_ context.Context, _, runtime, version string) (api.EventMask, error) {
	p.log.Info("connected to the runtime", "runtime", runtime, "version", version)
	return 0, nil
}

// waitContext returns a context for waiting within a request. It leaves a quarter of the runtime's time
// limit for the answer.
func (p *Plugin) waitContext(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := time.Duration(p.limit.Load())
	if limit <= 0 {
		limit = 2 * time.Second // NRI's default
	}
	return context.WithTimeout(ctx, limit*3/4)
}

// isOfPod reports whether a sandbox belongs to a pod.
func isOfPod(pod *api.PodSandbox) bool { return pod.GetUid() != "" }

// Synchronize receives the running containers. A round then moves all of them to their placement.
func (p *Plugin) Synchronize(ctx context.Context, pods []*api.PodSandbox, containers []*api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.Request("Synchronize", time.Now(), nil)
	sandboxes := map[string]*facts.Sandbox{}
	var list []*facts.Sandbox
	for _, pod := range pods {
		if !isOfPod(pod) {
			continue
		}
		sandbox := facts.NewSandbox(pod.GetId(), runtimePodOf(pod))
		sandboxes[sandbox.ID] = sandbox
		list = append(list, sandbox)
	}
	reported := map[string]facts.Place{}
	for _, container := range containers {
		sandbox := sandboxes[container.GetPodSandboxId()]
		if sandbox == nil || container.GetState() == api.ContainerState_CONTAINER_STOPPED {
			continue
		}
		sandbox.Add(container.GetId(), container.GetName(), visibleGPUs(container))
		reported[container.GetId()] = runtimePlace(container)
	}
	for _, sandbox := range list {
		p.recallRemovedQuotas(ctx, sandbox)
	}
	p.facts.ResetRuntime(list, reported)
	p.log.Info("runtime reported running pods", "pods", len(list), "containers", len(reported))
	p.keeper.Kick()
	return nil, nil
}

// recallRemovedQuotas records the containers that have no quota according to the state in force, because
// nothing else stores this across a restart.
func (p *Plugin) recallRemovedQuotas(ctx context.Context, sandbox *facts.Sandbox) {
	for id, name := range sandbox.Containers {
		if answer, err := p.answers.Ask(ctx, koord.HookStageUpdateContainer, sandbox.Pod.UID, name); err == nil && answer.Unlimited {
			p.facts.RecordRemovedQuota(id, 0, false)
		}
	}
}

// runtimePlace returns the runtime's placement of a container.
func runtimePlace(container *api.Container) facts.Place {
	cpu := container.GetLinux().GetResources().GetCpu()
	return facts.Place{CPUs: normalizeList(cpu.GetCpus()), Mems: normalizeList(cpu.GetMems()), Unlimited: cpu.GetQuota().GetValue() <= 0}
}

// normalizeList returns a list of CPUs or NUMA nodes in the library's format.
func normalizeList(list string) string {
	set, err := koord.ParseCPUSet(list)
	if err != nil {
		return list
	}
	return set.String()
}

// RunPodSandbox records a pod, so that its placement is ready when its containers are created.
func (p *Plugin) RunPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.Request("RunPodSandbox", time.Now(), nil)
	if isOfPod(pod) && p.facts.SetSandbox(pod.GetId(), runtimePodOf(pod)) {
		p.keeper.Kick()
	}
	return nil
}

// UpdatePodSandbox records a resize of a pod.
func (p *Plugin) UpdatePodSandbox(_ context.Context, pod *api.PodSandbox, _, resources *api.LinuxResources) error {
	defer p.metrics.Request("UpdatePodSandbox", time.Now(), nil)
	if isOfPod(pod) {
		resized := runtimePodOf(pod)
		setResources(&resized, resources)
		p.facts.SetSandbox(pod.GetId(), resized)
		p.keeper.Kick()
	}
	return nil
}

// StopPodSandbox records that nothing of a pod runs any more, and releases its CPUs.
func (p *Plugin) StopPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.Request("StopPodSandbox", time.Now(), nil)
	if p.facts.StopSandbox(pod.GetId(), false) {
		p.keeper.Kick()
	}
	return nil
}

// RemovePodSandbox covers a missed StopPodSandbox.
func (p *Plugin) RemovePodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.Request("RemovePodSandbox", time.Now(), nil)
	if p.facts.StopSandbox(pod.GetId(), true) {
		p.keeper.Kick()
	}
	return nil
}

// CreateContainer returns the adjustment of a container.
func (p *Plugin) CreateContainer(ctx context.Context, pod *api.PodSandbox, container *api.Container) (_ *api.ContainerAdjustment,
	_ []*api.ContainerUpdate, err error) {
	if !isOfPod(pod) {
		return nil, nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.Request("CreateContainer", began, err) }()
	p.facts.SetContainer(pod.GetId(), runtimePodOf(pod), container.GetId(), container.GetName())
	p.facts.SetVisible(pod.GetId(), container.GetId(), visibleGPUs(container))
	answer, err := p.decide(ctx, koord.HookStageCreateContainer, pod, container)
	if err != nil {
		p.facts.StopContainer(pod.GetId(), container.GetId())
		return nil, nil, err
	}
	var share *gpuShare // nil if its GPUs are exclusive
	if p.config.GPUIsolation != config.IsolationNone && len(answer.Env) != 0 {
		share = shareOf(p.facts.Annotation(pod.GetUid(), objects.AnnotationDeviceAllocated), p.facts.Devices())
	}
	out := &api.ContainerAdjustment{}
	if err := p.adjust(out, &answer, share); err != nil {
		p.facts.StopContainer(pod.GetId(), container.GetId())
		return nil, nil, p.rejectContainer(pod, container, err)
	}
	p.facts.SetReported(container.GetId(), answer.Place)
	if answer.Unlimited {
		p.recordRemovedQuota(container.GetId(), container.GetLinux().GetResources())
	}
	return out, nil, nil
}

// recordRemovedQuota records the quota that a container does not get because its pod has exclusive
// CPUs.
func (p *Plugin) recordRemovedQuota(id string, wanted *api.LinuxResources) {
	quota := wanted.GetCpu().GetQuota()
	p.facts.RecordRemovedQuota(id, quota.GetValue(), quota != nil)
}

// decide returns the answer for a container, and its treatment if the library refuses it.
func (p *Plugin) decide(ctx context.Context, stage koord.HookStage, pod *api.PodSandbox, container *api.Container) (placement.Answer, error) {
	answer, err := p.answers.Ask(ctx, stage, pod.GetUid(), container.GetName())
	if err == nil && answer.Unknown {
		// The pod is new: it is placed now, and no other pod is on its CPUs when settle returns.
		wait, cancel := p.waitContext(ctx)
		unsettled := p.keeper.Settle(wait, false)
		cancel()
		answer, err = p.answers.Ask(ctx, stage, pod.GetUid(), container.GetName())
		if err == nil && answer.Unknown && unsettled != nil {
			p.log.Warn("cannot decide the placement of pod", "pod", podName(pod), "error", message.Text(unsettled))
		}
	}
	if err != nil {
		return placement.Answer{}, p.rejectContainer(pod, container, err)
	}
	if !answer.Refused() {
		return answer, nil
	}
	return p.handleRefusal(answer, pod, container)
}

// handleRefusal decides about a container that the library refuses: it starts in the shared pool or not
// at all.
func (p *Plugin) handleRefusal(answer placement.Answer, pod *api.PodSandbox, container *api.Container) (placement.Answer, error) {
	if p.config.IgnoreKubelet && answer.HasNoPlace() {
		return answer, nil // kubelet decides
	}
	why, reason := answer.Why()
	hasNoCPUs := false
	if answer.HasNoPlace() {
		answer.CPUs = p.answers.SharedPool()
		hasNoCPUs = answer.CPUs == ""
	}
	action := config.OnRefusalShared
	if p.config.OnRefusal == config.OnRefusalRefuse || hasNoCPUs {
		action = config.OnRefusalRefuse
	}
	p.metrics.Refusals.WithLabelValues(reason, action).Inc()
	p.log.Warn("container does not get what its pod claims", "pod", podName(pod), "uid", pod.GetUid(), "container", container.GetName(),
		"reason", reason, "why", why, "action", action, "cpus", answer.CPUs)
	p.events.Pod(pod.GetNamespace(), pod.GetName(), pod.GetUid(), "KoordRefused", fmt.Sprintf("container %s: %s; action: %s",
		container.GetName(), why, action))
	if action == config.OnRefusalRefuse {
		return placement.Answer{}, fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), container.GetName(), why)
	}
	return answer, nil
}

// rejectContainer returns the error for the runtime if there is no placement for a container, which then
// does not start.
func (p *Plugin) rejectContainer(pod *api.PodSandbox, container *api.Container, err error) error {
	p.log.Error("no placement for container; it was not started", "pod", podName(pod), "uid", pod.GetUid(), "container", container.GetName(),
		"error", message.Text(err))
	return fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), container.GetName(), message.Text(err))
}

func podName(pod *api.PodSandbox) string { return pod.GetNamespace() + "/" + pod.GetName() }

// StartContainer moves a container that was created under an older state. Its group exists, and its
// process does not run yet.
func (p *Plugin) StartContainer(ctx context.Context, pod *api.PodSandbox, container *api.Container) error {
	if !isOfPod(pod) {
		return nil
	}
	defer p.metrics.Request("StartContainer", time.Now(), nil)
	now, err := p.answers.Ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), container.GetName())
	if reported, known := p.facts.Reported(container.GetId()); err == nil && (!known || now.Differs(reported) || p.isReporting.Load()) {
		wait, cancel := p.waitContext(ctx)
		defer cancel()
		if err := p.keeper.Settle(wait, true); err != nil {
			p.log.Warn("container starts with its original CPUs; a later round moves it", "pod", podName(pod), "container", container.GetName(),
				"error", message.Text(err))
		}
		p.request()
	}
	return nil
}

// UpdateContainer keeps the placement of a container in an update by kubelet. Other settings of the
// update are applied.
func (p *Plugin) UpdateContainer(ctx context.Context, pod *api.PodSandbox, container *api.Container, wanted *api.LinuxResources) (
	_ []*api.ContainerUpdate, err error) {
	if !isOfPod(pod) {
		return nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.Request("UpdateContainer", began, err) }()
	if p.facts.SetContainer(pod.GetId(), runtimePodOf(pod), container.GetId(), container.GetName()) {
		p.keeper.Kick()
	}
	answer, err := p.answers.Ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), container.GetName())
	if err != nil {
		return nil, p.rejectContainer(pod, container, err)
	}
	if answer.HasNoPlace() {
		answer.CPUs = p.answers.SharedPool() // a running container is never refused
	}
	if answer.Place == (facts.Place{}) {
		p.facts.ForgetReported(container.GetId())
		return nil, nil
	}
	switch quota := wanted.GetCpu().GetQuota(); {
	case answer.Unlimited:
		p.recordRemovedQuota(container.GetId(), wanted)
	case quota != nil:
		p.facts.ForgetRemovedQuota(container.GetId()) // it gets kubelet's quota
	}
	p.facts.SetReported(container.GetId(), answer.Place)
	return []*api.ContainerUpdate{updateOf(container.GetId(), answer.Place)}, nil
}

// PostUpdateContainer requests a check if the runtime wrote another placement than the one in force:
// its update may have been answered from an older state.
func (p *Plugin) PostUpdateContainer(ctx context.Context, pod *api.PodSandbox, container *api.Container) error {
	if !isOfPod(pod) {
		return nil
	}
	defer p.metrics.Request("PostUpdateContainer", time.Now(), nil)
	recorded := runtimePlace(container)
	now, err := p.answers.Ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), container.GetName())
	if err == nil && recorded.CPUs != "" && now.Differs(recorded) {
		p.facts.UpdateReported(container.GetId(), recorded)
		p.keeper.Recheck()
		p.request()
	}
	return nil
}

// StopContainer records that a container has ended.
func (p *Plugin) StopContainer(_ context.Context, pod *api.PodSandbox, container *api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.Request("StopContainer", time.Now(), nil)
	p.facts.StopContainer(pod.GetId(), container.GetId())
	return nil, nil
}

// RemoveContainer covers a missed StopContainer.
func (p *Plugin) RemoveContainer(_ context.Context, pod *api.PodSandbox, container *api.Container) error {
	defer p.metrics.Request("RemoveContainer", time.Now(), nil)
	p.facts.StopContainer(pod.GetId(), container.GetId())
	return nil
}

// Shutdown is called when the runtime is shutting down.
func (p *Plugin) Shutdown(context.Context) { p.log.Info("runtime is shutting down") }
