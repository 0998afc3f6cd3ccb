package nri

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/containerd/nri/pkg/api"
	"github.com/containerd/nri/pkg/stub"
	"github.com/containerd/ttrpc"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/agent/placement"
)

const (
	pluginName          = "koord"
	shortestPause       = 250 * time.Millisecond
	longestPause        = 5 * time.Second
	containersPerReport = 16 // containers in one call, because creations wait for it
	reportAfter         = 50 * time.Millisecond
	reportAgainAfter    = 30 * time.Second
)

// Link is the connection to the runtime. It is re-established whenever it ends, because containerd
// may be restarted.
type Link struct {
	plugin *Plugin
	log    *slog.Logger
	*reporter

	mu         sync.Mutex
	connection stub.Stub // NRI's side of the plugin; nil if not connected
}

// reporter wakes up RunReports.
type reporter struct {
	wake        chan struct{}
	isReporting atomic.Bool // the runtime may be writing placements of an older state
}

// Rounds are the rounds of the keeper.
type Rounds interface {
	Kick()    // requests a round soon
	Recheck() // requests a round that checks the control groups
	// Settle returns when all earlier facts are in force, or the reason for which they cannot be.
	Settle(ctx context.Context, check bool) error
}

// PodEvents reports events of pods.
type PodEvents interface {
	Pod(namespace, name, uid, reason, text string)
}

// New returns a link that has not connected.
func New(config *config.Config, log *slog.Logger, metrics *metrics.Metrics, facts *facts.Store, keeper Rounds, answers *placement.Answers, events PodEvents) *Link {
	reports := &reporter{wake: make(chan struct{}, 1)}
	return &Link{log: log, reporter: reports, plugin: &Plugin{config: config, log: log, metrics: metrics, facts: facts, keeper: keeper, answers: answers,
		events: events, reporter: reports}}
}

// IsConnected reports whether the runtime is connected.
func (l *Link) IsConnected() bool { return l.get() != nil }

// Run maintains the connection until the context ends.
func (l *Link) Run(ctx context.Context) {
	pause, lastError := shortestPause, ""
	for ctx.Err() == nil {
		began := time.Now()
		err := l.connect(ctx)
		l.plugin.metrics.Connected.Set(0)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > longestPause {
			pause, lastError = shortestPause, ""
		}
		if text := message.Text(err); text != lastError {
			lastError = text
			l.log.Warn("cannot connect to the runtime; retrying", "socket", l.plugin.config.NRI.Socket, "error", text)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// connect connects to the runtime and serves it until the connection or the context ends.
func (l *Link) connect(ctx context.Context) error {
	closed := make(chan struct{})
	var once sync.Once
	connection, err := stub.New(l.plugin, stub.WithPluginName(pluginName), stub.WithPluginIdx(l.plugin.config.NRI.Index),
		stub.WithSocketPath(l.plugin.config.NRI.Socket), stub.WithOnClose(func() { once.Do(func() { close(closed) }) }),
		stub.WithFailurePolicy(&api.FailurePolicy{KeepConnected: true, FailRequest: l.plugin.config.OnRefusal == config.OnRefusalRefuse}),
		stub.WithLogger(&nriLog{l.log}))
	if err != nil {
		return err
	}
	defer l.plugin.facts.LoseRuntime()
	if err := connection.Start(ctx); err != nil {
		return err
	}
	l.plugin.limit.Store(int64(connection.RequestTimeout()))
	l.set(connection)
	l.plugin.metrics.Connected.Set(1)
	defer l.set(nil)
	select {
	case <-closed:
		return ttrpc.ErrClosed
	case <-ctx.Done():
		connection.Stop()
		return ctx.Err()
	}
}

func (l *Link) set(to stub.Stub) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.connection = to
}

func (l *Link) get() stub.Stub {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.connection
}

// request asks for a report to the runtime soon.
func (r *reporter) request() {
	select {
	case r.wake <- struct{}{}:
	default: // one is pending already
	}
}

// RunReports reports new placements to the runtime. The containers have been moved already. The
// report updates the runtime's own record, which it writes again with every update, as systemd does
// with every reload. The runtime must not be called within one of its own requests.
func (l *Link) RunReports(ctx context.Context) {
	ticker := time.NewTicker(reportAgainAfter)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		case <-l.plugin.answers.Changes():
		case <-ticker.C:
		}
		select { // batches several changes
		case <-ctx.Done():
			return
		case <-time.After(reportAfter):
		}
		l.reportAll(ctx)
	}
}

// reportAll reports every container whose recorded placement in the runtime differs. The runtime
// may write an outdated placement while a new state comes into force. A container that starts
// meanwhile is therefore checked again, and so are all by the keeper afterwards.
func (l *Link) reportAll(ctx context.Context) {
	connection := l.get()
	if connection == nil {
		return // the next Synchronize reports the runtime's state
	}
	l.isReporting.Store(true)
	defer l.isReporting.Store(false)
	version := l.plugin.answers.Version()
	defer func() {
		if l.plugin.answers.Version() != version {
			l.plugin.keeper.Recheck()
			l.request()
		}
	}()
	outdated := l.outdated(ctx)
	for len(outdated) != 0 && ctx.Err() == nil && l.plugin.answers.Version() == version {
		batch := outdated[:min(containersPerReport, len(outdated))]
		outdated = outdated[len(batch):]
		if !l.reportSome(connection, batch) {
			return
		}
	}
}

// outdatedContainer is a container whose recorded placement in the runtime differs from the current one.
type outdatedContainer struct {
	id            string
	reported, now facts.Place
}

// outdated returns the containers to report.
func (l *Link) outdated(ctx context.Context) []outdatedContainer {
	var out []outdatedContainer
	for _, member := range l.plugin.facts.Members() {
		if member.Name == "" || !member.IsReported {
			continue // sandboxes cannot be updated, and others are not known to the runtime yet
		}
		now, err := l.plugin.answers.Ask(ctx, koord.HookStageUpdateContainer, member.UID, member.Name)
		if err != nil || now.Unknown {
			continue
		}
		if now.CPUs != "" && !now.Unlimited {
			now.Quota = l.plugin.facts.QuotaToRestore(member.UID, member.ID, member.Name)
		}
		if now.Differs(member.Reported) {
			out = append(out, outdatedContainer{member.ID, member.Reported, now.Place})
		}
	}
	return out
}

// reportSome reports some containers in one call. It returns false if the runtime does not answer. If
// the runtime records another placement of a container during the call, that one counts, and the
// container is reported again.
func (l *Link) reportSome(connection stub.Stub, batch []outdatedContainer) (ok bool) {
	updates := make([]*api.ContainerUpdate, len(batch))
	for i, container := range batch {
		updates[i] = updateOf(container.id, container.now)
		updates[i].SetIgnoreFailure() // it may have ended
	}
	failed, err := connection.UpdateContainers(updates)
	if err != nil {
		l.plugin.metrics.ReportedContainers.WithLabelValues("failed").Add(float64(len(batch)))
		l.log.Warn("cannot send updates to the runtime; retrying", "containers", len(batch), "error", message.Text(err))
		return false
	}
	bad := map[string]bool{}
	for _, update := range failed {
		bad[update.GetContainerId()] = true
		l.log.Warn("runtime rejected the update of a container", "container", update.GetContainerId())
	}
	l.plugin.metrics.ReportedContainers.WithLabelValues("failed").Add(float64(len(failed)))
	l.plugin.metrics.ReportedContainers.WithLabelValues("ok").Add(float64(len(batch) - len(failed)))
	for _, container := range batch {
		if bad[container.id] {
			continue
		}
		sent := container.now
		if sent.Quota != 0 {
			l.plugin.facts.ForgetRemovedQuota(container.id)
			sent.Quota = 0
		}
		if l.plugin.facts.ReplaceReported(container.id, container.reported, sent) {
			l.request()
		}
	}
	return true
}
