package agent

import (
	"context"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/api"
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A resize lowers a pod's request before the scheduler writes its next claim. Until then the pod
// keeps its CPUs, also across a restart of the agent, and no other pod gets one of them.
func TestShrinkingPodKeepsItsClaim(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr, ls := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}, fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	server.Set("pods", lsr.Object())
	n.start()
	n.run(lsr)
	n.run(ls)
	n.shared("0-3,8-15")
	smaller := lsr
	smaller.Milli = 2000
	server.Set("pods", smaller.Object())
	mark := fake.Pod{Name: "mark", QOS: "LSR", Milli: 1000, Claim: "15"} // the agent has the version above once it has this pod
	server.Set("pods", mark.Object())
	n.shared("0-3,8-14")
	n.expectCPUs(lsr, "main", "4-7")
	n.expectCPUs(ls, "main", "0-3,8-14")
	n.kill()
	n.startAgain(at{lsr, "4-7"}, at{ls, "0-3,8-14"})
	smaller.Claim = "6-7"
	server.Set("pods", smaller.Object())
	n.shared("0-5,8-14")
	n.expectCPUs(lsr, "main", "6-7")
	n.expectCPUs(ls, "main", "0-5,8-14")
}

// The runtime has the annotations from before a resize. An agent that starts while the API server is
// unavailable keeps the CPUs of node-state.json instead.
func TestStartWithoutAPIServerAfterAResize(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.APIServer.Wait.Duration = time.Second })
	shrunk, next := fake.Pod{Name: "shrunk", QOS: "LSR", Milli: 4000, Claim: "4-7"}, fake.Pod{Name: "next", QOS: "LSR", Milli: 2000, Claim: "6-7"}
	grown := fake.Pod{Name: "grown", QOS: "LSR", Milli: 1000, Claim: "8"}
	server.Set("pods", shrunk.Object())
	server.Set("pods", grown.Object())
	n.start()
	n.run(shrunk)
	n.run(grown)
	now := shrunk
	now.Milli, now.Claim = 2000, "4-5"
	server.Set("pods", now.Object())
	now = grown
	now.Milli, now.Claim = 3000, "8-10"
	server.Set("pods", now.Object())
	n.shared("0-3,6-7,11-15")
	server.Set("pods", next.Object())
	n.run(next)
	n.shared("0-3,11-15")
	n.kill()
	server.SetDown(true)
	n.startAgain(at{shrunk, "4-5"}, at{next, "6-7"}, at{grown, "8-10"})
}

// An agent that asks kubelet only waits for kubelet's pods: the runtime's may be older.
func TestStartWaitsForKubelet(t *testing.T) {
	k := fake.NewKubelet(t)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 2000, Claim: "4-5"}
	k.Pods = []v1.Pod{*lsr.Object()}
	n := newRuntime(t, "numa:2 core:8 pu:1", func(c *config.Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.Endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Hour
	})
	older := lsr
	older.Milli, older.Claim = 4000, "4-7"
	n.sandbox(older)
	_, err := n.create(older, "main", "")
	check.OK(t, err)
	k.Edit(func() { k.IsDown = true })
	n.start()
	check.Eventually(t, "kubelet was asked", func() bool { return k.Count("/pods") > 1 })
	if pool := n.agent.keeper.Answers.SharedPool(); pool != "" {
		t.Errorf("decided without kubelet's pods: the shared pool is %s", pool)
	}
	k.Edit(func() { k.IsDown = false })
	n.shared("0-3,6-15")
	n.expectCPUs(lsr, "main", "4-5")
}

// The runtime may write the placement of an older state after a newer one is in force. The agent
// repairs that at once, not with its next check.
func TestOlderPlacementWrittenLate(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(ls)
	n.run(lsr)
	n.settle()
	n.expectCPUs(ls, "main", "0-3,8-15")
	n.waitTold()
	n.mu.Lock()
	n.told = nil
	n.mu.Unlock()
	n.writeOlder(ls, "0-15")
	check.Eventually(t, "the placement in force", func() bool { return n.cpus(ls, "main") == "0-3,8-15" })
	n.waitTold()
}

// An older placement may be written while the agent waits for the answer to its report of the newer one.
func TestOlderPlacementWrittenDuringReport(t *testing.T) {
	n := newNode(t, nil)
	ls, lsr := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(ls)
	n.settle()
	n.mu.Lock()
	n.afterTold = func() { n.writeOlder(ls, "0-15") }
	n.mu.Unlock()
	n.run(lsr)
	check.Eventually(t, "the runtime is told again", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.afterTold == nil && len(n.told) > 1
	})
	check.Eventually(t, "the placement in force", func() bool { return n.cpus(ls, "main") == "0-3,8-15" })
}

// writeOlder writes and announces CPUs of a container, as a runtime that applies an older state.
func (n *node) writeOlder(pod fake.Pod, cpus string) {
	n.t.Helper()
	id := fake.HexID(pod.Name + "/main")
	n.tree.Write(pod.Group()+"/"+id, "cpuset.cpus", cpus)
	check.OK(n.t, n.nri.PostUpdateContainer(context.Background(), &api.PostUpdateContainerRequest{Pod: pod.Sandbox(),
		Container: &api.Container{Id: id, PodSandboxId: pod.Sandbox().Id, Name: "main",
			Linux: &api.LinuxContainer{Resources: &api.LinuxResources{Cpu: &api.LinuxCPU{Cpus: cpus}}}}}))
}
