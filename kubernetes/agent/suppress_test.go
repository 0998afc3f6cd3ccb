package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
)

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
	ticks := int64(l.spent[wholeNode] * userHZ / time.Second)
	// Only the user time of these counts as usage; idle time and waiting for disks do not.
	ok(l.t, os.WriteFile(filepath.Join(l.proc, "stat"), []byte(fmt.Sprintf("cpu  %d 0 0 777%d 88%d 0 0 0 0 0\ncpu0 1 2 3\n", ticks, ticks, ticks)), 0o644))
}

// newLoadedNode has 16 CPUs, of which kubelet reserves two, and a test clock.
func newLoadedNode(t *testing.T, policy string) (*node, *load) {
	n := newRuntime(t, "numa:2 core:8 pu:1", func(c *Config) {
		c.Suppression = Suppression{Policy: policy, Interval: metav1.Duration{Duration: time.Minute}, MinimumPercent: 10}
		c.Host.Proc = filepath.Join(filepath.Dir(c.StateFile), "proc")
		ok(t, os.WriteFile(filepath.Join(c.Kubelet.Directory, "config.yaml"), []byte("reservedSystemCPUs: 0-1\n"), 0o644))
	})
	l := newLoad(t, n.config.Host.Proc, func(group string) string { return filepath.Join(n.tree.root, "cpuacct", group, "cpuacct.usage") })
	l.pass(time.Second, map[string]float64{wholeNode: 0, "kubepods": 0, "kubepods/besteffort": 0})
	n.tree.write("kubepods/besteffort", "cpu.cfs_period_us", "100000")
	n.host.now = l.now
	n.start()
	return n, l
}

// measure makes the agent measure once, and returns when the result is in force.
func (n *node) measure() {
	n.t.Helper()
	ok(n.t, n.agent.keeper.measure(n.t.Context()))
}

// measureAfter measures after a time during which CPUs were used.
func (n *node) measureAfter(l *load, span time.Duration, cpus map[string]float64) {
	n.t.Helper()
	l.pass(span, cpus)
	n.measure()
}

// comesTo waits until a pod is on these CPUs: the runtime may have applied an earlier report at the
// same time.
func (n *node) comesTo(p podOf, cpus string) {
	n.t.Helper()
	waitFor(n.t, p.name+" on CPUs "+cpus, func() bool { return n.cpus(p, "main") == cpus })
}

var (
	busyLS = map[string]float64{wholeNode: 11, "kubepods": 10, "kubepods/besteffort": 4}
	idleLS = map[string]float64{wholeNode: 5, "kubepods": 4, "kubepods/besteffort": 4}
)

// BE pods release CPUs at once, use the CPUs that kubelet reserves first and never those of LSE
// pods, and grow step by step after other pods have been idle for a while.
func TestSuppressionByCPUs(t *testing.T) {
	n, l := newLoadedNode(t, SuppressCPUs)
	be, ls := podOf{name: "be", qos: "BE", class: "besteffort"}, podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}
	n.run(be)
	n.run(ls)
	n.run(podOf{name: "lse", qos: "LSE", milli: 2000, claim: "8-9"})
	n.measure()
	n.comesTo(be, "0-7,10-15") // one reading is not sufficient
	n.measureAfter(l, 2*time.Second, busyLS)
	// 65 % of 16 CPUs, minus 6 of other pods and 2 reserved ones: 2.4 CPUs, rounded to whole ones.
	n.comesTo(be, "0-2")
	n.comesTo(ls, "0-7,10-15")
	if got := n.tree.read("kubepods/besteffort", "cpuset.cpus"); got != "0-2" {
		t.Errorf("the group of BestEffort is on CPUs %s", got)
	}
	late := podOf{name: "late", qos: "BE", class: "besteffort"}
	n.run(late) // starts on the CPUs of other BE pods
	n.comesTo(late, "0-2")
	for _, one := range []struct {
		after time.Duration
		want  string
	}{{2 * time.Second, "0-2"}, {9 * time.Second, "0-2"}, {2 * time.Second, "0-3,10"}, {2 * time.Second, "0-4,10-11"}} {
		n.measureAfter(l, one.after, idleLS)
		n.comesTo(be, one.want) // at most a tenth of the node at a time
	}
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-2")
	n.measureAfter(l, 2*time.Second, idleLS)
	n.comesTo(be, "0-2") // the waiting time starts again
}

// The BE pool follows its pool again when no restriction is left.
func TestSuppressionEnds(t *testing.T) {
	n, l := newLoadedNode(t, SuppressCPUs)
	n.config.Suppression.ThresholdPercent = 100
	be, lse := podOf{name: "be", qos: "BE", class: "besteffort"}, podOf{name: "lse", qos: "LSE", milli: 2000, claim: "8-9"}
	n.run(be)
	n.run(lse)
	n.measure()
	n.measureAfter(l, 2*time.Second, busyLS)
	if got := n.cpus(be, "main"); got == "0-7,10-15" {
		t.Fatal(got)
	}
	for range 10 {
		n.measureAfter(l, 20*time.Second, map[string]float64{wholeNode: 0})
	}
	n.comesTo(be, "0-7,10-15")
	n.end(lse)
	n.settle()
	n.comesTo(be, "0-15")
}

// An agent that restarts continues with the current restriction, or ends it if it is switched off.
func TestSuppressionAndRestart(t *testing.T) {
	n, l := newLoadedNode(t, SuppressCPUs)
	be := podOf{name: "be", qos: "BE", class: "besteffort"}
	n.run(be)
	n.measure()
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-1,8")
	n.kill()
	n.startAgain(at{be, "0-1,8"})
	n.kill()
	n.config.Suppression.Policy = SuppressNone
	n.startAgain(at{be, "0-15"})
}

func TestSuppressionByQuota(t *testing.T) {
	n, l := newLoadedNode(t, SuppressQuota)
	be := podOf{name: "be", qos: "BE", class: "besteffort"}
	n.run(be)
	quota := func(want string) {
		t.Helper()
		n.measure()
		if got := n.tree.read("kubepods/besteffort", "cpu.cfs_quota_us"); got != want {
			t.Errorf("quota %s, expected %s", got, want)
		}
	}
	quota("-1")
	l.pass(2*time.Second, busyLS)
	quota("240000")
	n.comesTo(be, "0-15")
	l.pass(2*time.Second, idleLS)
	quota("240000")
	l.pass(10*time.Second, idleLS)
	quota("400000") // by a tenth of the node
	// The kernel accepts no quota below that of a nested group.
	n.tree.write(be.group(), "cpu.cfs_quota_us", "150000")
	n.tree.write(be.group(), "cpu.cfs_period_us", "50000")
	n.measureAfter(l, 2*time.Second, busyLS)
	quota("300000")
	n.tree.write(be.group(), "cpu.cfs_quota_us", "-1")
	n.measureAfter(l, 2*time.Second, busyLS)
	quota("240000")
	n.tree.write("kubepods/besteffort", "cpu.cfs_period_us", "50000")
	n.tree.write("kubepods/besteffort", "cpu.cfs_quota_us", "50000")
	n.measureAfter(l, 2*time.Second, idleLS)
	l.pass(10*time.Second, idleLS)
	quota("260000") // in the period that the agent writes
	n.kill()
	n.config.Suppression.Policy = SuppressNone
	n.startAgain()
	if got := n.tree.read("kubepods/besteffort", "cpu.cfs_quota_us"); got != "-1" {
		t.Errorf("quota %s after suppression was switched off", got)
	}
	n.tree.write("kubepods/besteffort", "cpu.cfs_quota_us", "300000")
	n.kill()
	n.startAgain()
	if got := n.tree.read("kubepods/besteffort", "cpu.cfs_quota_us"); got != "300000" {
		t.Errorf("quota %s: it was another's", got)
	}
}

// In the first stage of a takeover nothing is written, and a failed measurement changes nothing.
func TestSuppressionThatMustNotAct(t *testing.T) {
	n, l := newLoadedNode(t, SuppressCPUs)
	be := podOf{name: "be", qos: "BE", class: "besteffort"}
	n.run(be)
	n.measure()
	l.pass(2*time.Second, busyLS)
	ok(t, os.Remove(filepath.Join(n.config.Host.Proc, "stat")))
	n.measure()
	n.comesTo(be, "0-15")
	n.measureAfter(l, 2*time.Second, busyLS) // the first reading after an outage has no predecessor
	n.comesTo(be, "0-15")
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-1,8")
	config := &Config{IgnoreKubelet: true, Suppression: Suppression{Policy: SuppressQuota}}
	if (&suppressor{config: config}).isOn() {
		t.Error("suppression in the first stage of a takeover")
	}
}

// newTreeV2 imitates kubelet's control groups of version 2.
func newTreeV2(t *testing.T) *groups {
	mount := t.TempDir()
	ok(t, os.WriteFile(filepath.Join(mount, "cgroup.controllers"), []byte("cpuset cpu memory\n"), 0o644))
	for _, group := range []string{"", "/kubepods-burstable.slice", "/kubepods-besteffort.slice"} {
		path := filepath.Join(mount, "kubepods.slice"+group)
		ok(t, os.MkdirAll(path, 0o755))
		for name, text := range map[string]string{"cpuset.cpus": "", "cpuset.cpus.effective": "0-15", "cgroup.controllers": "cpuset cpu",
			"cpu.max": "max 100000"} {
			ok(t, os.WriteFile(filepath.Join(path, name), []byte(text+"\n"), 0o644))
		}
	}
	g := &groups{config: CgroupConfig{Mount: mount, Driver: "systemd", Version: "2"}}
	_, err := g.get(context.Background())
	ok(t, err)
	t.Cleanup(g.close)
	return g
}

// Usage of pods other than BE is read from the groups of classes, except for pods outside the group
// of their class.
func TestUseOfPodsInOtherGroups(t *testing.T) {
	g := newTreeV2(t)
	l := newLoad(t, t.TempDir(), func(group string) string { return g.fileOf("", group, "cpu.stat") })
	l.v2 = true
	m := meter{l.proc, g}
	what, err := m.plan([]box{{uid: "a", kubeQOS: koord.KubeQOSBestEffort}, {uid: "b", kubeQOS: koord.KubeQOSBurstable},
		{uid: "c", kubeQOS: koord.KubeQOSBestEffort}, {uid: "d", kubeQOS: koord.KubeQOSGuaranteed}, {uid: "e", kubeQOS: koord.KubeQOSBurstable}},
		map[string]bool{"a": false, "b": true, "c": true, "d": false})
	ok(t, err)
	if len(what.odd.inBE) != 1 || len(what.odd.elsewhere) != 1 || len(what.waiters) != 3 {
		t.Fatalf("%+v", what)
	}
	be, lsInBE, beInBurstable := "kubepods.slice/kubepods-besteffort.slice", what.odd.inBE[0], what.odd.elsewhere[0]
	if !strings.HasPrefix(lsInBE, be+"/") || !strings.Contains(beInBurstable, "burstable") {
		t.Fatalf("%+v", what)
	}
	l.pass(time.Second, map[string]float64{wholeNode: 1, "kubepods.slice": 1, be: 1, lsInBE: 1, beInBurstable: 1})
	before, err := m.read(l.now(), &what, false)
	ok(t, err)
	l.pass(4*time.Second, map[string]float64{wholeNode: 9, "kubepods.slice": 8, be: 3, lsInBE: 1, beInBurstable: 0.5})
	now, err := m.read(l.now(), &what, false)
	ok(t, err)
	if got := now.usedSince(before, &what); got != (used{node: 9000, pods: 8000, notBE: 5500}) {
		t.Errorf("%+v", got)
	}
	// A group that was created again counts from its second reading on.
	before.groups[what.be] = 1 << 50
	if got := now.usedSince(before, &what); got.notBE != 8500 {
		t.Errorf("%+v", got)
	}
}

// BE pods do not grow while other pods wait for CPUs.
func TestPressure(t *testing.T) {
	g := newTreeV2(t)
	l := newLoad(t, t.TempDir(), func(group string) string { return g.fileOf("", group, "cpu.stat") })
	m := meter{l.proc, g}
	l.v2 = true
	what, err := m.plan(nil, nil)
	ok(t, err)
	pressure := g.fileOf("", "kubepods.slice/kubepods-burstable.slice", "cpu.pressure")
	read := func(total int) *reading {
		l.pass(10*time.Second, map[string]float64{wholeNode: 1, "kubepods.slice": 1, "kubepods.slice/kubepods-besteffort.slice": 1})
		ok(t, os.WriteFile(pressure, []byte(fmt.Sprintf("some avg10=99.00 avg60=0.00 avg300=0.00 total=%d\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n", total)), 0o644))
		out, err := m.read(l.now(), &what, true)
		ok(t, err)
		return out
	}
	before := read(5_000_000)
	if got := read(7_000_000).waitedSince(before); got != 20 {
		t.Errorf("found %v %%, expected 20", got)
	}
	ok(t, os.Remove(pressure)) // a kernel without pressure information
	if now, err := m.read(l.now(), &what, true); err != nil || now.waitedSince(before) != 0 {
		t.Error(now, err)
	}
	s := &suppressor{config: &Config{}, now: l.now, metrics: newMetrics()}
	if s.mayChange(5, 4, true) || !s.mayChange(3, 4, true) {
		t.Error("they grow while others wait, or do not shrink")
	}
}

func TestQuotaOfVersion2(t *testing.T) {
	q := beQuota{groups: newTreeV2(t), mark: filepath.Join(t.TempDir(), "mark")}
	file := q.groups.fileOf("", "kubepods.slice/kubepods-besteffort.slice", "cpu.max")
	expect := func(text string, quota int64) {
		t.Helper()
		found, err := os.ReadFile(file)
		ok(t, err)
		got, err := q.read()
		if strings.TrimSpace(string(found)) != text || got != quota || err != nil {
			t.Errorf("found %s, %d, %v", found, got, err)
		}
	}
	expect("max 100000", -1)
	ok(t, q.write(240000))
	expect("240000 100000", 240000)
	ok(t, os.WriteFile(file, []byte("30000 20000\n"), 0o644))
	expect("30000 20000", 150000)
	ok(t, q.giveBack())
	if found, err := os.ReadFile(file); err != nil || string(found) != "max" {
		t.Errorf("%s %v", found, err)
	}
	ok(t, os.WriteFile(file, []byte("much\n"), 0o644))
	if _, err := q.read(); err == nil || !strings.Contains(err.Error(), "expected a quota and a period") {
		t.Error(err)
	}
	ok(t, q.giveBack()) // nothing of its own is left
}
