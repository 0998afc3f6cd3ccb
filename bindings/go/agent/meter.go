package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"libkoord.invalid/koord"
)

// userHZ is the kernel's unit of /proc/stat for programs, on every architecture that Kubernetes runs on.
const userHZ = 100

// reading is what counters said at a time.
type reading struct {
	at     time.Time
	node   time.Duration            // CPU time of everything
	groups map[string]time.Duration // CPU time by control group
	waits  map[string]time.Duration // by control group, how long something in it waited for a CPU
}

// used is what was used between two readings, in milli-CPU.
type used struct{ node, pods, notBE int64 }

// odd are the pods that are not in the control group that their class has.
type odd struct{ inBE, elsewhere []string }

// meter reads how much CPU time a node has used. koordctl reads the same (tools/koordctl/node/cpu_time.cc): the library's suppression
// takes numbers and does not measure, so that its caller may, and neither of the two can call the other's language. Groups of QoS
// classes also count what has ended, so that only pods that are in another group than their class would be need to be read one by one.
type meter struct {
	proc   string
	groups *groups
}

// measured are the groups to be read.
type measured struct {
	pods, be string
	odd      odd
	waiters  []string // groups of pods that are not BE
}

// plan says what is to be read. isBE tells whether a pod is treated as BE; those that it does not have are so by their group.
func (m *meter) plan(boxes []box, isBE map[string]bool) (out measured, err error) {
	if out.pods, err = m.groups.pathOf(koord.KubeQOSGuaranteed, "", ""); err != nil {
		return out, err
	}
	if out.be, err = m.groups.pathOf(koord.KubeQOSBestEffort, "", ""); err != nil {
		return out, err
	}
	burstable, err := m.groups.pathOf(koord.KubeQOSBurstable, "", "")
	if err != nil {
		return out, err
	}
	out.waiters = append(out.waiters, burstable)
	for _, one := range boxes {
		be, known := isBE[one.uid]
		if !known {
			be = one.kubeQOS == koord.KubeQOSBestEffort
		}
		inBE := one.kubeQOS == koord.KubeQOSBestEffort
		if be == inBE && (be || one.kubeQOS == koord.KubeQOSBurstable) {
			continue
		}
		path, err := m.groups.pathOf(one.kubeQOS, one.uid, "")
		if err != nil {
			return out, err
		}
		switch {
		case be:
			out.odd.elsewhere = append(out.odd.elsewhere, path)
		case inBE:
			out.odd.inBE = append(out.odd.inBE, path)
			out.waiters = append(out.waiters, path)
		default:
			out.waiters = append(out.waiters, path)
		}
	}
	return out, nil
}

// read reads all of it; groups that are gone are left out, but for those of all pods and of BestEffort.
func (m *meter) read(now time.Time, what *measured, waits bool) (*reading, error) {
	out := &reading{at: now, groups: map[string]time.Duration{}, waits: map[string]time.Duration{}}
	var err error
	if out.node, err = nodeTime(filepath.Join(m.proc, "stat")); err != nil {
		return nil, err
	}
	for _, group := range []string{what.pods, what.be} {
		if out.groups[group], err = m.groupTime(group); err != nil {
			return nil, err
		}
	}
	for _, list := range [][]string{what.odd.inBE, what.odd.elsewhere} {
		for _, group := range list {
			if spent, err := m.groupTime(group); err == nil {
				out.groups[group] = spent
			}
		}
	}
	if waits && m.groups.isV2() {
		for _, group := range what.waiters {
			if waited, err := waitTime(m.groups.fileOf("", group, "cpu.pressure")); err == nil {
				out.waits[group] = waited
			}
		}
	}
	return out, nil
}

// usedSince is what was used between an earlier reading and this one.
func (r *reading) usedSince(before *reading, what *measured) used {
	span := r.at.Sub(before.at)
	if span <= 0 {
		return used{}
	}
	milli := func(spent time.Duration) int64 { return int64(float64(max(0, spent)) / float64(span) * 1000) }
	of := func(group string) time.Duration {
		then, known := before.groups[group]
		if now, there := r.groups[group]; there && known && now >= then {
			return now - then
		}
		return 0 // it is new, or made anew
	}
	be := of(what.be)
	for _, group := range what.odd.inBE {
		be -= of(group)
	}
	for _, group := range what.odd.elsewhere {
		be += of(group)
	}
	pods := of(what.pods)
	return used{node: milli(r.node - before.node), pods: milli(pods), notBE: milli(pods - be)}
}

// waitedSince is the share of the time, in percent, that pods which are not BE waited for CPUs: that of the group that waited
// the most.
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

// groupTime is the CPU time that a group has used.
func (m *meter) groupTime(group string) (time.Duration, error) {
	if m.groups.isV2() {
		text, err := os.ReadFile(m.groups.fileOf("", group, "cpu.stat"))
		if err != nil {
			return 0, err
		}
		return microsOf(string(text), "usage_usec ", m.groups.fileOf("", group, "cpu.stat"))
	}
	path := m.groups.fileOf("cpuacct", group, "cpuacct.usage")
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

// waitTime is how long something in a group has waited for a CPU.
func waitTime(path string) (time.Duration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return microsOf(string(text), "total=", path)
}

// microsOf is the first number after a name, in microseconds.
func microsOf(text, name, path string) (time.Duration, error) {
	_, rest, found := strings.Cut(text, name)
	if number, _, _ := strings.Cut(rest, "\n"); found {
		if micros, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64); err == nil {
			return time.Duration(micros) * time.Microsecond, nil
		}
	}
	return 0, fmt.Errorf("%s: expected %s and microseconds", path, strings.TrimSpace(name))
}

// nodeTime is the CPU time of everything on the node. What the hypervisor gave to others counts: it is not there for pods.
func nodeTime(path string) (time.Duration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	const user, idle, iowait, steal = 1, 4, 5, 8 // guests are within user
	if len(fields) <= steal || fields[0] != "cpu" {
		return 0, fmt.Errorf("%s: found %q, expected the times of all CPUs", path, line)
	}
	var ticks int64
	for i := user; i <= steal; i++ {
		one, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: found %q, expected the times of all CPUs", path, line)
		}
		if i != idle && i != iowait {
			ticks += one
		}
	}
	return time.Duration(ticks) * time.Second / userHZ, nil
}
