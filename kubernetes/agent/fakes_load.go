package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const ticksPerSecond = 100 // of /proc/stat

// load simulates the counters of a node: CPU usage by group, with its own clock.
type load struct {
	t     testing.TB
	proc  string
	group func(group string) string // returns the file with a group's CPU time
	v2    bool

	mu    sync.Mutex
	at    time.Time
	spent map[string]time.Duration
}

const wholeNode = "" // used in place of a control group

func newLoad(t testing.TB, proc string, group func(string) string) *load {
	l := &load{t: t, proc: proc, group: group, at: time.Unix(1000, 0), spent: map[string]time.Duration{}}
	ok(t, os.MkdirAll(proc, 0o755))
	return l
}

func (l *load) now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// pass advances the clock while CPUs are used.
func (l *load) pass(span time.Duration, cpus map[string]float64) {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = l.at.Add(span)
	for group, many := range cpus {
		l.spent[group] += time.Duration(many * float64(span))
	}
	for group, spent := range l.spent {
		if group == wholeNode {
			continue
		}
		text := fmt.Sprintln(spent.Nanoseconds())
		if l.v2 {
			text = fmt.Sprintf("usage_usec %d\nuser_usec 1\n", spent.Microseconds())
		}
		ok(l.t, os.MkdirAll(filepath.Dir(l.group(group)), 0o755))
		ok(l.t, os.WriteFile(l.group(group), []byte(text), 0o644))
	}
	ticks := int64(l.spent[wholeNode] * ticksPerSecond / time.Second)
	// Only the user time of these counts as usage; idle time and waiting for disks do not.
	ok(l.t, os.WriteFile(filepath.Join(l.proc, "stat"), []byte(fmt.Sprintf("cpu  %d 0 0 777%d 88%d 0 0 0 0 0\ncpu0 1 2 3\n", ticks, ticks, ticks)), 0o644))
}
