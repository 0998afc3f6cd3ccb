package agent

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/api"
)

// Pods of each class get their CPUs, other pods leave them, and get them back later.
func TestWhoRunsWhere(t *testing.T) {
	n := newNode(t, nil)
	ls, be := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}, podOf{name: "be", qos: "BE", class: "besteffort"}
	lsr, lse := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}, podOf{name: "lse", qos: "LSE", milli: 2000, claim: "8-9"}
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
	if quota := n.tree.read(lsr.group(), "cpu.cfs_quota_us"); quota != "-1" {
		t.Errorf("quota of an LSR pod: %s", quota)
	}
	n.end(lse)
	n.settle()
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.expectCPUs(be, "main", "0-15")
}

// New placements are reported to the runtime, so that its own record stays in sync.
func TestRuntimeIsTold(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}, podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(ls)
	n.run(lsr)
	n.waitTold()
	n.mu.Lock()
	defer n.mu.Unlock()
	one := n.told[0]
	if one.GetContainerId() != hexID("ls/main") || one.GetLinux().GetResources().GetCpu().GetCpus() != "0-3,8-15" {
		t.Error(one)
	}
}

// waitTold waits until the runtime has applied all reports, so that it writes nothing later.
func (n *node) waitTold() {
	n.t.Helper()
	waitFor(n.t, "the runtime is told", func() bool {
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
	ls := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}
	n.run(ls)
	n.run(podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"})
	calls := func() int {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.calls
	}
	waitFor(t, "a call", func() bool { return calls() > 0 })
	n.expectCPUs(ls, "main", "0-3,8-15") // according to its control group
	before := calls()
	n.run(podOf{name: "next", qos: "LSR", milli: 2000, claim: "8-9"})
	waitFor(t, "another call", func() bool { return calls() > before })
}

// Updates by kubelet are answered: a bound pod keeps its CPUs, and no other pod returns to them.
func TestKubeletsUpdates(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}, podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(ls)
	n.run(lsr)
	for _, one := range []struct {
		pod  podOf
		want string
	}{{ls, "0-3,8-15"}, {lsr, "4-7"}} {
		got, err := n.nri.UpdateContainer(context.Background(), &api.UpdateContainerRequest{Pod: one.pod.sandbox(),
			Container:      &api.Container{Id: hexID(one.pod.name + "/main"), PodSandboxId: one.pod.sandbox().Id, Name: "main"},
			LinuxResources: &api.LinuxResources{Cpu: &api.LinuxCPU{Cpus: "0-15", Shares: api.UInt64(uint64(77)), Quota: api.Int64(int64(400000))}}})
		ok(t, err)
		if len(got.GetUpdate()) != 1 {
			t.Fatal(got)
		}
		cpu := got.GetUpdate()[0].GetLinux().GetResources().GetCpu()
		if cpu.GetCpus() != one.want || cpu.GetShares().GetValue() != 77 {
			t.Errorf("%s: %v", one.pod.name, cpu)
		}
		if quota := cpu.GetQuota().GetValue(); (one.pod.qos == "LSR") != (quota == -1) {
			t.Errorf("%s: quota %d", one.pod.name, quota)
		}
	}
}

// Claims of another pod's CPUs, of more than requested, of CPUs that the class may not have, and
// invalid claims.
func TestRefusedContainers(t *testing.T) {
	first := podOf{name: "first", qos: "LSR", milli: 4000, claim: "4-7"}
	for _, one := range []struct {
		pod    podOf
		reason string
	}{
		{podOf{name: "thief", qos: "LSE", milli: 4000, claim: "6-9"}, "belongs to"},
		{podOf{name: "greedy", qos: "LSR", milli: 2000, claim: "8-15"}, "claims 8 CPUs"},
		{podOf{name: "classless", qos: "LS", milli: 4000, claim: "8-11", class: "burstable"}, "LS"},
		{podOf{name: "elsewhere", qos: "LSR", milli: 4000, claim: "100-103"}, "100"},
	} {
		for _, action := range []string{OnRefusalShared, OnRefusalRefuse} {
			t.Run(one.pod.name+"/"+action, func(t *testing.T) {
				n := newNode(t, func(c *Config) { c.OnRefusal = action })
				n.run(first)
				n.sandbox(one.pod)
				_, err := n.create(one.pod, "main", "")
				n.expectCPUs(first, "main", "4-7")
				if action == OnRefusalShared {
					ok(t, err)
					n.expectCPUs(one.pod, "main", "0-3,8-15")
					return
				}
				if err == nil || !strings.Contains(err.Error(), one.pod.name) {
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
		pod := podOf{name: fmt.Sprintf("g%d", i), qos: "LSR", milli: 4000, notes: map[string]string{
			"scheduling.koordinator.sh/resource-status": text, "scheduling.koordinator.sh/device-allocated": text,
			"scheduling.koordinator.sh/resource-spec": text}}
		if strings.ContainsAny(text, "\x00\xff") {
			// protobuf accepts no other invalid text
			pod.notes = map[string]string{"scheduling.koordinator.sh/resource-status": "\x00"}
		}
		n.sandbox(pod)
		_, err := n.create(pod, "main", "")
		ok(t, err)
		n.expectCPUs(pod, "main", "0-15")
	}
	other := podOf{name: "other", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(other)
	n.expectCPUs(other, "main", "4-7")
	n.expectCPUs(podOf{name: "g0", qos: "LSR"}, "main", "0-3,8-15")
}

// Events that are repeated, late or missing.
func TestOddEvents(t *testing.T) {
	n := newNode(t, nil)
	ctx := context.Background()
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	// RunPodSandbox was missed.
	n.tree.add(lsr.group(), 400000)
	_, err := n.create(lsr, "main", "")
	ok(t, err)
	n.expectCPUs(lsr, "main", "4-7")
	// It arrives late, and twice.
	n.sandbox(lsr)
	n.sandbox(lsr)
	_, err = n.create(lsr, "main", "")
	ok(t, err)
	n.startContainer(lsr, "main")
	n.startContainer(lsr, "main")
	n.expectCPUs(lsr, "main", "4-7")
	// StopPodSandbox was missed: RemovePodSandbox releases the CPUs. Later events may be repeated.
	pod, one := lsr.sandbox(), &api.Container{Id: hexID("lsr/main"), PodSandboxId: hexID("box-lsr"), Name: "main"}
	for range 2 {
		ok(t, n.nri.RemovePodSandbox(ctx, &api.RemovePodSandboxRequest{Pod: pod}))
		ok(t, n.nri.StopPodSandbox(ctx, &api.StopPodSandboxRequest{Pod: pod}))
		_, err = n.nri.StopContainer(ctx, &api.StopContainerRequest{Pod: pod, Container: one})
		ok(t, err)
		ok(t, n.nri.RemoveContainer(ctx, &api.RemoveContainerRequest{Pod: pod, Container: one}))
	}
	n.settle()
	next := podOf{name: "next", qos: "LSE", milli: 4000, claim: "4-7"}
	n.run(next)
	n.expectCPUs(next, "main", "4-7")
	// Sandboxes and containers without a pod.
	ok(t, n.nri.RunPodSandbox(ctx, &api.RunPodSandboxRequest{Pod: &api.PodSandbox{Id: "ff"}}))
	got, err := n.nri.CreateContainer(ctx, &api.CreateContainerRequest{Pod: &api.PodSandbox{Id: "ff"}, Container: &api.Container{Id: "fe"}})
	ok(t, err)
	if cpus := got.GetAdjust().GetLinux().GetResources().GetCpu().GetCpus(); cpus != "" {
		t.Error(cpus)
	}
}

// The agent dies between RunPodSandbox and CreateContainer, and pods of every class start while it
// is down. Synchronize repairs their placement.
func TestRestart(t *testing.T) {
	n := newNode(t, nil)
	ls, first := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}, podOf{name: "first", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(ls)
	n.run(first)
	between := podOf{name: "between", qos: "LSE", milli: 2000, claim: "8-9"}
	n.sandbox(between)
	n.settle()
	n.kill()
	_, err := n.create(between, "main", "") // without an agent it runs on all CPUs
	ok(t, err)
	dead := podOf{name: "dead", qos: "BE", class: "besteffort"}
	n.run(dead)
	n.expectCPUs(between, "main", "0-15")
	n.expectCPUs(first, "main", "4-7") // running containers stay
	n.expectCPUs(ls, "main", "0-3,10-15")
	n.startAgain(at{between, "8-9"}, at{first, "4-7"}, at{ls, "0-3,10-15"}, at{dead, "0-7,10-15"})
}

// After a restart pods keep their CPUs against a claim that would take precedence, for example by a
// lower uid.
func TestRestartKeepsWhatWasDecided(t *testing.T) {
	n := newNode(t, nil)
	owner := podOf{name: "z-owner", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(owner)
	n.kill()
	thief := podOf{name: "a-thief", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(thief)
	n.startAgain(at{owner, "4-7"}, at{thief, "0-3,8-15"})
}

// If the runtime restarts, the agent reconnects.
func TestConnectsAgain(t *testing.T) {
	n := newNode(t, nil)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(lsr)
	n.agent.link.disconnect()
	<-n.synced
	n.nri.BlockPluginSync().Unblock()
	next := podOf{name: "next", qos: "LSE", milli: 2000, claim: "8-9"}
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
		pod := podOf{name: fmt.Sprintf("p%02d", i), qos: "LSR", milli: 2000, claim: fmt.Sprintf("%d,%d", 2*i, 2*i+1)}
		if i%2 == 1 {
			pod = podOf{name: pod.name, qos: "LS", milli: 100, class: "burstable"}
		}
		n.mu.Lock()
		n.tree.add(pod.group(), -1)
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
		n.expectCPUs(podOf{name: fmt.Sprintf("p%02d", i)}, "main", fmt.Sprintf("%d-%d", 2*i, 2*i+1))
	}
	want := n.agent.keeper.answers.sharedPool()
	for i := 1; i < 50; i += 2 {
		n.expectCPUs(podOf{name: fmt.Sprintf("p%02d", i), class: "burstable"}, "main", want)
	}
}

// Modified control groups are restored.
func TestOthersChangeGroups(t *testing.T) {
	n := newNode(t, func(c *Config) { c.Interval.Duration = 100 * time.Millisecond })
	ls := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}
	n.run(ls)
	n.run(podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"})
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.waitTold()
	n.tree.write(ls.group()+"/"+hexID("ls/main"), "cpuset.cpus", "0-15")
	waitFor(t, "it is put back", func() bool { return n.cpus(ls, "main") == "0-3,8-15" })
}

// Between creation and start no round can find a container's control group, so it is moved before
// its process runs.
func TestStartMovesWhoWasCreatedBefore(t *testing.T) {
	n := newNode(t, nil)
	ls := podOf{name: "ls", qos: "LS", milli: 500, class: "burstable"}
	n.sandbox(ls)
	_, err := n.create(ls, "main", "")
	ok(t, err)
	group := ls.group() + "/" + hexID("ls/main")
	n.tree.remove(group)
	n.run(podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"})
	n.tree.add(group, -1)
	n.startContainer(ls, "main")
	n.expectCPUs(ls, "main", "0-3,8-15")
}

// containerd sends no event for the end of a pod that it knew before its own restart, so the
// control group is checked.
func TestEndWithoutAWord(t *testing.T) {
	n := newNode(t, nil)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	other := podOf{name: "other", qos: "LSR", milli: 2000, claim: "8-9"}
	n.run(lsr)
	n.run(other) // never has a group of its own, as in a virtual machine
	n.settle()
	n.shared("0-3,10-15")
	n.tree.add(lsr.group()+"/"+hexID("box-lsr"), -1)
	n.settle()
	n.shared("0-3,10-15")
	n.tree.remove(lsr.group())
	n.settle()
	n.shared("0-7,10-15")
}

// containerd lists sandboxes that have ended but are not removed yet to a new agent. kubelet has
// removed their pods' groups.
func TestStartAfterAnEnd(t *testing.T) {
	n := newNode(t, nil)
	ended := podOf{name: "ended", qos: "LSR", milli: 4000, claim: "4-7"}
	lsr := podOf{name: "lsr", qos: "LSR", milli: 2000, claim: "8-9"} // in a virtual machine
	n.run(ended)
	n.run(lsr)
	n.kill()
	n.mu.Lock()
	for id, one := range n.containers {
		if one.PodSandboxId == ended.sandbox().Id {
			delete(n.containers, id)
			delete(n.groups, id)
		}
	}
	n.tree.remove(ended.group())
	n.mu.Unlock()
	n.start()
	n.settle()
	n.shared("0-7,10-15")
	n.tree.remove("kubepods/besteffort") // groups that kubelet does not manage prove nothing
	n.tree.remove(lsr.group())
	n.settle()
	n.shared("0-7,10-15")
}

// In the first stage of a takeover kubelet decides, and no container is refused.
func TestFirstStageOfATakeover(t *testing.T) {
	n := newNode(t, func(c *Config) { c.IgnoreKubelet, c.OnRefusal = true, OnRefusalRefuse })
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.sandbox(lsr)
	_, err := n.create(lsr, "main", "2-3")
	ok(t, err)
	n.startContainer(lsr, "main")
	n.settle()
	n.expectCPUs(lsr, "main", "2-3")
	thief := podOf{name: "thief", qos: "LSR", milli: 4000, claim: "4-7"}
	n.sandbox(thief)
	_, err = n.create(thief, "main", "0-1")
	ok(t, err)
	n.expectCPUs(thief, "main", "0-1")
}
