package agent

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord"
)

// plugin answers the container runtime. It knows pods and containers by what the runtime says of them.
type plugin struct {
	config  *Config
	log     *slog.Logger
	facts   *Facts
	keeper  *keeper
	answers *Answers
	metrics *metrics
	events  *events
	tell    func()      // there may be something to tell the runtime
	telling func() bool // the runtime is being told something
	limit   atomic.Int64
}

// Configure learns how long the runtime waits for an answer.
func (p *plugin) Configure(_ context.Context, _, runtime, version string) (api.EventMask, error) {
	p.log.Info("connected", "runtime", runtime, "version", version)
	return 0, nil // every event that there is a method for
}

// patience is for waiting within a request: the rest of the runtime's time is for the answer.
func (p *plugin) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := time.Duration(p.limit.Load())
	if limit <= 0 {
		limit = 2 * time.Second // NRI's default
	}
	return context.WithTimeout(ctx, limit*3/4)
}

// ours tells whether a sandbox is that of a pod.
func ours(pod *api.PodSandbox) bool { return pod.GetUid() != "" }

// Synchronize learns who runs. A round then brings everybody to where they belong.
func (p *plugin) Synchronize(ctx context.Context, pods []*api.PodSandbox, containers []*api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.request("Synchronize", time.Now(), nil)
	boxes := map[string]*sandbox{}
	var list []*sandbox
	for _, pod := range pods {
		if !ours(pod) {
			continue
		}
		box := &sandbox{id: pod.GetId(), pod: runtimePodOf(pod), containers: map[string]string{}}
		boxes[box.id] = box
		list = append(list, box)
	}
	told := map[string]place{}
	for _, one := range containers {
		box := boxes[one.GetPodSandboxId()]
		if box == nil || one.GetState() == api.ContainerState_CONTAINER_STOPPED {
			continue
		}
		box.containers[one.GetId()] = one.GetName()
		if value := visibleGPUs(one); value != "" {
			box.see(one.GetId(), value)
		}
		told[one.GetId()] = runtimePlace(one)
	}
	for _, box := range list {
		p.liftAsBefore(ctx, box)
	}
	p.facts.resetRuntime(list, told)
	p.log.Info("the runtime told who runs", "pods", len(list), "containers", len(told))
	p.keeper.kick()
	return nil, nil
}

// liftAsBefore records which containers have no quota by the state that is in force: after a restart nobody else knows.
func (p *plugin) liftAsBefore(ctx context.Context, box *sandbox) {
	for id, name := range box.containers {
		if got, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, box.pod.uid, name); err == nil && got.unlimited {
			p.facts.lift(id, 0, false)
		}
	}
}

// runtimePlace is where the runtime has a container.
func runtimePlace(one *api.Container) place {
	cpu := one.GetLinux().GetResources().GetCpu()
	return place{cpus: normal(cpu.GetCpus()), mems: normal(cpu.GetMems()), unlimited: cpu.GetQuota().GetValue() <= 0}
}

// normal is a list as the library writes it.
func normal(list string) string {
	set, err := koord.ParseCPUSet(list)
	if err != nil {
		return list
	}
	return set.String()
}

// RunPodSandbox learns of a pod, and has its place ready when its containers come.
func (p *plugin) RunPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("RunPodSandbox", time.Now(), nil)
	if ours(pod) && p.facts.setSandbox(pod.GetId(), runtimePodOf(pod)) {
		p.keeper.kick()
	}
	return nil
}

// UpdatePodSandbox learns that a pod was resized.
func (p *plugin) UpdatePodSandbox(_ context.Context, pod *api.PodSandbox, _, resources *api.LinuxResources) error {
	defer p.metrics.request("UpdatePodSandbox", time.Now(), nil)
	if ours(pod) {
		resized := runtimePodOf(pod)
		resized.setResources(resources)
		p.facts.setSandbox(pod.GetId(), resized)
		p.keeper.kick()
	}
	return nil
}

// StopPodSandbox learns that nothing of a pod runs any more: what it had is free.
func (p *plugin) StopPodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("StopPodSandbox", time.Now(), nil)
	if p.facts.stopSandbox(pod.GetId(), false) {
		p.keeper.kick()
	}
	return nil
}

// RemovePodSandbox is for the case that StopPodSandbox was missed.
func (p *plugin) RemovePodSandbox(_ context.Context, pod *api.PodSandbox) error {
	defer p.metrics.request("RemovePodSandbox", time.Now(), nil)
	if p.facts.stopSandbox(pod.GetId(), true) {
		p.keeper.kick()
	}
	return nil
}

// CreateContainer says what a container gets.
func (p *plugin) CreateContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container) (_ *api.ContainerAdjustment,
	_ []*api.ContainerUpdate, err error) {
	if !ours(pod) {
		return nil, nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.request("CreateContainer", began, err) }()
	p.facts.setContainer(pod, one.GetId(), one.GetName())
	p.facts.setVisible(pod.GetId(), one.GetId(), visibleGPUs(one))
	got, err := p.decide(ctx, koord.HookStageCreateContainer, pod, one)
	if err != nil {
		p.facts.stopContainer(pod.GetId(), one.GetId())
		return nil, nil, err
	}
	if p.config.GPUIsolation != IsolationNone && len(got.env) != 0 {
		got.share = shareOf(p.facts.allocated(pod.GetUid()))
	}
	out := &api.ContainerAdjustment{}
	if err := p.adjust(out, &got); err != nil {
		p.facts.stopContainer(pod.GetId(), one.GetId())
		return nil, nil, p.failed(pod, one, err)
	}
	p.facts.setTold(one.GetId(), got.place)
	if got.unlimited {
		p.lift(one.GetId(), one.GetLinux().GetResources())
	}
	return out, nil, nil
}

// lift records the quota that a container does not get, as its pod has CPUs of its own.
func (p *plugin) lift(id string, wanted *api.LinuxResources) {
	quota := wanted.GetCpu().GetQuota()
	p.facts.lift(id, quota.GetValue(), quota != nil)
}

// decide asks for a container, and settles what becomes of it if the library refuses it.
func (p *plugin) decide(ctx context.Context, stage koord.HookStage, pod *api.PodSandbox, one *api.Container) (answer, error) {
	got, err := p.answers.ask(ctx, stage, pod.GetUid(), one.GetName())
	if err == nil && got.unknown {
		// Its pod is new: it is decided now, and nobody is on its CPUs when this returns.
		wait, cancel := p.patience(ctx)
		unsettled := p.keeper.settle(wait, false)
		cancel()
		got, err = p.answers.ask(ctx, stage, pod.GetUid(), one.GetName())
		if err == nil && got.unknown && unsettled != nil {
			p.log.Warn("a pod could not be decided", "pod", podName(pod), "error", sentence(unsettled))
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

// refused is what becomes of a container that the library refuses: it starts in the shared pool or not at all.
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
	p.log.Warn("a container is refused what its pod claims", "pod", podName(pod), "uid", pod.GetUid(), "container", one.GetName(),
		"reason", reason, "why", why, "action", action, "cpus", got.cpus)
	p.events.pod(pod.GetNamespace(), pod.GetName(), pod.GetUid(), "KoordRefused", fmt.Sprintf("container %s: %s; action: %s",
		one.GetName(), why, action))
	if action == OnRefusalRefuse {
		return answer{}, fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), one.GetName(), why)
	}
	return got, nil
}

// failed is what the runtime is told when a container cannot be answered for: it does not start.
func (p *plugin) failed(pod *api.PodSandbox, one *api.Container, err error) error {
	p.log.Error("a container cannot be answered for", "pod", podName(pod), "uid", pod.GetUid(), "container", one.GetName(),
		"error", sentence(err))
	return fmt.Errorf("koord: pod %s: container %s: %s", podName(pod), one.GetName(), sentence(err))
}

func podName(pod *api.PodSandbox) string { return pod.GetNamespace() + "/" + pod.GetName() }

// StartContainer moves a container that was created by an older state. Its group exists, its process does not run yet.
func (p *plugin) StartContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container) error {
	if !ours(pod) {
		return nil
	}
	defer p.metrics.request("StartContainer", time.Now(), nil)
	now, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), one.GetName())
	if told, known := p.facts.toldOf(one.GetId()); err == nil && (!known || now.differs(told) || p.telling()) {
		wait, cancel := p.patience(ctx)
		defer cancel()
		if err := p.keeper.settle(wait, true); err != nil {
			p.log.Warn("a container starts where it was created; a later round moves it", "pod", podName(pod), "container", one.GetName(),
				"error", sentence(err))
		}
		p.tell()
	}
	return nil
}

// UpdateContainer keeps a container where it belongs, whatever kubelet wants: of kubelet's own update the rest stays.
func (p *plugin) UpdateContainer(ctx context.Context, pod *api.PodSandbox, one *api.Container, wanted *api.LinuxResources) (
	_ []*api.ContainerUpdate, err error) {
	if !ours(pod) {
		return nil, nil
	}
	began := time.Now()
	defer func() { p.metrics.request("UpdateContainer", began, err) }()
	if p.facts.setContainer(pod, one.GetId(), one.GetName()) {
		p.keeper.kick()
	}
	got, err := p.answers.ask(ctx, koord.HookStageUpdateContainer, pod.GetUid(), one.GetName())
	if err != nil {
		return nil, p.failed(pod, one, err)
	}
	if got.isWithoutPlace() {
		got.cpus = p.answers.sharedPool() // it runs: it is never refused
	}
	if got.place == (place{}) {
		p.facts.forgetTold(one.GetId())
		return nil, nil
	}
	switch quota := wanted.GetCpu().GetQuota(); {
	case got.unlimited:
		p.lift(one.GetId(), wanted)
	case quota != nil:
		p.facts.unlift(one.GetId()) // it gets kubelet's
	}
	p.facts.setTold(one.GetId(), got.place)
	return []*api.ContainerUpdate{updateOf(one.GetId(), got.place)}, nil
}

// StopContainer learns that a container has ended.
func (p *plugin) StopContainer(_ context.Context, pod *api.PodSandbox, one *api.Container) ([]*api.ContainerUpdate, error) {
	defer p.metrics.request("StopContainer", time.Now(), nil)
	p.facts.stopContainer(pod.GetId(), one.GetId())
	return nil, nil
}

// RemoveContainer is for the case that StopContainer was missed.
func (p *plugin) RemoveContainer(_ context.Context, pod *api.PodSandbox, one *api.Container) error {
	defer p.metrics.request("RemoveContainer", time.Now(), nil)
	p.facts.stopContainer(pod.GetId(), one.GetId())
	return nil
}

// Shutdown is told by a runtime that ends.
func (p *plugin) Shutdown(context.Context) { p.log.Info("the runtime shuts down") }
