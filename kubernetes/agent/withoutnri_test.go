package agent

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// bareNode has 16 CPUs in two NUMA nodes, no NRI, and an agent that reads a file of pods.
type bareNode struct {
	t      testing.TB
	groups *fake.Cgroups
	pods   string // the file
	config *config.Config
	host   host
	agent  *Agent
	stop   func()

	mu       sync.Mutex
	log      strings.Builder
	notified []string
}

func (n *bareNode) Write(text []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.log.Write(text)
}

func (n *bareNode) notify(lines ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notified = append(n.notified, strings.Join(lines, "\n"))
}

// logged returns the number of log lines with a text.
func (n *bareNode) logged(text string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Count(n.log.String(), text)
}

func newBareNode(t testing.TB, edit func(*config.Config)) *bareNode {
	dir := t.TempDir()
	n := &bareNode{t: t, groups: fake.NewCgroups(t, "0-15", "0-1"), pods: filepath.Join(dir, "pods.json"), host: thisHost()}
	n.host.notify = n.notify
	var err error
	n.host.machine, err = koord.TopologyFromSynthetic(nil, "numa:2 core:8 pu:1")
	check.OK(t, err)
	n.config = &config.Config{NodeName: "node-a", StateFile: filepath.Join(dir, "run", "node-state.json"),
		Interval: metav1.Duration{Duration: 100 * time.Millisecond}, Listen: program.Off}
	n.config.NRI.Use = config.NRINever
	n.config.APIServer.Files = []string{n.pods}
	n.config.Cgroups = config.CgroupConfig{Mount: n.groups.Root, Version: "1"}
	n.config.Host.Root, n.config.Host.Proc = filepath.Join(dir, "host"), filepath.Join(dir, "proc")
	n.config.Kubelet.Directory = filepath.Join(dir, "kubelet")
	if edit != nil {
		edit(n.config)
	}
	check.OK(t, n.config.Complete())
	t.Cleanup(n.kill)
	return n
}

func (n *bareNode) start() {
	n.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	running, err := newOn(ctx, n.config, slog.New(slog.NewTextHandler(n, nil)), n.host)
	check.OK(n.t, err)
	n.agent = running
	done := make(chan struct{})
	go func() { running.Run(ctx); close(done) }()
	n.stop = func() {
		cancel()
		<-done
	}
}

func (n *bareNode) kill() {
	if n.stop != nil {
		n.stop()
		n.stop = nil
	}
}

// set replaces the file of pods.
func (n *bareNode) set(pods ...fake.Pod) {
	n.t.Helper()
	list := v1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}}
	for _, pod := range pods {
		list.Items = append(list.Items, *started(pod))
	}
	text, err := json.Marshal(&list)
	check.OK(n.t, err)
	n.write(string(text))
}

func (n *bareNode) write(text string) {
	n.t.Helper()
	check.OK(n.t, os.WriteFile(n.pods+".new", []byte(text), 0o600))
	check.OK(n.t, os.Rename(n.pods+".new", n.pods))
}

// started returns the pod with the status of its container.
func started(pod fake.Pod) *v1.Pod {
	out := pod.Object()
	out.Status.ContainerStatuses = []v1.ContainerStatus{{Name: "main", ContainerID: "containerd://" + fake.HexID(pod.Name+"/main")}}
	return out
}

// run creates the control groups of a pod as kubelet and the runtime do.
func (n *bareNode) run(pods ...fake.Pod) {
	for _, pod := range pods {
		quota := int64(-1)
		if pod.Class == "" {
			quota = pod.Milli * 100
		}
		n.groups.Add(pod.Group(), quota)
		n.groups.Add(pod.Group()+"/"+fake.HexID(pod.Name+"/main"), quota)
	}
}

func (n *bareNode) read(pod fake.Pod, name string) string {
	return n.groups.Read(pod.Group()+"/"+fake.HexID(pod.Name+"/main"), name)
}

// comesTo waits until the pod's container has these CPUs.
func (n *bareNode) comesTo(pod fake.Pod, cpus string) {
	n.t.Helper()
	check.Eventually(n.t, pod.Name+" on CPUs "+cpus, func() bool { return n.read(pod, "cpuset.cpus") == cpus })
}

var (
	webPod   = fake.Pod{Name: "web", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	batchPod = fake.Pod{Name: "batch", QOS: "BE", Class: "besteffort"}
	plainPod = fake.Pod{Name: "plain", QOS: "LS", Milli: 500, Class: "burstable"}
)

// Pods of the file are placed by their control groups, and node-state.json is written for hooks.
// Changes of the file are followed; a file that cannot be read changes nothing.
func TestWithoutNRIFilesAreFollowed(t *testing.T) {
	n := newBareNode(t, nil)
	n.run(webPod, batchPod, plainPod)
	n.start()
	check.Eventually(t, "the wait for the file", func() bool { return n.logged("no such file") == 1 })
	if _, err := os.Stat(n.config.StateFile); err == nil {
		t.Error("a state without pods")
	}
	n.set(webPod, batchPod, plainPod)
	n.comesTo(webPod, "4-7")
	n.comesTo(plainPod, "0-3,8-15")
	n.comesTo(batchPod, "0-15")
	check.Eventually(t, "no quota of a pod with exclusive CPUs", func() bool { return n.read(webPod, "cpu.cfs_quota_us") == "-1" })
	check.Eventually(t, "the state file", func() bool {
		state, err := koord.LoadAgentState(t.Context(), n.config.StateFile)
		_ = state.Close()
		return err == nil
	})
	moved := webPod
	moved.Claim = "8-11"
	n.set(moved, batchPod, plainPod)
	n.comesTo(webPod, "8-11")
	n.comesTo(plainPod, "0-7,12-15")
	text, err := os.ReadFile(n.pods)
	check.OK(t, err)
	n.write(string(text[:300])) // half of the file
	check.Eventually(t, "the complaint", func() bool { return n.logged("cannot read file") == 1 })
	n.groups.Write(moved.Group()+"/"+fake.HexID("web/main"), "cpuset.cpus", "0-15")
	n.comesTo(webPod, "8-11")
	if got := n.logged("cannot read file"); got != 1 {
		t.Errorf("%d complaints", got)
	}
	other := webPod.Object()
	other.Spec.NodeName = "node-b"
	wrong, err := json.Marshal(other)
	check.OK(t, err)
	n.write(string(wrong))
	check.Eventually(t, "the complaint", func() bool {
		return n.logged(`found pods of node \"node-b\" only, expected those of node \"node-a\"`) == 1
	})
	check.OK(t, os.Remove(n.pods))
	n.comesTo(webPod, "8-11")
	n.set(webPod, batchPod, plainPod)
	n.comesTo(webPod, "4-7")
	check.Eventually(t, "word of the end of the trouble", func() bool { return n.logged("pods can be read again") > 0 })
}

// Values that others write are restored, new containers are placed, and a deleted state file is
// written again.
func TestWithoutNRIDriftIsRepaired(t *testing.T) {
	n := newBareNode(t, nil)
	n.run(webPod, batchPod)
	n.set(webPod, batchPod)
	n.start()
	n.comesTo(webPod, "4-7")
	group := webPod.Group() + "/" + fake.HexID("web/main")
	for _, file := range []struct{ name, placed, drift string }{{"cpuset.cpus", "4-7", "0-15"}, {"cpu.cfs_quota_us", "-1", "400000"}} {
		isPlaced := func() bool { return n.groups.Read(group, file.name) == file.placed }
		check.Eventually(t, file.name+" is set", isPlaced)
		n.groups.Write(group, file.name, file.drift)
		check.Eventually(t, file.name+" is restored", isPlaced)
	}
	n.groups.Add(webPod.Group()+"/beef", -1)
	check.Eventually(t, "a container without a status", func() bool { return n.groups.Read(webPod.Group()+"/beef", "cpuset.cpus") == "4-7" })
	check.OK(t, os.Remove(n.config.StateFile))
	check.Eventually(t, "the state file", func() bool {
		_, err := os.Stat(n.config.StateFile)
		return err == nil
	})
}

// The agent may start before kubelet has made its control groups. The service manager learns when
// the first placement is in force, and the state afterwards.
func TestWithoutNRIKubeletMayComeLater(t *testing.T) {
	n := newBareNode(t, nil)
	n.run(webPod)
	n.set(webPod)
	check.OK(t, os.Rename(n.groups.Root, n.groups.Root+".later"))
	n.start()
	check.Eventually(t, "the complaint", func() bool { return n.logged("round failed") == 1 })
	if _, err := os.Stat(n.config.StateFile); err == nil {
		t.Error("a state before the groups")
	}
	check.OK(t, os.Rename(n.groups.Root+".later", n.groups.Root))
	n.comesTo(webPod, "4-7")
	check.Eventually(t, "the service manager is told", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return len(n.notified) >= 2 && strings.Contains(strings.Join(n.notified[1:], "|"), "READY=1\nSTATUS=1 pods, shared pool 0-3,8-15")
	})
	n.kill()
	if first, last := n.notified[0], n.notified[len(n.notified)-1]; strings.Contains(first, "READY") || last != "STOPPING=1" {
		t.Error(n.notified)
	}
}

// Recheck starts a round at once.
func TestWithoutNRIRecheck(t *testing.T) {
	n := newBareNode(t, func(c *config.Config) { c.Interval.Duration = time.Hour })
	n.run(webPod)
	n.set(webPod)
	n.start()
	check.Eventually(t, "the devices, after which a round follows", func() bool { return n.agent.facts.Devices() != nil })
	check.OK(t, n.agent.keeper.Settle(t.Context(), true))
	n.comesTo(webPod, "4-7")
	n.groups.Write(webPod.Group()+"/"+fake.HexID("web/main"), "cpuset.cpus", "0-15")
	time.Sleep(50 * time.Millisecond)
	if got := n.read(webPod, "cpuset.cpus"); got != "0-15" {
		t.Errorf("checked within the interval: %s", got)
	}
	n.agent.Recheck()
	n.comesTo(webPod, "4-7")
}

// The next agent goes on with what an earlier one decided; only one runs at a time.
func TestWithoutNRIRestart(t *testing.T) {
	owner, thief := webPod, webPod
	owner.Name, thief.Name = "z-owner", "a-thief"
	n := newBareNode(t, nil)
	n.run(owner, thief)
	n.set(owner)
	n.start()
	n.comesTo(owner, "4-7")
	if _, err := newOn(t.Context(), n.config, slog.New(slog.DiscardHandler), n.host); err == nil || !strings.Contains(err.Error(),
		"manages this node") {
		t.Error(err)
	}
	n.kill()
	n.groups.Write(owner.Group()+"/"+fake.HexID("z-owner/main"), "cpuset.cpus", "0-15")
	n.set(owner, thief)
	n.start()
	n.comesTo(owner, "4-7")
	n.comesTo(thief, "0-3,8-15")
}

// BE pods make room by measured use, also those in other groups than their class.
func TestWithoutNRISuppression(t *testing.T) {
	n := newBareNode(t, func(c *config.Config) {
		c.Suppression = config.Suppression{Policy: config.SuppressCPUs, Interval: metav1.Duration{Duration: time.Minute}, MinimumPercent: 10}
	})
	load := fake.NewLoad(t, n.config.Host.Proc, func(group string) string {
		return filepath.Join(n.groups.Root, "cpuacct", group, "cpuacct.usage")
	})
	load.Pass(time.Second, map[string]float64{fake.WholeNode: 0, "kubepods": 0, "kubepods/besteffort": 0, "kubepods/burstable/poduid-odd": 0})
	n.host.clock = load
	odd := fake.Pod{Name: "odd", QOS: "BE", Milli: 100, Class: "burstable"}
	n.run(batchPod, odd)
	n.set(batchPod, odd)
	n.start()
	check.OK(t, n.agent.keeper.Settle(t.Context(), true))
	n.comesTo(batchPod, "0-15")
	measure(t, n.agent, load)
	load.Pass(2*time.Second, map[string]float64{fake.WholeNode: 11, "kubepods": 10, "kubepods/besteffort": 3, "kubepods/burstable/poduid-odd": 1})
	measure(t, n.agent, load)
	// 65 % of 16 CPUs, minus 6 of other pods and 1 of the system: 3.4 CPUs
	n.comesTo(batchPod, "0-1,8-9")
	n.kill()
	n.start()
	time.Sleep(300 * time.Millisecond)
	n.comesTo(batchPod, "0-1,8-9")
	n.kill()
	n.config.Suppression.Policy = config.SuppressNone
	n.start()
	n.comesTo(batchPod, "0-15")
}

// Reserved CPUs of the configuration override the Node's annotation.
func TestReservedCPUs(t *testing.T) {
	n := newBareNode(t, func(c *config.Config) { c.ReservedCPUs = "0-1" })
	n.run(plainPod)
	node := fake.NodeObject(map[string]string{"node.koordinator.sh/reservation": `{"reservedCPUs":"14-15"}`})
	list, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": []any{started(plainPod), node}})
	check.OK(t, err)
	n.write(string(list))
	n.start()
	n.comesTo(plainPod, "2-15")
	n.kill()
	n.config.ReservedCPUs = ""
	n.start()
	n.comesTo(plainPod, "0-13")
}

// Pods come from the API server. A new container is placed when its pod's status changes. A pod that
// is deleted there keeps its CPUs until its control group is gone.
func TestWithoutNRIPodsOfTheAPIServer(t *testing.T) {
	server := fake.NewAPIServer(t)
	server.Set("nodes", fake.NodeObject(nil))
	n := newBareNode(t, func(c *config.Config) {
		c.APIServer.Files, c.APIServer.Kubeconfig, c.APIServer.Wait.Duration = nil, server.Kubeconfig(), time.Millisecond
		c.Interval.Duration = time.Hour
	})
	n.run(webPod, plainPod)
	server.SetDown(true)
	n.start()
	time.Sleep(300 * time.Millisecond)
	if _, err := os.Stat(n.config.StateFile); err == nil {
		t.Error("a placement without pods")
	}
	server.SetDown(false)
	server.Set("pods", started(webPod))
	server.Set("pods", started(plainPod))
	n.comesTo(webPod, "4-7")
	n.comesTo(plainPod, "0-3,8-15")
	check.Eventually(t, "the devices, after which a round follows", func() bool { return n.agent.facts.Devices() != nil })
	check.OK(t, n.agent.keeper.Settle(t.Context(), true))
	second := plainPod.Group() + "/" + fake.HexID("plain/second")
	n.groups.Add(second, -1)
	more := started(plainPod)
	more.Status.ContainerStatuses = append(more.Status.ContainerStatuses, v1.ContainerStatus{Name: "second",
		ContainerID: "cri-o://" + fake.HexID("plain/second")})
	server.Set("pods", more)
	check.Eventually(t, "the new container is placed", func() bool { return n.groups.Read(second, "cpuset.cpus") == "0-3,8-15" })
	server.Delete("pods", "web")
	check.Eventually(t, "the deletion", func() bool { return len(n.agent.facts.DeletedPods()) == 1 })
	check.OK(t, n.agent.keeper.Settle(t.Context(), true))
	n.comesTo(plainPod, "0-3,8-15")
	n.groups.Remove(webPod.Group())
	n.agent.Recheck()
	n.comesTo(plainPod, "0-15")
}
