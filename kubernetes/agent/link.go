package agent

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
)

const (
	pluginName     = "koord"
	shortestPause  = 250 * time.Millisecond
	longestPause   = 5 * time.Second
	mostTold       = 16 // containers in one call, because creations wait for it
	tellAfter      = 50 * time.Millisecond
	tellAgainAfter = 30 * time.Second
)

// link is the connection to the runtime. It is re-established whenever it ends, because containerd
// may be restarted.
type link struct {
	plugin *plugin
	log    *slog.Logger
	*teller

	mu         sync.Mutex
	connection stub.Stub // NRI's side of the plugin; nil if not connected
}

// disconnect ends the connection, as a runtime that ends does. It is made again.
func (l *link) disconnect() {
	if connection := l.get(); connection != nil {
		connection.Stop()
	}
}

// teller requests reports to the runtime.
type teller struct {
	wake    chan struct{}
	telling atomic.Bool // the runtime may be writing placements of an older state
}

// rounds are the rounds of the keeper.
type rounds interface {
	kick()    // requests a round soon
	recheck() // requests a round that checks the control groups
	// settle returns when all earlier facts are in force, or the reason for which they cannot be.
	settle(ctx context.Context, check bool) error
}

// podEvents reports events of pods.
type podEvents interface {
	pod(namespace, name, uid, reason, text string)
}

// newLink returns a link that has not connected.
func newLink(config *Config, log *slog.Logger, metrics *metrics, facts *Facts, keeper rounds, answers *Answers, events podEvents) *link {
	tell := &teller{wake: make(chan struct{}, 1)}
	return &link{log: log, teller: tell, plugin: &plugin{config: config, log: log, metrics: metrics, facts: facts, keeper: keeper, answers: answers,
		events: events, teller: tell}}
}

// isConnected reports whether the runtime is connected.
func (l *link) isConnected() bool { return l.get() != nil }

// run maintains the connection until the context ends.
func (l *link) run(ctx context.Context) {
	pause, trouble := shortestPause, ""
	for ctx.Err() == nil {
		began := time.Now()
		err := l.once(ctx)
		l.plugin.metrics.connected.Set(0)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > longestPause {
			pause, trouble = shortestPause, ""
		}
		if text := sentence(err); text != trouble {
			trouble = text
			l.log.Warn("cannot connect to the runtime; retrying", "socket", l.plugin.config.NRI.Socket, "error", text)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

func (l *link) once(ctx context.Context) error {
	closed := make(chan struct{})
	var once sync.Once
	made, err := stub.New(l.plugin, stub.WithPluginName(pluginName), stub.WithPluginIdx(l.plugin.config.NRI.Index),
		stub.WithSocketPath(l.plugin.config.NRI.Socket), stub.WithOnClose(func() { once.Do(func() { close(closed) }) }),
		stub.WithFailurePolicy(&api.FailurePolicy{KeepConnected: true, FailRequest: l.plugin.config.OnRefusal == OnRefusalRefuse}),
		stub.WithLogger(&nriLog{l.log}))
	if err != nil {
		return err
	}
	if err := made.Start(ctx); err != nil {
		return err
	}
	l.plugin.limit.Store(int64(made.RequestTimeout()))
	l.set(made)
	l.plugin.metrics.connected.Set(1)
	defer l.set(nil)
	select {
	case <-closed:
		return ttrpc.ErrClosed
	case <-ctx.Done():
		made.Stop()
		return ctx.Err()
	}
}

func (l *link) set(to stub.Stub) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.connection = to
}

func (l *link) get() stub.Stub {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.connection
}

// tell requests a report to the runtime soon.
func (t *teller) tell() {
	select {
	case t.wake <- struct{}{}:
	default: // one is pending already
	}
}

// runTeller reports new placements to the runtime. The containers have been moved already. The
// report updates the runtime's own record, which it writes again with every update, as systemd does
// with every reload. The runtime must not be called within one of its own requests.
func (l *link) runTeller(ctx context.Context) {
	ticker := time.NewTicker(tellAgainAfter)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		case <-l.plugin.answers.changes():
		case <-ticker.C:
		}
		select { // batches several changes
		case <-ctx.Done():
			return
		case <-time.After(tellAfter):
		}
		l.tellAll(ctx)
	}
}

// tellAll reports every container whose recorded placement in the runtime differs. The runtime may
// write an outdated placement while a new state comes into force. A container that starts meanwhile
// is therefore checked again, and so are all by the keeper afterwards.
func (l *link) tellAll(ctx context.Context) {
	connection := l.get()
	if connection == nil {
		return // the next Synchronize reports the runtime's state
	}
	l.telling.Store(true)
	defer l.telling.Store(false)
	of := l.plugin.answers.which()
	defer func() {
		if l.plugin.answers.which() != of {
			l.plugin.keeper.recheck()
			l.tell()
		}
	}()
	behind := l.behind(ctx)
	for len(behind) != 0 && ctx.Err() == nil && l.plugin.answers.which() == of {
		piece := behind[:min(mostTold, len(behind))]
		behind = behind[len(piece):]
		if !l.tellPiece(connection, piece) {
			return
		}
	}
}

// behind returns the containers whose recorded placement in the runtime differs, with the current
// one.
func (l *link) behind(ctx context.Context) []member {
	var out []member
	for _, one := range l.plugin.facts.members() {
		if one.name == "" || !one.wasTold {
			continue // sandboxes cannot be updated, and others are not known to the runtime yet
		}
		now, err := l.plugin.answers.ask(ctx, koord.HookStageUpdateContainer, one.uid, one.name)
		if err != nil || now.unknown {
			continue
		}
		if now.cpus != "" && !now.unlimited {
			now.quota = l.plugin.facts.owed(one.uid, one.id, one.name)
		}
		if now.differs(one.told) {
			one.told = now.place
			out = append(out, one)
		}
	}
	return out
}

func (l *link) tellPiece(connection stub.Stub, piece []member) (ok bool) {
	updates := make([]*api.ContainerUpdate, len(piece))
	for i, one := range piece {
		updates[i] = updateOf(one.id, one.told)
		updates[i].SetIgnoreFailure() // it may have ended
	}
	failed, err := connection.UpdateContainers(updates)
	if err != nil {
		l.plugin.metrics.tells.WithLabelValues("failed").Add(float64(len(piece)))
		l.log.Warn("cannot send updates to the runtime; retrying", "containers", len(piece), "error", sentence(err))
		return false
	}
	bad := map[string]bool{}
	for _, one := range failed {
		bad[one.GetContainerId()] = true
		l.log.Warn("runtime rejected the update of a container", "container", one.GetContainerId())
	}
	l.plugin.metrics.tells.WithLabelValues("failed").Add(float64(len(failed)))
	l.plugin.metrics.tells.WithLabelValues("ok").Add(float64(len(piece) - len(failed)))
	for _, one := range piece {
		if bad[one.id] {
			continue
		}
		if one.told.quota != 0 {
			l.plugin.facts.unlift(one.id)
			one.told.quota = 0
		}
		l.plugin.facts.retell(one.id, one.told)
	}
	return true
}
