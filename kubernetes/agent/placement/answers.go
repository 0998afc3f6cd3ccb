package placement

import (
	"context"
	"sync"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/facts"
)

// Answers gives answers from the state in force.
type Answers struct {
	mu             sync.RWMutex // held for reading by requests, because a replaced state is closed
	state          *koord.AgentState
	version        uint64 // increases with every state
	shared         string
	sysfs          string
	kubeletDecides bool // every cpuset
	changed        chan struct{}
	creates        sync.Pool // *koord.AdjustmentRequest for stage create
	updates        sync.Pool // *koord.AdjustmentRequest for stage update
}

// Answer is the adjustment of a container, or the reason for a refusal.
type Answer struct {
	facts.Place
	Env, CDI, Devices []string
	refusal           koord.Refusal
	Unknown           bool // the pod is not in the state
}

// Refused reports whether the container gets no placement.
func (a *Answer) Refused() bool { return a.Unknown || a.refusal.Refused() }

// HasNoPlace reports whether the library refuses the pod and has no other CPUs for it.
func (a *Answer) HasNoPlace() bool {
	return a.CPUs == "" && (a.Unknown || a.refusal.Reason == koord.ReasonStateDisagrees || a.refusal.Reason == koord.ReasonPoolEmpty)
}

// Why returns the message and the name of the reason of a refusal.
func (a *Answer) Why() (sentence, reason string) {
	if !a.refusal.Refused() {
		return "nothing has been decided on this node yet", koord.ReasonPodUnknown.String()
	}
	return a.refusal.String(), a.refusal.ReasonName()
}

// newAnswers returns answers without a state. sysfs is the directory for looking up RDMA devices,
// or "" if they are not used. kubeletDecides states that kubelet decides every cpuset.
func newAnswers(sysfs string, kubeletDecides bool) *Answers {
	return &Answers{sysfs: sysfs, kubeletDecides: kubeletDecides, changed: make(chan struct{}, 1)}
}

// publish replaces the state and takes ownership of the new one.
func (a *Answers) publish(state *koord.AgentState) error {
	shared, err := state.CPUs(koord.AgentCPUSetShared)
	if err != nil {
		return err
	}
	a.mu.Lock()
	old := a.state
	a.state, a.shared = state, shared.String()
	a.version++
	a.mu.Unlock()
	select {
	case a.changed <- struct{}{}:
	default: // one notification covers several states
	}
	return old.Close()
}

func (a *Answers) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = a.state.Close()
	a.state = nil
}

// Version returns the version of the state.
func (a *Answers) Version() uint64 {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.version
}

// request returns a request from a pool. Return it with put.
func (a *Answers) request(stage koord.HookStage) (*koord.AdjustmentRequest, *sync.Pool, error) {
	pool := &a.creates
	if stage != koord.HookStageCreateContainer {
		pool = &a.updates
	}
	if request, ok := pool.Get().(*koord.AdjustmentRequest); ok {
		return request, pool, nil
	}
	request, err := koord.NewAdjustmentRequest(stage)
	if err == nil && stage == koord.HookStageCreateContainer && a.sysfs != "" {
		err = request.SetSysfsRoot(a.sysfs)
	}
	return request, pool, err
}

// Ask returns the answer for a container, or for the sandbox if name is "".
func (a *Answers) Ask(ctx context.Context, stage koord.HookStage, uid, name string) (Answer, error) {
	request, pool, err := a.request(stage)
	if err != nil {
		return Answer{}, err
	}
	defer pool.Put(request)
	if err := request.SetContainer(uid, name); err != nil {
		return Answer{}, err
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.state == nil {
		return Answer{Unknown: true}, nil
	}
	adjustment, err := a.state.Adjust(ctx, request)
	if err != nil {
		return Answer{}, err
	}
	defer adjustment.Close()
	return answerOf(adjustment)
}

// Changes receives a value after new states; one value covers several.
func (a *Answers) Changes() <-chan struct{} { return a.changed }

func answerOf(adjustment *koord.Adjustment) (Answer, error) {
	info, err := adjustment.Info()
	if err != nil {
		return Answer{}, err
	}
	out := Answer{refusal: info.Refusal, Unknown: info.Refusal.Reason == koord.ReasonPodUnknown}
	out.Unlimited = info.Changes&koord.AdjustmentUnlimited != 0
	if info.Changes&koord.AdjustmentCPUs != 0 {
		cpus, err := adjustment.CPUs()
		if err != nil {
			return Answer{}, err
		}
		out.CPUs = cpus.String()
	}
	if info.Changes&koord.AdjustmentNUMANodes != 0 {
		nodes, err := adjustment.NUMANodes()
		if err != nil {
			return Answer{}, err
		}
		out.Mems = nodes.String()
	}
	for _, list := range []struct {
		count uint32
		which koord.AdjustmentList
		to    *[]string
	}{{info.Env, koord.AdjustmentListEnv, &out.Env}, {info.CDIDevices, koord.AdjustmentListCDIDevices, &out.CDI},
		{info.DeviceNodes, koord.AdjustmentListDeviceNodes, &out.Devices}} {
		if list.count == 0 {
			continue
		}
		if *list.to, err = adjustment.List(list.which); err != nil {
			return Answer{}, err
		}
	}
	return out, nil
}

// SharedPool returns the CPUs for a refused container, which never include those of other pods. It
// returns "" if the container is left unchanged, because nothing is known or kubelet decides.
func (a *Answers) SharedPool() string {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.kubeletDecides {
		return ""
	}
	return a.shared
}
