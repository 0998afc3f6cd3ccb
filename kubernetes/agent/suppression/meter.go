package suppression

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/cgroups"
	"libkoord.invalid/koord/kubernetes/agent/facts"
)

// userHZ is the unit of /proc/stat for programs, on every architecture that Kubernetes supports.
const userHZ = 100

// reading holds the values of the counters at one time.
type reading struct {
	at     time.Time
	node   time.Duration            // CPU time of the whole node
	groups map[string]time.Duration // CPU time by control group
	// by control group: the time during which a task in it waited for a CPU
	waits map[string]time.Duration
}

// used is the usage between two readings, in milli-CPU.
type used struct{ node, pods, notBE int64 }

// misplaced are the control groups of pods outside the group of their class.
type misplaced struct{ inBE, elsewhere []string }

// meter reads the CPU time used by a node. koordctl does the same
// (tools/koordctl/node/cpu_time.cc). The library's suppression only takes measured values, so that
// its caller can choose how to measure, and this Go code and koordctl's C++ code cannot call each
// other. The groups of QoS classes also count pods that have ended. Only pods outside the group of
// their class are read one by one.
type meter struct {
	proc   string
	groups *cgroups.Groups
}

// measuredGroups are the groups to read.
type measuredGroups struct {
	pods, be  string
	misplaced misplaced
	waiters   []string // groups of pods that are not BE
}

// plan returns the groups to read. isBE states which pods are treated as BE; for others their group
// decides.
func (m *meter) plan(sandboxes []facts.RunningSandbox, isBE map[string]bool) (out measuredGroups, err error) {
	if out.pods, err = m.groups.Path(koord.KubeQOSGuaranteed, "", ""); err != nil {
		return out, err
	}
	if out.be, err = m.groups.Path(koord.KubeQOSBestEffort, "", ""); err != nil {
		return out, err
	}
	burstable, err := m.groups.Path(koord.KubeQOSBurstable, "", "")
	if err != nil {
		return out, err
	}
	out.waiters = append(out.waiters, burstable)
	for _, sandbox := range sandboxes {
		be, known := isBE[sandbox.UID]
		if !known {
			be = sandbox.KubeQOS == koord.KubeQOSBestEffort
		}
		inBE := sandbox.KubeQOS == koord.KubeQOSBestEffort
		if be == inBE && (be || sandbox.KubeQOS == koord.KubeQOSBurstable) {
			continue
		}
		path, err := m.groups.Path(sandbox.KubeQOS, sandbox.UID, "")
		if err != nil {
			return out, err
		}
		switch {
		case be:
			out.misplaced.elsewhere = append(out.misplaced.elsewhere, path)
		case inBE:
			out.misplaced.inBE = append(out.misplaced.inBE, path)
			out.waiters = append(out.waiters, path)
		default:
			out.waiters = append(out.waiters, path)
		}
	}
	return out, nil
}

// read reads all groups. Missing groups are left out, except those of all pods and of BestEffort.
func (m *meter) read(now time.Time, groups *measuredGroups, waits bool) (*reading, error) {
	out := &reading{at: now, groups: map[string]time.Duration{}, waits: map[string]time.Duration{}}
	var err error
	if out.node, err = nodeTime(filepath.Join(m.proc, "stat")); err != nil {
		return nil, err
	}
	for _, group := range []string{groups.pods, groups.be} {
		if out.groups[group], err = m.groupTime(group); err != nil {
			return nil, err
		}
	}
	for _, list := range [][]string{groups.misplaced.inBE, groups.misplaced.elsewhere} {
		for _, group := range list {
			if spent, err := m.groupTime(group); err == nil {
				out.groups[group] = spent
			}
		}
	}
	if waits && m.groups.IsV2() {
		for _, group := range groups.waiters {
			if waited, err := waitTime(m.groups.File("", group, "cpu.pressure")); err == nil {
				out.waits[group] = waited
			}
		}
	}
	return out, nil
}

// usedSince returns the usage between an earlier reading and this one.
func (r *reading) usedSince(before *reading, groups *measuredGroups) used {
	span := r.at.Sub(before.at)
	if span <= 0 {
		return used{}
	}
	milli := func(spent time.Duration) int64 { return int64(float64(max(0, spent)) / float64(span) * 1000) }
	spent := func(group string) time.Duration {
		then, known := before.groups[group]
		if now, exists := r.groups[group]; exists && known && now >= then {
			return now - then
		}
		return 0 // the group is new or was created again
	}
	be := spent(groups.be)
	for _, group := range groups.misplaced.inBE {
		be -= spent(group)
	}
	for _, group := range groups.misplaced.elsewhere {
		be += spent(group)
	}
	pods := spent(groups.pods)
	return used{node: milli(r.node - before.node), pods: milli(pods), notBE: milli(pods - be)}
}

// waitedSince returns the share of the time, in percent, during which pods other than BE waited for
// CPUs: that of the group that waited the most.
func (r *reading) waitedSince(before *reading) float64 {
	span, most := r.at.Sub(before.at), 0.0
	if span <= 0 {
		return 0
	}
	for group, now := range r.waits {
		if then, known := before.waits[group]; known {
			most = max(most, 100*float64(now-then)/float64(span))
		}
	}
	return most
}

// groupTime returns the CPU time used by a group.
func (m *meter) groupTime(group string) (time.Duration, error) {
	if m.groups.IsV2() {
		text, err := os.ReadFile(m.groups.File("", group, "cpu.stat"))
		if err != nil {
			return 0, err
		}
		return microsOf(string(text), "usage_usec ", m.groups.File("", group, "cpu.stat"))
	}
	path := m.groups.File("cpuacct", group, "cpuacct.usage")
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	spent, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: found %q, expected nanoseconds", path, strings.TrimSpace(string(text)))
	}
	return time.Duration(spent), nil
}

// waitTime returns the time during which a task in a group waited for a CPU.
func waitTime(path string) (time.Duration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return microsOf(string(text), "total=", path)
}

// microsOf returns the first number after a name, in microseconds.
func microsOf(text, name, path string) (time.Duration, error) {
	_, rest, found := strings.Cut(text, name)
	if number, _, _ := strings.Cut(rest, "\n"); found {
		if micros, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64); err == nil {
			return time.Duration(micros) * time.Microsecond, nil
		}
	}
	return 0, fmt.Errorf("%s: expected %s and microseconds", path, strings.TrimSpace(name))
}

// nodeTime returns the CPU time that the node used. Stolen time counts as used, because pods cannot
// have it.
func nodeTime(path string) (time.Duration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	const user, idle, iowait, steal = 1, 4, 5, 8 // guest time is part of user time
	if len(fields) <= steal || fields[0] != "cpu" {
		return 0, fmt.Errorf("%s: found %q, expected the times of all CPUs", path, line)
	}
	var ticks int64
	for i := user; i <= steal; i++ {
		count, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: found %q, expected the times of all CPUs", path, line)
		}
		if i != idle && i != iowait {
			ticks += count
		}
	}
	return time.Duration(ticks) * time.Second / userHZ, nil
}
