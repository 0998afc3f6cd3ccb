package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// keeper owns the library's agent and the control groups. Everything except ask runs in one
// goroutine.
type keeper struct {
	config  *Config
	log     *slog.Logger
	facts   *Facts
	answers *Answers
	groups  groups
	file    *stateFile
	metrics *metrics

	agent      *koord.Agent
	diagnoses  *koord.Diagnostics
	builder    *koord.PodBuilder
	known      map[string]bool // uids known to the library's agent
	generation uint64          // generation of the state in force
	inForce    bool
	state      *koord.AgentState // the state in force, owned by answers
	suppressor *suppressor
	trouble    string // last error, logged once

	asked chan ask

	mu      sync.Mutex // guards the members for probes
	last    time.Time
	lastErr error
	after   func() // called when a new state is in force
	events  *events
	report  func(nrt []byte)
	hash    uint64 // hash of the last report
	hasHash bool
	sources *sources
	server  *server // nil without an API server
	started time.Time
}

// ask requests a round.
type ask struct {
	done  chan error // receives the result of the round; nil if nobody waits
	check bool       // check the control groups even without changes
	// measure requests a measurement of CPU usage and a step of the suppression.
	measure bool
}

func newKeeper(ctx context.Context, config *Config, log *slog.Logger, facts *Facts, metrics *metrics) (*keeper, error) {
	k := &keeper{config: config, log: log, facts: facts, metrics: metrics, groups: groups{config: config.Cgroups},
		answers: newAnswers(sysfsFor(config), config.IgnoreKubelet), known: map[string]bool{}, asked: make(chan ask, 64)}
	machine := facts.take().machine
	if machine == nil {
		return nil, errors.New("the machine is not known")
	}
	var err error
	if k.file, err = openStateFile(ctx, config.StateFile, config.Host.Proc); err != nil {
		return nil, fmt.Errorf("stateFile: %w", err)
	}
	if k.diagnoses, err = koord.NewDiagnostics(); err != nil {
		return nil, err
	}
	k.diagnoses.SetLog(func(level koord.LogLevel, message string) { log.Log(ctx, levelOf(level), message, "from", "libkoord") })
	if k.builder, err = koord.NewPodBuilder(); err != nil {
		return nil, err
	}
	if k.agent, err = koord.NewAgent(k.diagnoses, machine, config.options()); err != nil {
		return nil, err
	}
	// A minimal Node is used until the API server provides one.
	if err := k.agent.SetNode([]byte(fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q}}`, config.NodeName))); err != nil {
		return nil, err
	}
	k.suppressor = newSuppressor(config, log, facts, k.agent, &k.groups, metrics)
	return k, k.recall(ctx)
}

// sysfsFor returns the directory for looking up device nodes of RDMA devices, or "" if they are not
// used.
func sysfsFor(config *Config) string {
	if config.RDMA == "none" {
		return ""
	}
	return config.Host.Root
}

// recall publishes the placement of an earlier agent until this one has computed its own.
func (k *keeper) recall(ctx context.Context) error {
	before, err := k.file.load(ctx)
	if err != nil {
		k.log.Warn("node-state.json is not usable and will be replaced", "file", k.file.path, "error", sentence(err))
	}
	if before == nil {
		return nil
	}
	if err := k.agent.SetState(before); err != nil {
		return err
	}
	if err := k.suppressor.recall(before); err != nil {
		return err
	}
	return k.answers.publish(before)
}

func (k *keeper) close() {
	k.answers.close()
	k.groups.close()
	_ = k.agent.Close()
	_ = k.builder.Close()
	_ = k.diagnoses.Close()
	k.file.close()
}

// kick requests a round soon.
func (k *keeper) kick() {
	select {
	case k.asked <- ask{}:
	default: // one is pending already
	}
}

// recheck requests a round that checks the control groups.
func (k *keeper) recheck() {
	select {
	case k.asked <- ask{check: true}:
	default: // the next check is due soon
	}
}

// settle returns when all earlier facts are in force, or the reason for which they cannot be.
func (k *keeper) settle(ctx context.Context, check bool) error {
	done := make(chan error, 1)
	select {
	case k.asked <- ask{done: done, check: check}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run makes rounds until the context ends.
func (k *keeper) run(ctx context.Context) {
	k.started = time.Now()
	// then proceed without the API server; uses the clock of patient()
	late := time.NewTimer(k.config.APIServer.Wait.Duration)
	defer late.Stop()
	ticker := time.NewTicker(k.config.Interval.Duration)
	defer ticker.Stop()
	measure, stop := k.suppressor.ticker()
	defer stop()
	var waiting []ask
	for {
		check := false
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			check = true
		case <-late.C:
		case <-measure:
			waiting = append(waiting, ask{measure: true})
		case one := <-k.asked:
			waiting = append(waiting, one)
		}
		for more := true; more; {
			select {
			case one := <-k.asked:
				waiting = append(waiting, one)
			default:
				more = false
			}
		}
		for _, one := range waiting {
			check = check || one.check
			if one.measure && k.inForce {
				k.suppressor.step(ctx, k.state)
			}
		}
		err := k.roundOrTrouble(ctx, check)
		if errors.Is(err, errNotReady) {
			waiting = slices.DeleteFunc(waiting, func(one ask) bool { return one.done == nil })
			continue // they continue to wait until their contexts end
		}
		for _, one := range waiting {
			if one.done != nil {
				one.done <- err
			}
		}
		waiting = waiting[:0]
	}
}

var errNotReady = errors.New("the pod list has not been synced from the runtime or the API server yet")

// roundOrTrouble makes a round. A repeated error is logged once.
func (k *keeper) roundOrTrouble(ctx context.Context, check bool) error {
	k.sources.poll(ctx)
	if !k.facts.ready(k.server.patient(k.started)) {
		return errNotReady
	}
	began := time.Now()
	err := k.round(ctx, check)
	k.metrics.round(began, err)
	k.noted(err)
	if err == nil {
		k.suppressor.endQuota()
	}
	switch {
	case err == nil && k.trouble != "":
		k.log.Info("rounds succeed again")
		k.trouble = ""
	case err != nil && k.trouble != sentence(err):
		k.trouble = sentence(err)
		k.log.Error("round failed; earlier placements stay in force; retrying", "error", k.trouble)
		k.events.ofNode("KoordRoundFailed", k.trouble)
	}
	return err
}

// noted stores the result of the last round for probes.
func (k *keeper) noted(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last, k.lastErr = time.Now(), err
}

// silent returns the time since the last round ended, or since the wait for the first one began.
func (k *keeper) silent() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last.IsZero() {
		return 0
	}
	return time.Since(k.last)
}

// lastError returns the reason for which pods are currently not placed.
func (k *keeper) lastError() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last.IsZero() {
		return errNotReady
	}
	return k.lastErr
}

// round computes the placement, moves running containers, writes node-state.json and publishes the
// state, in this order. With check it examines the control groups even without changes, because
// others may have modified them.
func (k *keeper) round(ctx context.Context, check bool) error {
	if check {
		k.reap(ctx)
	}
	taken := k.facts.take()
	if err := k.feed(taken); err != nil {
		k.facts.untake(taken)
		return err
	}
	info, err := k.agent.Info()
	if err != nil {
		return err
	}
	changed := !k.inForce || info.Generation != k.generation
	if !changed && !check {
		return nil
	}
	state, err := k.agent.Snapshot()
	if err != nil {
		return err
	}
	var out moved
	if err := k.enforce(ctx, state, &out); err != nil {
		_ = state.Close()
		return err
	}
	k.metrics.writes.Add(float64(out.writes))
	if !changed {
		if out.writes != 0 {
			k.log.Info("control groups were changed by another process", "writes", out.writes, "files", shown(out.files))
		}
		return state.Close()
	}
	if err := k.agent.SetState(state); err != nil { // pods with exclusive CPUs keep them
		_ = state.Close()
		return err
	}
	return k.published(state, info, out)
}

// enforce moves running containers, writes the file, and then checks again: a container that
// started meanwhile was placed by the old state.
func (k *keeper) enforce(ctx context.Context, state *koord.AgentState, out *moved) error {
	if err := k.groups.apply(ctx, state, k.facts.members(), out); err != nil {
		return err
	}
	json, err := k.agent.JSON(k.file.bootID)
	if err != nil {
		return err
	}
	written, err := k.file.save(ctx, json)
	if err != nil || !written {
		return err
	}
	return k.groups.apply(ctx, state, k.facts.members(), out)
}

func (k *keeper) published(state *koord.AgentState, info koord.AgentInfo, out moved) error {
	if err := k.answers.publish(state); err != nil {
		return err
	}
	k.generation, k.inForce, k.state = info.Generation, true, state
	k.metrics.state(state, info)
	k.log.Info("placement updated", "generation", info.Generation, "pods", info.Pods, "shared", k.answers.sharedPool(), "writes", out.writes,
		"files", shown(out.files))
	k.reportIfNew()
	if k.after != nil {
		k.after()
	}
	return nil
}

// reportIfNew updates the node's report if it has changed.
func (k *keeper) reportIfNew() {
	if k.report == nil {
		return
	}
	hash, err := k.agent.Hash()
	if err != nil || k.hasHash && hash == k.hash {
		return
	}
	k.use("the report", func() error {
		text, err := k.agent.NRT()
		if err == nil {
			k.hash, k.hasHash = hash, true
			k.report(text)
		}
		return err
	})
}

// feed passes changes to the library.
func (k *keeper) feed(taken news) error {
	if taken.changed.machine {
		if err := k.agent.SetTopology(taken.machine); err != nil {
			return fmt.Errorf("the machine: %w", err)
		}
	}
	if taken.changed.node {
		k.use("the Node", func() error { return k.agent.SetNode(taken.inputs.node) })
	}
	if taken.changed.kubelet {
		k.use("kubelet's files", func() error {
			return k.agent.SetKubelet(koord.KubeletSetup{Config: taken.inputs.kubeletConfig, CPUState: taken.inputs.cpuState, Log: k.diagnoses})
		})
		k.groups.setRoot(taken.inputs.kubeletConfig)
	}
	if taken.changed.devices {
		k.use("the devices", func() error { return k.agent.SetDevices(taken.inputs.devices) })
	}
	// Remove pods first, so that their CPUs are free for new pods.
	for uid, facts := range taken.pods {
		if facts.server == nil && facts.runtime == nil && k.known[uid] {
			if _, err := k.agent.RemovePod(uid); err != nil {
				return err
			}
			delete(k.known, uid)
		}
	}
	for uid, facts := range taken.pods {
		if facts.server == nil && facts.runtime == nil {
			continue
		}
		if err := k.setPod(uid, facts); err != nil {
			return err
		}
	}
	return nil
}

// use applies a document. An unreadable document changes nothing: its last readable version stays
// in effect.
func (k *keeper) use(what string, set func() error) {
	if err := set(); err != nil {
		k.metrics.unusable.WithLabelValues(what).Inc()
		k.log.Error("invalid document; its last valid version stays in force", "document", what, "error", sentence(err))
	}
}

// setPod applies a pod. An unreadable pod is not managed. An error is only returned for failures of
// the library itself.
func (k *keeper) setPod(uid string, facts podFacts) error {
	name, err := k.fill(uid, facts)
	var made *koord.Pod
	if err == nil {
		made, err = k.builder.Pod(k.diagnoses)
	}
	if err == nil {
		defer made.Close()
		if faults, err := made.Faults(); err == nil && faults != "" {
			k.log.Warn("ignoring invalid parts of pod", "pod", name, "uid", uid, "faults", strings.TrimSpace(faults))
		}
		k.known[uid] = true
		return k.agent.SetPod(made)
	}
	if !errors.Is(err, koord.ErrInvalid) && !errors.Is(err, koord.ErrLimit) {
		return err
	}
	k.metrics.unreadable.Inc()
	k.log.Warn("invalid pod is not managed", "pod", name, "uid", uid, "error", sentence(err))
	delete(k.known, uid)
	_, err = k.agent.RemovePod(uid)
	return err
}

// fill sets up the builder with a pod: the API server's version, if the runtime agrees on its
// identity.
func (k *keeper) fill(uid string, facts podFacts) (name string, err error) {
	pod, box := facts.server, facts.runtime
	if pod != nil && box != nil && (pod.Namespace != box.namespace || pod.Name != box.name) {
		if isCopy(pod) { // a pod may claim to be a copy of any pod
			box.fill(k.builder, k.config.NodeName)
			return box.namespace + "/" + box.name, nil
		}
		return box.namespace + "/" + box.name, &koord.Error{Code: koord.ErrInvalid, Message: fmt.Sprintf(
			"the runtime has uid %s as %s/%s, the API server as %s/%s", uid, box.namespace, box.name, pod.Namespace, pod.Name)}
	}
	if pod == nil {
		box.fill(k.builder, k.config.NodeName)
		return box.namespace + "/" + box.name, nil
	}
	name = pod.Namespace + "/" + pod.Name
	if (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) && box != nil {
		running := *pod // its containers have not ended yet
		running.Status.Phase = v1.PodRunning
		pod = &running
	}
	if err := objects.FillPod(k.builder, pod); err != nil {
		return name, err
	}
	k.builder.SetUID(uid) // for a static pod, kubelet's own uid
	return name, nil
}

// sentence returns the message of a library error without its prefix.
func sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// shown returns the first entries of a list as text.
func shown(files []string) string {
	const most = 3
	if len(files) <= most {
		return strings.Join(files, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(files[:most], ", "), len(files)-most)
}

func levelOf(level koord.LogLevel) slog.Level {
	switch level {
	case koord.LogLevelWarning:
		return slog.LevelWarn
	case koord.LogLevelInfo:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}
