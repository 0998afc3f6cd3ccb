package agent

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// newLoadedNode has 16 CPUs, of which kubelet reserves two, and a test clock.
func newLoadedNode(t *testing.T, policy string) (*node, *fake.Load) {
	n := newRuntime(t, "numa:2 core:8 pu:1", func(c *config.Config) {
		c.Suppression = config.Suppression{Policy: policy, Interval: metav1.Duration{Duration: time.Minute}, MinimumPercent: 10}
		c.Host.Proc = filepath.Join(filepath.Dir(c.StateFile), "proc")
		check.OK(t, os.WriteFile(filepath.Join(c.Kubelet.Directory, "config.yaml"), []byte("reservedSystemCPUs: 0-1\n"), 0o644))
	})
	l := fake.NewLoad(t, n.config.Host.Proc, func(group string) string { return filepath.Join(n.tree.Root, "cpuacct", group, "cpuacct.usage") })
	l.Pass(time.Second, map[string]float64{fake.WholeNode: 0, "kubepods": 0, "kubepods/besteffort": 0})
	n.tree.Write("kubepods/besteffort", "cpu.cfs_period_us", "100000")
	n.host.clock = l
	n.start()
	return n, l
}

// measure makes an agent measure once, and returns when the result is in force.
func measure(t testing.TB, a *Agent, l *fake.Load) {
	t.Helper()
	l.SendTick()
	check.OK(t, a.keeper.Settle(t.Context(), false))
}

// measureAfter measures after a time during which CPUs were used.
func (n *node) measureAfter(l *fake.Load, span time.Duration, cpus map[string]float64) {
	n.t.Helper()
	l.Pass(span, cpus)
	measure(n.t, n.agent, l)
}

// comesTo waits until a pod is on these CPUs: the runtime may have applied an earlier report at the
// same time.
func (n *node) comesTo(p fake.Pod, cpus string) {
	n.t.Helper()
	check.Eventually(n.t, p.Name+" on CPUs "+cpus, func() bool { return n.cpus(p, "main") == cpus })
}

var (
	busyLS = map[string]float64{fake.WholeNode: 11, "kubepods": 10, "kubepods/besteffort": 4}
	idleLS = map[string]float64{fake.WholeNode: 5, "kubepods": 4, "kubepods/besteffort": 4}
)

// BE pods release CPUs at once, use the CPUs that kubelet reserves first and never those of LSE
// pods, and grow step by step after other pods have been idle for a while.
func TestSuppressionByCPUs(t *testing.T) {
	n, l := newLoadedNode(t, config.SuppressCPUs)
	be, ls := fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}, fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.run(be)
	n.run(ls)
	n.run(fake.Pod{Name: "lse", QOS: "LSE", Milli: 2000, Claim: "8-9"})
	measure(t, n.agent, l)
	n.comesTo(be, "0-7,10-15") // one reading is not sufficient
	n.measureAfter(l, 2*time.Second, busyLS)
	// 65 % of 16 CPUs, minus 6 of other pods and 2 reserved ones: 2.4 CPUs, rounded to whole ones.
	n.comesTo(be, "0-2")
	n.comesTo(ls, "0-7,10-15")
	if got := n.tree.Read("kubepods/besteffort", "cpuset.cpus"); got != "0-2" {
		t.Errorf("the group of BestEffort is on CPUs %s", got)
	}
	late := fake.Pod{Name: "late", QOS: "BE", Class: "besteffort"}
	n.run(late) // starts on the CPUs of other BE pods
	n.comesTo(late, "0-2")
	for _, test := range []struct {
		after time.Duration
		want  string
	}{{2 * time.Second, "0-2"}, {9 * time.Second, "0-2"}, {2 * time.Second, "0-3,10"}, {2 * time.Second, "0-4,10-11"}} {
		n.measureAfter(l, test.after, idleLS)
		n.comesTo(be, test.want) // at most a tenth of the node at a time
	}
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-2")
	n.measureAfter(l, 2*time.Second, idleLS)
	n.comesTo(be, "0-2") // the waiting time starts again
}

// The BE pool follows its pool again when no restriction is left.
func TestSuppressionEnds(t *testing.T) {
	n, l := newLoadedNode(t, config.SuppressCPUs)
	n.config.Suppression.ThresholdPercent = 100
	be, lse := fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}, fake.Pod{Name: "lse", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.run(be)
	n.run(lse)
	measure(t, n.agent, l)
	n.measureAfter(l, 2*time.Second, busyLS)
	if got := n.cpus(be, "main"); got == "0-7,10-15" {
		t.Fatal(got)
	}
	for range 10 {
		n.measureAfter(l, 20*time.Second, map[string]float64{fake.WholeNode: 0})
	}
	n.comesTo(be, "0-7,10-15")
	n.end(lse)
	n.settle()
	n.comesTo(be, "0-15")
}

// An agent that restarts continues with the current restriction, or ends it if it is switched off.
func TestSuppressionAndRestart(t *testing.T) {
	n, l := newLoadedNode(t, config.SuppressCPUs)
	be := fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}
	n.run(be)
	measure(t, n.agent, l)
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-1,8")
	n.kill()
	n.startAgain(at{be, "0-1,8"})
	n.kill()
	n.config.Suppression.Policy = config.SuppressNone
	n.startAgain(at{be, "0-15"})
}

func TestSuppressionByQuota(t *testing.T) {
	n, l := newLoadedNode(t, config.SuppressQuota)
	be := fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}
	n.run(be)
	quota := func(want string) {
		t.Helper()
		measure(t, n.agent, l)
		if got := n.tree.Read("kubepods/besteffort", "cpu.cfs_quota_us"); got != want {
			t.Errorf("quota %s, expected %s", got, want)
		}
	}
	quota("-1")
	l.Pass(2*time.Second, busyLS)
	quota("240000")
	n.comesTo(be, "0-15")
	l.Pass(2*time.Second, idleLS)
	quota("240000")
	l.Pass(10*time.Second, idleLS)
	quota("400000") // by a tenth of the node
	// The kernel accepts no quota below that of a nested group.
	n.tree.Write(be.Group(), "cpu.cfs_quota_us", "150000")
	n.tree.Write(be.Group(), "cpu.cfs_period_us", "50000")
	n.measureAfter(l, 2*time.Second, busyLS)
	quota("300000")
	n.tree.Write(be.Group(), "cpu.cfs_quota_us", "-1")
	n.measureAfter(l, 2*time.Second, busyLS)
	quota("240000")
	n.tree.Write("kubepods/besteffort", "cpu.cfs_period_us", "50000")
	n.tree.Write("kubepods/besteffort", "cpu.cfs_quota_us", "50000")
	n.measureAfter(l, 2*time.Second, idleLS)
	l.Pass(10*time.Second, idleLS)
	quota("260000") // in the period that the agent writes
	n.kill()
	n.config.Suppression.Policy = config.SuppressNone
	n.startAgain()
	if got := n.tree.Read("kubepods/besteffort", "cpu.cfs_quota_us"); got != "-1" {
		t.Errorf("quota %s after suppression was switched off", got)
	}
	n.tree.Write("kubepods/besteffort", "cpu.cfs_quota_us", "300000")
	n.kill()
	n.startAgain()
	if got := n.tree.Read("kubepods/besteffort", "cpu.cfs_quota_us"); got != "300000" {
		t.Errorf("quota %s: it was another's", got)
	}
}

// In the first stage of a takeover nothing is written, and a failed measurement changes nothing.
func TestSuppressionThatMustNotAct(t *testing.T) {
	n, l := newLoadedNode(t, config.SuppressCPUs)
	be := fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}
	n.run(be)
	measure(t, n.agent, l)
	l.Pass(2*time.Second, busyLS)
	check.OK(t, os.Remove(filepath.Join(n.config.Host.Proc, "stat")))
	measure(t, n.agent, l)
	n.comesTo(be, "0-15")
	n.measureAfter(l, 2*time.Second, busyLS) // the first reading after an outage has no predecessor
	n.comesTo(be, "0-15")
	n.measureAfter(l, 2*time.Second, busyLS)
	n.comesTo(be, "0-1,8")
}
