package agent

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// plugin answers the container runtime. It identifies pods and containers by the runtime's
// information.
type plugin struct {
	config  *Config
	log     *slog.Logger
	facts   *Facts
	keeper  rounds
	answers *Answers
	metrics *metrics
	events  podEvents
	*teller
	limit atomic.Int64 // the runtime's limit for a request, in nanoseconds
}

// Configure receives the runtime's request timeout.
func (p *plugin) Configure(_ context.Context, _, runtime, version string) (api.EventMask, error) {
	p.log.Info("connected to the runtime", "runtime", runtime, "version", version)
	return 0, nil // subscribe to all events with a method
}

// patience returns a context for waiting within a request. The rest of the runtime's time is for
// the answer.
func (p *plugin) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := time.Duration(p.limit.Load())
	if limit <= 0 {
		limit = 2 * time.Second // NRI's default
	}
	return context.WithTimeout(ctx, limit*3/4)
}

// ours reports whether a sandbox belongs to a pod.
func ours(pod *api.PodSandbox) bool { return pod.GetUid() != "" }

// Synchronize receives the running containers. A round then moves all of them to their placement.
func (p *plugin) Synchronize(ctx context.Context, pods []*api.PodSandbox, containers []*api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.request("Synchronize", time.Now(), nil)
	boxes := map[string]*sandbox{}
	var list []*sandbox
	for _, pod := range pods {
		if !ours(pod) {
			continue
		}
		box := newSandbox(pod.GetId(), runtimePodOf(pod))
		boxes[box.id] = box
		list = append(list, box)
	}
	told := map[string]place{}
	for _, one := range containers {
		box := boxes[one.GetPodSandboxId()]
		if box == nil || one.GetState() == api.ContainerState_CONTAINER_STOPPED {
			continue
		}
		box.add(one.GetId(), one.GetName(), visibleGPUs(one))
		told[one.GetId()] = runtimePlace(one)
	}
	for _, box := range list {
		p.liftAsBefore(ctx, box)
	}
	p.facts.resetRuntime(list, told)
	p.log.Info("runtime reported running pods", "pods", len(list), "containers", len(told))
	p.keeper.kick()
	return nil, nil
}

// liftAsBefore records the containers without a quota in the state in force, because nothing else
// keeps this across a restart.
func (p *plugin) liftAsBefore(ctx context.Context, box *sandbox) {
	for id, name := range box.containers {
		if got, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, box.pod.uid, name); err == nil && got.unlimited {
			p.facts.lift(id, 0, false)
		}
	}
}

// runtimePlace returns the runtime's placement of a container.
func runtimePlace(one *api.Container) place {
	cpu := one.GetLinux().GetResources().GetCpu()
	return place{cpus: normal(cpu.GetCpus()), mems: normal(cpu.GetMems()), unlimited: cpu.GetQuota().GetValue() <= 0}
}

// normal returns a CPU list in the library's format.
func normal(list string) string {
	set, err := koord.ParseCPUSet(list)
	if err != nil {
		return list
	}
	return set.String()
}

// RunPodSandbox records a pod, so that its placement is ready when its containers are created.
func (p *plugin) RunPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("RunPodSandbox", time.Now(), nil)
	if ours(pod) && p.facts.setSandbox(pod.GetId(), runtimePodOf(pod)) {
		p.keeper.kick()
	}
	return nil
}

// UpdatePodSandbox records a resize of a pod.
func (p *plugin) UpdatePodSandbox(_ context.Context, pod *api.PodSandbox, _, resources *api.LinuxResources) error {
	defer p.metrics.request("UpdatePodSandbox", time.Now(), nil)
	if ours(pod) {
		resized := runtimePodOf(pod)
		setResources(&resized, resources)
		p.facts.setSandbox(pod.GetId(), resized)
		p.keeper.kick()
	}
	return nil
}

// StopPodSandbox records that nothing of a pod runs any more, and releases its CPUs.
func (p *plugin) StopPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("StopPodSandbox", time.Now(), nil)
	if p.facts.stopSandbox(pod.GetId(), false) {
		p.keeper.kick()
	}
	return nil
}

// RemovePodSandbox covers a missed StopPodSandbox.
func (p *plugin) RemovePodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("RemovePodSandbox", time.Now(), nil)
	if p.facts.stopSandbox(pod.GetId(), true) {
		p.keeper.kick()
	}
	return nil
}

// CreateContainer returns the adjustment of a container.
func (p *plugin) CreateContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container) (_ *api.ContainerAdjustment,
	_ []*api.ContainerUpdate, err error) {
	if !ours(pod) {
		return nil, nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.request("CreateContainer", began, err) }()
	p.facts.setContainer(pod.GetId(), runtimePodOf(pod), one.GetId(), one.GetName())
	p.facts.setVisible(pod.GetId(), one.GetId(), visibleGPUs(one))
	got, err := p.decide(ctx, koord.HookStageCreateContainer, pod, one)
	if err != nil {
		p.facts.stopContainer(pod.GetId(), one.GetId())
		return nil, nil, err
	}
	var share *gpuShare // nil if its GPUs are exclusive
	if p.config.GPUIsolation != IsolationNone && len(got.env) != 0 {
		share = shareOf(p.facts.annotation(pod.GetUid(), objects.AnnotationDeviceAllocated), p.facts.devicesNow())
	}
	out := &api.ContainerAdjustment{}
	if err := p.adjust(out, &got, share); err != nil {
		p.facts.stopContainer(pod.GetId(), one.GetId())
		return nil, nil, p.failed(pod, one, err)
	}
	p.facts.setTold(one.GetId(), got.place)
	if got.unlimited {
		p.lift(one.GetId(), one.GetLinux().GetResources())
	}
	return out, nil, nil
}

// lift records the quota that a container does not get, because its pod has exclusive CPUs.
func (p *plugin) lift(id string, wanted *api.LinuxResources) {
	quota := wanted.GetCpu().GetQuota()
	p.facts.lift(id, quota.GetValue(), quota != nil)
}

// decide returns the answer for a container, and its treatment if the library refuses it.
func (p *plugin) decide(ctx context.Context, stage koord.HookStage, pod *api.PodSandbox, one *api.Container) (answer, error) {
	got, err := p.answers.ask(ctx, stage, pod.GetUid(), one.GetName())
	if err == nil && got.unknown {
		// The pod is new: it is placed now, and no other pod is on its CPUs when settle returns.
		wait, cancel := p.patience(ctx)
		unsettled := p.keeper.settle(wait, false)
		cancel()
		got, err = p.answers.ask(ctx, stage, pod.GetUid(), one.GetName())
		if err == nil && got.unknown && unsettled != nil {
			p.log.Warn("cannot decide the placement of pod", "pod", podName(pod), "error", sentence(unsettled))
		}
	}
	if err != nil {
		return answer{}, p.failed(pod, one, err)
	}
	if !got.refused() {
		return got, nil
	}
	return p.refused(got, pod, one)
}

// refused returns the treatment of a container that the library refuses: it starts in the shared
// pool or not at all.
func (p *plugin) refused(got answer, pod *api.PodSandbox, one *api.Container) (answer, error) {
	if p.config.IgnoreKubelet && got.isWithoutPlace() {
		return got, nil // kubelet decides
	}
	why, reason := got.why()
	homeless := false
	if got.isWithoutPlace() {
		got.cpus = p.answers.sharedPool()
		homeless = got.cpus == ""
	}
	action := OnRefusalShared
	if p.config.OnRefusal == OnRefusalRefuse || homeless {
		action = OnRefusalRefuse
	}
	p.metrics.refusals.WithLabelValues(reason, action).Inc()
	p.log.Warn("container does not get what its pod claims", "pod", podName(pod), "uid", pod.GetUid(), "container", one.GetName(),
		"reason", reason, "why", why, "action", action, "cpus", got.cpus)
	p.events.pod(pod.GetNamespace(), pod.GetName(), pod.GetUid(), "KoordRefused", fmt.Sprintf("container %s: %s; action: %s",
		one.GetName(), why, action))
	if action == OnRefusalRefuse {
		return answer{}, fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), one.GetName(), why)
	}
	return got, nil
}

// failed returns the error to the runtime if there is no placement for a container, which then does
// not start.
func (p *plugin) failed(pod *api.PodSandbox, one *api.Container, err error) error {
	p.log.Error("no placement for container; it was not started", "pod", podName(pod), "uid", pod.GetUid(), "container", one.GetName(),
		"error", sentence(err))
	return fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), one.GetName(), sentence(err))
}

func podName(pod *api.PodSandbox) string { return pod.GetNamespace() + "/" + pod.GetName() }

// StartContainer moves a container that was created under an older state. Its group exists, and its
// process does not run yet.
func (p *plugin) StartContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container) error {
	if !ours(pod) {
		return nil
	}
	defer p.metrics.request("StartContainer", time.Now(), nil)
	now, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), one.GetName())
	if told, known := p.facts.toldOf(one.GetId()); err == nil && (!known || now.differs(told) || p.telling.Load()) {
		wait, cancel := p.patience(ctx)
		defer cancel()
		if err := p.keeper.settle(wait, true); err != nil {
			p.log.Warn("container starts with its original CPUs; a later round moves it", "pod", podName(pod), "container", one.GetName(),
				"error", sentence(err))
		}
		p.tell()
	}
	return nil
}

// UpdateContainer keeps the placement of a container in an update by kubelet. Other settings of the
// update are applied.
func (p *plugin) UpdateContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container, wanted *api.LinuxResources) (
	_ []*api.ContainerUpdate, err error) {
	if !ours(pod) {
		return nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.request("UpdateContainer", began, err) }()
	if p.facts.setContainer(pod.GetId(), runtimePodOf(pod), one.GetId(), one.GetName()) {
		p.keeper.kick()
	}
	got, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), one.GetName())
	if err != nil {
		return nil, p.failed(pod, one, err)
	}
	if got.isWithoutPlace() {
		got.cpus = p.answers.sharedPool() // a running container is never refused
	}
	if got.place == (place{}) {
		p.facts.forgetTold(one.GetId())
		return nil, nil
	}
	switch quota := wanted.GetCpu().GetQuota(); {
	case got.unlimited:
		p.lift(one.GetId(), wanted)
	case quota != nil:
		p.facts.unlift(one.GetId()) // it gets kubelet's quota
	}
	p.facts.setTold(one.GetId(), got.place)
	return []*api.ContainerUpdate{updateOf(one.GetId(), got.place)}, nil
}

// StopContainer records that a container has ended.
func (p *plugin) StopContainer(_ context.Context, pod *api.PodSandbox, one *api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.request("StopContainer", time.Now(), nil)
	p.facts.stopContainer(pod.GetId(), one.GetId())
	return nil, nil
}

// RemoveContainer covers a missed StopContainer.
func (p *plugin) RemoveContainer(_ context.Context, pod *api.PodSandbox, one *api.Container) error {
	defer p.metrics.request("RemoveContainer", time.Now(), nil)
	p.facts.stopContainer(pod.GetId(), one.GetId())
	return nil
}

// Shutdown is called when the runtime is shutting down.
func (p *plugin) Shutdown(context.Context) { p.log.Info("runtime is shutting down") }
