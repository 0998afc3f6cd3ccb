// Package placement computes the placement of the node's pods. A keeper takes the facts, moves
// running containers, writes node-state.json and publishes the state, from which requests are
// answered.
package placement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/cgroups"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/agent/suppression"
)

// Keeper owns the library's agent and the control groups. Run's goroutine does all the work. Kick,
// Recheck, Settle, Silent, LastError and the methods of Answers may be called from any goroutine.
type Keeper struct {
	config     *config.Config
	log        *slog.Logger
	metrics    *metrics.Metrics
	facts      *facts.Store
	sources    []FileSource
	events     NodeEvents
	report     func(nrt []byte)
	serverWait time.Duration
	status     func(text string, isReady bool)
	Answers    *Answers
	groups     *cgroups.Groups
	file       *stateFile

	agent       *koord.Agent
	diagnoses   *koord.Diagnostics
	builder     *koord.PodBuilder
	known       map[string]bool   // uids known to the library's agent
	exclusive   map[string]string // exclusive CPUs by uid in the state in force, or of an earlier agent
	generation  uint64            // generation of the state in force
	inForce     bool
	state       *koord.AgentState // the state in force, owned by answers
	suppressor  *suppression.Suppressor
	loggedError string // last error, logged once

	hash    uint64 // hash of the last report
	hasHash bool
	started time.Time // start of Run

	requests chan roundRequest
	probes   probes
}

// probes holds the result of the last attempt of a round for Silent and LastError.
type probes struct {
	mu   sync.Mutex
	last time.Time // end of the last attempt, or the start of Run; zero before
	err  error
}

// record stores the result of an attempt that ended now.
func (p *probes) record(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.err = time.Now(), err
}

// Options has the configuration and the collaborators of a keeper.
type Options struct {
	Config  *config.Config
	Log     *slog.Logger
	Metrics *metrics.Metrics
	Facts   *facts.Store
	Sources []FileSource
	Events  NodeEvents
	// Report receives the NodeResourceTopology when it has changed; nil if it is not reported.
	Report func(nrt []byte)
	// ServerWait limits how long the first round waits for the pods of the API server or kubelet; 0
	// if neither is queried.
	ServerWait time.Duration
	Clock      clock.WithTicker // of the suppression
	// Status receives a description of the placement in force, or the error of a failed round.
	// isReady is true once a placement is in force.
	Status func(text string, isReady bool)
}

// FileSource reads changed files into the facts before each round.
type FileSource interface{ Poll(context.Context) }

// NodeEvents reports events of the node.
type NodeEvents interface{ Node(reason, text string) }

// roundRequest is a request for a round.
type roundRequest struct {
	done  chan error // receives the result of the round; nil if no caller waits
	check bool       // check the control groups even without changes
}

// New returns a keeper that has made no round. It holds the lock of the state file.
func New(ctx context.Context, options Options) (_ *Keeper, err error) {
	settings, log := options.Config, options.Log
	k := &Keeper{config: settings, log: log, metrics: options.Metrics, facts: options.Facts, sources: options.Sources, events: options.Events,
		report: options.Report, serverWait: options.ServerWait, status: options.Status, groups: cgroups.New(settings.Cgroups),
		Answers: newAnswers(sysfsFor(settings), settings.IgnoreKubelet), known: map[string]bool{}, requests: make(chan roundRequest, 64)}
	machine := k.facts.Take().Machine
	if machine == nil {
		return nil, errors.New("the machine is not known")
	}
	if k.file, err = openStateFile(ctx, settings.StateFile, settings.Host.Proc); err != nil {
		return nil, fmt.Errorf("stateFile: %w", err)
	}
	defer func() {
		if err != nil {
			k.Close()
		}
	}()
	if k.diagnoses, err = koord.NewDiagnostics(); err != nil {
		return nil, err
	}
	k.diagnoses.SetLog(func(level koord.LogLevel, message string) { log.Log(ctx, levelOf(level), message, "from", "libkoord") })
	if k.builder, err = koord.NewPodBuilder(); err != nil {
		return nil, err
	}
	if k.agent, err = koord.NewAgent(k.diagnoses, machine, settings.Options()); err != nil {
		return nil, err
	}
	// A minimal Node is used until the API server provides one.
	node, err := k.nodeText([]byte(fmt.Sprintf(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q}}`, settings.NodeName)))
	if err != nil {
		return nil, err
	}
	if err := k.agent.SetNode(node); err != nil {
		return nil, err
	}
	k.suppressor = suppression.New(settings, log, k.facts, k.agent, k.groups, k.metrics, options.Clock)
	return k, k.loadState(ctx)
}

// sysfsFor returns the directory for looking up device nodes of RDMA devices, or "" if they are not
// used.
func sysfsFor(config *config.Config) string {
	if config.RDMA == "none" {
		return ""
	}
	return config.Host.Root
}

// loadState publishes the placement of an earlier agent until this one has computed its own.
func (k *Keeper) loadState(ctx context.Context) error {
	before, err := k.file.load(ctx)
	if err != nil {
		k.log.Warn("node-state.json is not usable and will be replaced", "file", k.file.path, "error", message.Text(err))
	}
	if before == nil {
		return nil
	}
	err = k.agent.SetState(before)
	if err == nil {
		err = k.suppressor.Recall(before)
	}
	if err == nil {
		k.exclusive, err = exclusiveCPUs(before)
	}
	if err != nil {
		_ = before.Close()
		return err
	}
	return k.Answers.publish(before)
}

// exclusiveCPUs returns the CPUs of pods with exclusive CPUs by uid.
func exclusiveCPUs(state *koord.AgentState) (map[string]string, error) {
	pods, err := state.Pods(0)
	out := map[string]string{}
	for _, pod := range pods {
		if pod.Place == koord.AgentPlaceExclusive && pod.Container == "" {
			out[pod.UID] = pod.Set.String()
		}
	}
	return out, err
}

// Close releases the lock of the state file and all objects of the library. Call it after Run has
// ended.
func (k *Keeper) Close() {
	k.Answers.close()
	k.groups.Close()
	_ = k.agent.Close()
	_ = k.builder.Close()
	_ = k.diagnoses.Close()
	k.file.close()
}

// Kick requests a round soon.
func (k *Keeper) Kick() {
	select {
	case k.requests <- roundRequest{}:
	default: // one is pending already
	}
}

// Recheck requests a round that checks the control groups.
func (k *Keeper) Recheck() {
	select {
	case k.requests <- roundRequest{check: true}:
	default: // the next check is due soon
	}
}

// Settle returns when all earlier facts are in force, or the reason for which they cannot be.
func (k *Keeper) Settle(ctx context.Context, check bool) error {
	done := make(chan error, 1)
	select {
	case k.requests <- roundRequest{done: done, check: check}:
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

// Run makes rounds until the context ends.
func (k *Keeper) Run(ctx context.Context) {
	k.started = time.Now()
	k.probes.record(errNotReady)
	late := time.NewTimer(k.serverWait) // then proceed without the API server
	defer late.Stop()
	ticker := time.NewTicker(k.config.Interval.Duration)
	defer ticker.Stop()
	measure, stop := k.suppressor.Ticker()
	defer stop()
	var waiting []roundRequest
	for {
		check := false
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			check = true
		case <-late.C:
		case <-measure:
			if k.inForce {
				k.suppressor.Step(ctx, k.state)
			}
		case request := <-k.requests:
			waiting = append(waiting, request)
		}
		waiting = k.serve(ctx, append(waiting, k.pending()...), check)
	}
}

// pending returns the requests that have arrived meanwhile.
func (k *Keeper) pending() (out []roundRequest) {
	for {
		select {
		case request := <-k.requests:
			out = append(out, request)
		default:
			return out
		}
	}
}

// serve makes one round for all requests, and returns those that continue to wait, because no round
// is possible yet.
func (k *Keeper) serve(ctx context.Context, waiting []roundRequest, check bool) []roundRequest {
	check = check || k.config.NRI.Use == config.NRINever // nothing else places containers that have started
	for _, request := range waiting {
		check = check || request.check
	}
	err := k.tryRound(ctx, check)
	if errors.Is(err, errNotReady) {
		return slices.DeleteFunc(waiting, func(request roundRequest) bool { return request.done == nil })
	}
	for _, request := range waiting {
		if request.done != nil {
			request.done <- err
		}
	}
	return waiting[:0]
}

var errNotReady = errors.New("the pod list has not been synced from the runtime, the API server or kubelet yet")

// tryRound makes a round. A repeated error is logged once.
func (k *Keeper) tryRound(ctx context.Context, check bool) error {
	for _, source := range k.sources {
		source.Poll(ctx)
	}
	if !k.facts.Ready(time.Since(k.started) < k.serverWait) {
		k.probes.record(errNotReady)
		return errNotReady
	}
	began := time.Now()
	err := k.round(ctx, check)
	k.metrics.Round(began, err)
	k.probes.record(err)
	if err == nil {
		k.suppressor.EndQuota()
	}
	switch {
	case err == nil && k.loggedError != "":
		k.log.Info("rounds succeed again")
		k.loggedError = ""
		k.status(k.summary(), true)
	case err != nil && k.loggedError != message.Text(err):
		k.loggedError = message.Text(err)
		k.log.Error("round failed; earlier placements stay in force; retrying", "error", k.loggedError)
		k.events.Node("KoordRoundFailed", k.loggedError)
		k.status(k.loggedError, k.inForce)
	}
	return err
}

// Silent returns the time since the last attempt of a round ended, or since Run started if none has
// ended. An attempt also ends if the pods are not known yet. Returns 0 before Run.
func (k *Keeper) Silent() time.Duration {
	k.probes.mu.Lock()
	defer k.probes.mu.Unlock()
	if k.probes.last.IsZero() {
		return 0
	}
	return time.Since(k.probes.last)
}

// LastError returns the reason for which pods are currently not placed.
func (k *Keeper) LastError() error {
	k.probes.mu.Lock()
	defer k.probes.mu.Unlock()
	if k.probes.last.IsZero() {
		return errNotReady
	}
	return k.probes.err
}

// round computes the placement, moves running containers, writes node-state.json and publishes the
// state, in this order. With check it examines the control groups even without changes, because
// others may have modified them.
func (k *Keeper) round(ctx context.Context, check bool) error {
	if check {
		k.reap(ctx)
	}
	taken := k.facts.Take()
	if err := k.feed(taken); err != nil {
		k.facts.PutBack(taken)
		return err
	}
	info, err := k.agent.Info()
	if err != nil {
		return err
	}
	changed := !k.inForce || info.Generation != k.generation
	if !changed {
		// The report also has memory and devices of kubelet, on which no placement depends.
		if hash, err := k.agent.Hash(); err == nil {
			k.reportIfNew(hash)
		}
	}
	if !changed && !check {
		return nil
	}
	state, err := k.agent.Snapshot()
	if err != nil {
		return err
	}
	var out cgroups.Moved
	if err := k.enforce(ctx, state, &out); err != nil {
		_ = state.Close()
		return err
	}
	k.metrics.Writes.Add(float64(out.Writes))
	if !changed {
		if out.Writes != 0 {
			k.log.Info("control groups were changed by another process", "writes", out.Writes, "files", message.List(out.Files))
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
func (k *Keeper) enforce(ctx context.Context, state *koord.AgentState, out *cgroups.Moved) error {
	if err := k.groups.Apply(ctx, state, k.facts.Members(), out); err != nil {
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
	return k.groups.Apply(ctx, state, k.facts.Members(), out)
}

func (k *Keeper) published(state *koord.AgentState, info koord.AgentInfo, out cgroups.Moved) error {
	if err := k.Answers.publish(state); err != nil {
		return err
	}
	k.generation, k.inForce, k.state = info.Generation, true, state
	k.metrics.State(state, info)
	hash, err := k.agent.Hash()
	k.log.Info("placement updated", "generation", info.Generation, "pods", info.Pods, "shared", k.Answers.SharedPool(), "writes", out.Writes,
		"files", message.List(out.Files), "report", fmt.Sprintf("%016x", hash))
	k.status(k.summary(), true)
	if err == nil {
		k.reportIfNew(hash)
	}
	k.exclusive, err = exclusiveCPUs(state)
	return err
}

// summary describes the state in force in a few words.
func (k *Keeper) summary() string {
	info, err := k.agent.Info()
	if err != nil {
		return message.Text(err)
	}
	return fmt.Sprintf("%d pods, shared pool %s", info.Pods, k.Answers.SharedPool())
}

// reportIfNew updates the node's report if its hash has changed.
func (k *Keeper) reportIfNew(hash uint64) {
	if k.report == nil || k.hasHash && hash == k.hash {
		return
	}
	k.applyDocument("the report", func() error {
		text, err := k.agent.NRT()
		if err == nil {
			k.hash, k.hasHash = hash, true
			k.report(text)
		}
		return err
	})
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
