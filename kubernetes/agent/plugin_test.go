package agent

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Pods of each class get their CPUs, other pods leave them, and get them back later.
func TestPodsOfEachClassGetTheirCPUs(t *testing.T) {
	n := newNode(t, nil)
	ls, be := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "be", QOS: "BE", Class: "besteffort"}
	lsr, lse := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}, fake.Pod{Name: "lse", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.run(ls)
	n.run(be)
	n.expectCPUs(ls, "main", "0-15")
	n.run(lsr)
	n.expectCPUs(lsr, "main", "4-7")
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.expectCPUs(be, "main", "0-15") // may share CPUs with LSR
	n.run(lse)
	n.expectCPUs(lse, "main", "8-9")
	n.expectCPUs(ls, "main", "0-3,10-15")
	n.expectCPUs(be, "main", "0-7,10-15")
	if quota := n.quota(lsr, "main"); quota != "-1" {
		t.Errorf("quota of an LSR pod's container: %s", quota)
	}
	if quota := n.tree.Read(lsr.Group(), "cpu.cfs_quota_us"); quota != "-1" {
		t.Errorf("quota of an LSR pod: %s", quota)
	}
	n.end(lse)
	n.settle()
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.expectCPUs(be, "main", "0-15")
}

// New placements are reported to the runtime, so that its own record stays in sync.
func TestPlacementsAreReportedToTheRuntime(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(ls)
	n.run(lsr)
	n.waitTold()
	n.mu.Lock()
	defer n.mu.Unlock()
	update := n.told[0]
	if update.GetContainerId() != fake.HexID("ls/main") || update.GetLinux().GetResources().GetCpu().GetCpus() != "0-3,8-15" {
		t.Error(update)
	}
}

// waitTold waits until the runtime has applied all reports, so that it writes nothing later.
func (n *node) waitTold() {
	n.t.Helper()
	check.Eventually(n.t, "the runtime is told", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return len(n.told) != 0
	})
}

// Rejected updates are retried and block nothing.
func TestRuntimeThatDoesNotListen(t *testing.T) {
	n := newNode(t, nil)
	n.mu.Lock()
	n.deaf = true
	n.mu.Unlock()
	ls := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.run(ls)
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	calls := func() int {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.calls
	}
	check.Eventually(t, "a call", func() bool { return calls() > 0 })
	n.expectCPUs(ls, "main", "0-3,8-15") // according to its control group
	before := calls()
	n.run(fake.Pod{Name: "next", QOS: "LSR", Milli: 2000, Claim: "8-9"})
	check.Eventually(t, "another call", func() bool { return calls() > before })
}

// Updates by kubelet are answered: a bound pod keeps its CPUs, and no other pod returns to them.
func TestKubeletsUpdates(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(ls)
	n.run(lsr)
	for _, test := range []struct {
		pod  fake.Pod
		want string
	}{{ls, "0-3,8-15"}, {lsr, "4-7"}} {
		got, err := n.nri.UpdateContainer(context.Background(), &api.UpdateContainerRequest{Pod: test.pod.Sandbox(),
			Container:      &api.Container{Id: fake.HexID(test.pod.Name + "/main"), PodSandboxId: test.pod.Sandbox().Id, Name: "main"},
			LinuxResources: &api.LinuxResources{Cpu: &api.LinuxCPU{Cpus: "0-15", Shares: api.UInt64(uint64(77)), Quota: api.Int64(int64(400000))}}})
		check.OK(t, err)
		if len(got.GetUpdate()) != 1 {
			t.Fatal(got)
		}
		cpu := got.GetUpdate()[0].GetLinux().GetResources().GetCpu()
		if cpu.GetCpus() != test.want || cpu.GetShares().GetValue() != 77 {
			t.Errorf("%s: %v", test.pod.Name, cpu)
		}
		if quota := cpu.GetQuota().GetValue(); (test.pod.QOS == "LSR") != (quota == -1) {
			t.Errorf("%s: quota %d", test.pod.Name, quota)
		}
	}
}

// Claims of another pod's CPUs, of more than requested, of CPUs that the class may not have, and
// invalid claims.
func TestRefusedContainers(t *testing.T) {
	first := fake.Pod{Name: "first", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	for _, test := range []struct {
		pod    fake.Pod
		reason string
	}{
		{fake.Pod{Name: "thief", QOS: "LSE", Milli: 4000, Claim: "6-9"}, "belongs to"},
		{fake.Pod{Name: "greedy", QOS: "LSR", Milli: 2000, Claim: "8-15"}, "claims 8 CPUs"},
		{fake.Pod{Name: "classless", QOS: "LS", Milli: 4000, Claim: "8-11", Class: "burstable"}, "LS"},
		{fake.Pod{Name: "elsewhere", QOS: "LSR", Milli: 4000, Claim: "100-103"}, "100"},
	} {
		for _, action := range []string{config.OnRefusalShared, config.OnRefusalRefuse} {
			t.Run(test.pod.Name+"/"+action, func(t *testing.T) {
				n := newNode(t, func(c *config.Config) { c.OnRefusal = action })
				n.run(first)
				n.sandbox(test.pod)
				_, err := n.create(test.pod, "main", "")
				n.expectCPUs(first, "main", "4-7")
				if action == config.OnRefusalShared {
					check.OK(t, err)
					n.expectCPUs(test.pod, "main", "0-3,8-15")
					return
				}
				if err == nil || !strings.Contains(err.Error(), test.pod.Name) {
					t.Fatal(err)
				}
				t.Log(err)
			})
		}
	}
}

// Annotations are untrusted: an invalid one invalidates the pod's claim and affects no other pod.
func TestGarbageAnnotations(t *testing.T) {
	n := newNode(t, nil)
	for i, text := range []string{"", "{", "null", `{"cpuset":"3-1"}`, `{"cpuset":-1}`, `{"cpuset":"0-99999999999999999999"}`, "\x00", "\xff\xfe",
		`{"cpuset":"` + strings.Repeat("x", 100000) + `"}`, strings.Repeat("[", 5000)} {
		pod := fake.Pod{Name: fmt.Sprintf("g%d", i), QOS: "LSR", Milli: 4000, Notes: map[string]string{
			"scheduling.koordinator.sh/resource-status": text, "scheduling.koordinator.sh/device-allocated": text,
			"scheduling.koordinator.sh/resource-spec": text}}
		if strings.ContainsAny(text, "\x00\xff") {
			// protobuf accepts no other invalid text
			pod.Notes = map[string]string{"scheduling.koordinator.sh/resource-status": "\x00"}
		}
		n.sandbox(pod)
		_, err := n.create(pod, "main", "")
		check.OK(t, err)
		n.expectCPUs(pod, "main", "0-15")
	}
	other := fake.Pod{Name: "other", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(other)
	n.expectCPUs(other, "main", "4-7")
	n.expectCPUs(fake.Pod{Name: "g0", QOS: "LSR"}, "main", "0-3,8-15")
}

// Events that are repeated, late or missing.
func TestOddEvents(t *testing.T) {
	n := newNode(t, nil)
	ctx := context.Background()
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	// RunPodSandbox was missed.
	n.tree.Add(lsr.Group(), 400000)
	_, err := n.create(lsr, "main", "")
	check.OK(t, err)
	n.expectCPUs(lsr, "main", "4-7")
	// It arrives late, and twice.
	n.sandbox(lsr)
	n.sandbox(lsr)
	_, err = n.create(lsr, "main", "")
	check.OK(t, err)
	n.startContainer(lsr, "main")
	n.startContainer(lsr, "main")
	n.expectCPUs(lsr, "main", "4-7")
	// StopPodSandbox was missed: RemovePodSandbox releases the CPUs. Later events may be repeated.
	pod, container := lsr.Sandbox(), &api.Container{Id: fake.HexID("lsr/main"), PodSandboxId: fake.HexID("box-lsr"), Name: "main"}
	for range 2 {
		check.OK(t, n.nri.RemovePodSandbox(ctx, &api.RemovePodSandboxRequest{Pod: pod}))
		check.OK(t, n.nri.StopPodSandbox(ctx, &api.StopPodSandboxRequest{Pod: pod}))
		_, err = n.nri.StopContainer(ctx, &api.StopContainerRequest{Pod: pod, Container: container})
		check.OK(t, err)
		check.OK(t, n.nri.RemoveContainer(ctx, &api.RemoveContainerRequest{Pod: pod, Container: container}))
	}
	n.settle()
	next := fake.Pod{Name: "next", QOS: "LSE", Milli: 4000, Claim: "4-7"}
	n.run(next)
	n.expectCPUs(next, "main", "4-7")
	// Sandboxes and containers without a pod.
	check.OK(t, n.nri.RunPodSandbox(ctx, &api.RunPodSandboxRequest{Pod: &api.PodSandbox{Id: "ff"}}))
	got, err := n.nri.CreateContainer(ctx, &api.CreateContainerRequest{Pod: &api.PodSandbox{Id: "ff"}, Container: &api.Container{Id: "fe"}})
	check.OK(t, err)
	if cpus := got.GetAdjust().GetLinux().GetResources().GetCpu().GetCpus(); cpus != "" {
		t.Error(cpus)
	}
}

// The agent dies between RunPodSandbox and CreateContainer, and pods of every class start while it
// is down. Synchronize repairs their placement.
func TestRestart(t *testing.T) {
	n := newNode(t, nil)
	ls, first := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "first", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(ls)
	n.run(first)
	between := fake.Pod{Name: "between", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.sandbox(between)
	n.settle()
	n.kill()
	_, err := n.create(between, "main", "") // without an agent it runs on all CPUs
	check.OK(t, err)
	dead := fake.Pod{Name: "dead", QOS: "BE", Class: "besteffort"}
	n.run(dead)
	n.expectCPUs(between, "main", "0-15")
	n.expectCPUs(first, "main", "4-7") // running containers stay
	n.expectCPUs(ls, "main", "0-3,10-15")
	n.startAgain(at{between, "8-9"}, at{first, "4-7"}, at{ls, "0-3,10-15"}, at{dead, "0-7,10-15"})
}

// After a restart pods keep their CPUs against a claim that would take precedence, for example by a
// lower uid.
func TestRestartKeepsCPUsAgainstLaterClaims(t *testing.T) {
	n := newNode(t, nil)
	owner := fake.Pod{Name: "z-owner", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(owner)
	n.kill()
	thief := fake.Pod{Name: "a-thief", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(thief)
	n.startAgain(at{owner, "4-7"}, at{thief, "0-3,8-15"})
}

// relay returns a socket whose connections lead to another one, and a function that cuts them, like a
// runtime that ends.
func relay(t *testing.T, to string) (socket string, cut func()) {
	t.Helper()
	socket = to + ".relay"
	listener, err := net.Listen("unix", socket)
	check.OK(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	accepted := make(chan net.Conn, 16)
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			runtime, err := net.Dial("unix", to)
			if err != nil {
				_ = from.Close()
				continue
			}
			for _, ends := range [][2]net.Conn{{from, runtime}, {runtime, from}} {
				go func() {
					_, _ = io.Copy(ends[0], ends[1])
					_ = ends[0].Close()
				}()
			}
			accepted <- from
		}
	}()
	return socket, func() { _ = (<-accepted).Close() }
}

// If the runtime restarts, the agent reconnects. Until then it does not know which containers run.
func TestConnectsAgain(t *testing.T) {
	n := newRuntime(t, "numa:2 core:8 pu:1", nil)
	socket, cut := relay(t, n.config.NRI.Socket)
	n.config.NRI.Socket = socket
	n.start()
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(lsr)
	if !n.agent.facts.KnowsRunning() {
		t.Error("the running containers are not known, but the runtime is connected")
	}
	check.OK(t, os.Rename(socket, socket+".away"))
	cut()
	check.Eventually(t, "the running containers are not known", func() bool { return !n.agent.facts.KnowsRunning() })
	check.OK(t, os.Rename(socket+".away", socket))
	n.connected()
	check.Eventually(t, "the running containers are known", n.agent.facts.KnowsRunning)
	next := fake.Pod{Name: "next", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.run(next)
	n.expectCPUs(next, "main", "8-9")
	n.expectCPUs(lsr, "main", "4-7")
}

// Fifty containers of unknown pods are created at once.
func TestFiftyAtOnce(t *testing.T) {
	n := newRuntime(t, "numa:2 core:32 pu:2", nil)
	n.start()
	var all sync.WaitGroup
	for i := range 50 {
		pod := fake.Pod{Name: fmt.Sprintf("p%02d", i), QOS: "LSR", Milli: 2000, Claim: fmt.Sprintf("%d,%d", 2*i, 2*i+1)}
		if i%2 == 1 {
			pod = fake.Pod{Name: pod.Name, QOS: "LS", Milli: 100, Class: "burstable"}
		}
		n.mu.Lock()
		n.tree.Add(pod.Group(), -1)
		n.mu.Unlock()
		all.Go(func() {
			if _, err := n.create(pod, "main", ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	n.settle()
	for i := 0; i < 50; i += 2 {
		n.expectCPUs(fake.Pod{Name: fmt.Sprintf("p%02d", i)}, "main", fmt.Sprintf("%d-%d", 2*i, 2*i+1))
	}
	want := n.agent.keeper.Answers.SharedPool()
	for i := 1; i < 50; i += 2 {
		n.expectCPUs(fake.Pod{Name: fmt.Sprintf("p%02d", i), Class: "burstable"}, "main", want)
	}
}

// Modified control groups are restored.
func TestOthersChangeGroups(t *testing.T) {
	n := newNode(t, func(c *config.Config) { c.Interval.Duration = 100 * time.Millisecond })
	ls := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.run(ls)
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.waitTold()
	n.tree.Write(ls.Group()+"/"+fake.HexID("ls/main"), "cpuset.cpus", "0-15")
	check.Eventually(t, "it is put back", func() bool { return n.cpus(ls, "main") == "0-3,8-15" })
}

// Between creation and start no round can find a container's control group, so it is moved before
// its process runs.
func TestContainersCreatedEarlierAreMovedAtStart(t *testing.T) {
	n := newNode(t, nil)
	ls := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.sandbox(ls)
	_, err := n.create(ls, "main", "")
	check.OK(t, err)
	group := ls.Group() + "/" + fake.HexID("ls/main")
	n.tree.Remove(group)
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	n.tree.Add(group, -1)
	n.startContainer(ls, "main")
	n.expectCPUs(ls, "main", "0-3,8-15")
}

// containerd sends no event for the end of a pod that it knew before its own restart, so the
// control group is checked.
func TestPodsThatEndWithoutAnEventAreReleased(t *testing.T) {
	n := newNode(t, nil)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	other := fake.Pod{Name: "other", QOS: "LSR", Milli: 2000, Claim: "8-9"}
	n.run(lsr)
	n.run(other) // never has a group of its own, as in a virtual machine
	n.settle()
	n.shared("0-3,10-15")
	n.tree.Add(lsr.Group()+"/"+fake.HexID("box-lsr"), -1)
	n.settle()
	n.shared("0-3,10-15")
	n.tree.Remove(lsr.Group())
	n.settle()
	n.shared("0-7,10-15")
}

// containerd lists sandboxes that have ended but are not removed yet to a new agent. kubelet has
// removed their pods' groups.
func TestStartAfterAnEnd(t *testing.T) {
	n := newNode(t, nil)
	ended := fake.Pod{Name: "ended", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 2000, Claim: "8-9"} // in a virtual machine
	n.run(ended)
	n.run(lsr)
	n.kill()
	n.mu.Lock()
	for id, container := range n.containers {
		if container.PodSandboxId == ended.Sandbox().Id {
			delete(n.containers, id)
			delete(n.groups, id)
		}
	}
	n.tree.Remove(ended.Group())
	n.mu.Unlock()
	n.start()
	n.settle()
	n.shared("0-7,10-15")
	n.tree.Remove("kubepods/besteffort") // groups that kubelet does not manage prove nothing
	n.tree.Remove(lsr.Group())
	n.settle()
	n.shared("0-7,10-15")
}

// In the first stage of a takeover kubelet decides, and no container is refused.
func TestFirstStageOfATakeover(t *testing.T) {
	n := newNode(t, func(c *config.Config) { c.IgnoreKubelet, c.OnRefusal = true, config.OnRefusalRefuse })
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.sandbox(lsr)
	_, err := n.create(lsr, "main", "2-3")
	check.OK(t, err)
	n.startContainer(lsr, "main")
	n.settle()
	n.expectCPUs(lsr, "main", "2-3")
	thief := fake.Pod{Name: "thief", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.sandbox(thief)
	_, err = n.create(thief, "main", "0-1")
	check.OK(t, err)
	n.expectCPUs(thief, "main", "0-1")
}
