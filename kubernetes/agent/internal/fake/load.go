package fake

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"k8s.io/utils/clock"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

const ticksPerSecond = 100 // of /proc/stat

// Load simulates the counters of a node: CPU usage by group, with its own clock.
type Load struct {
	clock.RealClock // except for Now and NewTicker

	t     testing.TB
	Proc  string
	group func(group string) string // returns the file with a group's CPU time
	V2    bool

	mu    sync.Mutex
	at    time.Time
	spent map[string]time.Duration
	ticks chan time.Time
}

const WholeNode = "" // used in place of a control group

func NewLoad(t testing.TB, proc string, group func(string) string) *Load {
	l := &Load{t: t, Proc: proc, group: group, at: time.Unix(1000, 0), spent: map[string]time.Duration{}, ticks: make(chan time.Time)}
	check.OK(t, os.MkdirAll(proc, 0o755))
	return l
}

func (l *Load) Now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// ticker is a ticker of a Load.
type ticker struct{ ticks <-chan time.Time }

func (t ticker) C() <-chan time.Time { return t.ticks }
func (ticker) Stop()                 {}

// NewTicker returns a ticker that ticks when SendTick is called.
func (l *Load) NewTicker(time.Duration) clock.Ticker { return ticker{l.ticks} }

// SendTick returns when a ticker's owner has received a tick.
func (l *Load) SendTick() {
	l.t.Helper()
	select {
	case l.ticks <- l.Now():
	case <-time.After(time.Minute):
		l.t.Fatal("nobody receives the tick")
	}
}

// Pass advances the clock while CPUs are used.
func (l *Load) Pass(span time.Duration, cpus map[string]float64) {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = l.at.Add(span)
	for group, many := range cpus {
		l.spent[group] += time.Duration(many * float64(span))
	}
	for group, spent := range l.spent {
		if group == WholeNode {
			continue
		}
		text := fmt.Sprintln(spent.Nanoseconds())
		if l.V2 {
			text = fmt.Sprintf("usage_usec %d\nuser_usec 1\n", spent.Microseconds())
		}
		check.OK(l.t, os.MkdirAll(filepath.Dir(l.group(group)), 0o755))
		check.OK(l.t, os.WriteFile(l.group(group), []byte(text), 0o644))
	}
	ticks := int64(l.spent[WholeNode] * ticksPerSecond / time.Second)
	// Only the user time of these counts as usage; idle time and waiting for disks do not.
	check.OK(l.t, os.WriteFile(filepath.Join(l.Proc, "stat"), []byte(fmt.Sprintf("cpu  %d 0 0 777%d 88%d 0 0 0 0 0\ncpu0 1 2 3\n", ticks, ticks, ticks)), 0o644))
}
