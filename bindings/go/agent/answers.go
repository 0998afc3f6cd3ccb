package agent

import (
	"context"
	"sync"

	"libkoord.invalid/koord"
)

// Answers are given from the state that is in force.
type Answers struct {
	mu      sync.RWMutex // readers hold it while they ask: the state is closed by who replaces it
	state   *koord.AgentState
	version uint64 // grows with every state
	shared  string
	sysfs   string
	leaves  bool      // every cpuset is left to kubelet
	pending sync.Pool // *koord.AdjustmentRequest by stage create
	updates sync.Pool // likewise by stage update
}

// place is what a container gets of CPUs and memory; "" leaves it as it is.
type place struct {
	cpus, mems string
	unlimited  bool
	quota      int64 // that it gets back, as it is not unlimited any more; 0: none, or it has it
}

// answer is what a container gets, or why not.
type answer struct {
	place
	env, cdi, devices []string
	share             *gpuShare // of its GPUs, nil: they are its own
	refusal           koord.Refusal
	unknown           bool // the pod is not in the state
}

// differs tells whether a container that was told of one place is to be told of another.
func (p place) differs(told place) bool {
	return p.cpus != "" && p.cpus != told.cpus || p.mems != "" && p.mems != told.mems || p.unlimited && !told.unlimited ||
		p.quota != 0
}

func (a *answer) refused() bool { return a.unknown || a.refusal.Refused() }

// isWithoutPlace tells whether the library refuses the pod and has no CPUs for it instead.
func (a *answer) isWithoutPlace() bool {
	return a.cpus == "" && (a.unknown || a.refusal.Reason == koord.ReasonStateDisagrees || a.refusal.Reason == koord.ReasonPoolEmpty)
}

// why is the sentence and the name of the reason of a refusal.
func (a *answer) why() (sentence, reason string) {
	if !a.refusal.Refused() {
		return "nothing has been decided on this node yet", koord.ReasonPodUnknown.String()
	}
	return a.refusal.String(), a.refusal.ReasonName()
}

func newAnswers(sysfs string, leaves bool) *Answers { return &Answers{sysfs: sysfs, leaves: leaves} }

// publish replaces the state and takes it over.
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
	return old.Close()
}

func (a *Answers) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = a.state.Close()
	a.state = nil
}

// which tells states apart.
func (a *Answers) which() uint64 {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.version
}

// request is one of a pool; give it back with put.
func (a *Answers) request(stage koord.HookStage) (*koord.AdjustmentRequest, *sync.Pool, error) {
	pool := &a.pending
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

// ask asks what a container gets; name "": the sandbox.
func (a *Answers) ask(ctx context.Context, stage koord.HookStage, uid, name string) (answer, error) {
	request, pool, err := a.request(stage)
	if err != nil {
		return answer{}, err
	}
	defer pool.Put(request)
	if err := request.SetContainer(uid, name); err != nil {
		return answer{}, err
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.state == nil {
		return answer{unknown: true}, nil
	}
	adjustment, err := a.state.Adjust(ctx, request)
	if err != nil {
		return answer{}, err
	}
	defer adjustment.Close()
	return answerOf(adjustment)
}

func answerOf(adjustment *koord.Adjustment) (answer, error) {
	info, err := adjustment.Info()
	if err != nil {
		return answer{}, err
	}
	out := answer{refusal: info.Refusal, unknown: info.Refusal.Reason == koord.ReasonPodUnknown}
	out.unlimited = info.Changes&koord.AdjustmentUnlimited != 0
	if info.Changes&koord.AdjustmentCPUs != 0 {
		cpus, err := adjustment.CPUs()
		if err != nil {
			return answer{}, err
		}
		out.cpus = cpus.String()
	}
	if info.Changes&koord.AdjustmentNUMANodes != 0 {
		nodes, err := adjustment.NUMANodes()
		if err != nil {
			return answer{}, err
		}
		out.mems = nodes.String()
	}
	for _, list := range []struct {
		count uint32
		which koord.AdjustmentList
		to    *[]string
	}{{info.Env, koord.AdjustmentListEnv, &out.env}, {info.CDIDevices, koord.AdjustmentListCDIDevices, &out.cdi},
		{info.DeviceNodes, koord.AdjustmentListDeviceNodes, &out.devices}} {
		if list.count == 0 {
			continue
		}
		if *list.to, err = adjustment.List(list.which); err != nil {
			return answer{}, err
		}
	}
	return out, nil
}

// sharedPool is where a container goes that is refused: never on CPUs of others. "": it is left as it is, because nothing
// is known or kubelet decides.
func (a *Answers) sharedPool() string {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.leaves {
		return ""
	}
	return a.shared
}
