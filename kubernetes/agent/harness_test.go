package agent

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/adaptation"
	"github.com/containerd/nri/pkg/api"
	nrilog "github.com/containerd/nri/pkg/log"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// quiet is a log of NRI that discards everything.
type quiet struct{}

func (quiet) Debugf(context.Context, string, ...any) {}
func (quiet) Infof(context.Context, string, ...any)  {}
func (quiet) Warnf(context.Context, string, ...any)  {}
func (quiet) Errorf(context.Context, string, ...any) {}

// TestMain silences NRI's own log; tests show errors themselves.
func TestMain(m *testing.M) {
	nrilog.Set(quiet{})
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
	adaptation.SetPluginRequestTimeout(30 * time.Second) // for busy machines
	os.Exit(m.Run())
}

// node implements the runtime's side of NRI, over the control groups of a tree.
type node struct {
	t      testing.TB
	dir    string
	tree   *fake.Cgroups
	config *config.Config
	nri    *adaptation.Adaptation
	synced chan struct{}
	stop   func()
	agent  *Agent
	host   host

	mu         sync.Mutex
	pods       map[string]*api.PodSandbox
	containers map[string]*api.Container
	groups     map[string]string // by container
	told       []*api.ContainerUpdate
	calls      int
	deaf       bool   // updates requested by the plugin are ignored
	ended      bool   // the test's folders are being removed
	afterTold  func() // called once, before the runtime answers the next report that it has applied
}

// newNode has 16 CPUs in two NUMA nodes of eight, and a connected agent.
func newNode(t testing.TB, edit func(*config.Config)) *node {
	n := newRuntime(t, "numa:2 core:8 pu:1", edit)
	n.start()
	return n
}

func newRuntime(t testing.TB, machine string, edit func(*config.Config)) *node {
	t.Helper()
	dir := t.TempDir()
	topology, err := koord.TopologyFromSynthetic(nil, machine)
	check.OK(t, err)
	all, err := topology.CPUSet(koord.CPUSetKindAll, 0)
	check.OK(t, err)
	n := &node{t: t, dir: dir, tree: fake.NewCgroups(t, all.String(), "0-1"), host: thisHost(), synced: make(chan struct{}, 64),
		pods: map[string]*api.PodSandbox{}, containers: map[string]*api.Container{}, groups: map[string]string{}}
	n.host.machine = topology
	n.config = &config.Config{NodeName: "node-a", OnRefusal: config.OnRefusalShared, StateFile: filepath.Join(dir, "run", "node-state.json"),
		Interval: metav1.Duration{Duration: time.Hour}}
	n.config.NRI.Socket = filepath.Join(dir, "nri.sock")
	n.config.Cgroups = config.CgroupConfig{Mount: n.tree.Root, Version: "1"}
	n.config.Host.Root = filepath.Join(dir, "host")
	n.config.Kubelet.Directory = filepath.Join(dir, "kubelet")
	n.config.APIServer.Use, n.config.Listen = config.APIServerNever, "127.0.0.1:0"
	check.OK(t, os.MkdirAll(n.config.Kubelet.Directory, 0o755))
	if edit != nil {
		edit(n.config)
	}
	check.OK(t, n.config.Complete())
	n.nri, err = adaptation.New("test-runtime", "2.0.0", n.synchronize, n.update, adaptation.WithSocketPath(n.config.NRI.Socket),
		adaptation.WithPluginPath(filepath.Join(dir, "plugins")), adaptation.WithPluginConfigPath(filepath.Join(dir, "conf.d")))
	check.OK(t, err)
	check.OK(t, n.nri.Start())
	<-n.synced // Start synchronizes with plugins that it launches itself, of which there are none
	t.Cleanup(func() {
		n.kill()
		n.nri.Stop()
		n.mu.Lock() // the runtime may still apply an update
		defer n.mu.Unlock()
		n.ended = true
	})
	return n
}

func (n *node) synchronize(ctx context.Context, tell adaptation.SyncCB) error {
	n.mu.Lock()
	var pods []*api.PodSandbox
	var containers []*api.Container
	for _, pod := range n.pods {
		pods = append(pods, pod)
	}
	for _, container := range n.containers {
		containers = append(containers, container)
	}
	n.mu.Unlock()
	updates, err := tell(ctx, pods, containers)
	if err == nil {
		_, err = n.update(ctx, updates)
	}
	n.synced <- struct{}{}
	return err
}

// update applies updates requested by a plugin, like a runtime.
func (n *node) update(_ context.Context, updates []*api.ContainerUpdate) (failed []*api.ContainerUpdate, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer func() {
		if after := n.afterTold; after != nil && len(failed) < len(updates) {
			n.afterTold = nil
			n.mu.Unlock()
			defer n.mu.Lock()
			after()
		}
	}()
	if n.ended {
		return updates, nil
	}
	n.calls++
	for _, update := range updates {
		group, known := n.groups[update.GetContainerId()]
		if _, err := os.Stat(n.tree.File(group, "cpuset.cpus")); n.deaf || !known || err != nil {
			failed = append(failed, update)
			continue
		}
		n.told = append(n.told, update)
		n.set(group, update.GetLinux().GetResources().GetCpu())
	}
	return failed, nil
}

func (n *node) set(group string, cpu *api.LinuxCPU) {
	if cpu.GetCpus() != "" {
		n.tree.Write(group, "cpuset.cpus", cpu.GetCpus())
	}
	if cpu.GetMems() != "" {
		n.tree.Write(group, "cpuset.mems", cpu.GetMems())
	}
	if quota := cpu.GetQuota(); quota != nil {
		n.tree.Write(group, "cpu.cfs_quota_us", fmt.Sprint(quota.GetValue()))
	}
}

// start starts the agent and waits until it is connected.
func (n *node) start() {
	n.t.Helper()
	n.launch()
	n.connected()
}

// connected waits until the agent is connected.
func (n *node) connected() {
	n.t.Helper()
	select {
	case <-n.synced:
	case <-time.After(time.Minute):
		n.t.Fatal("no plugin within a minute")
	}
	// The plugin is in the runtime's list once this lock is free.
	n.nri.BlockPluginSync().Unblock()
}

func (n *node) launch() {
	n.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	running, err := newOn(ctx, n.config, slog.New(slog.DiscardHandler), n.host)
	check.OK(n.t, err)
	n.agent = running
	done := make(chan struct{})
	go func() { running.Run(ctx); close(done) }()
	n.stop = func() {
		cancel()
		<-done
	}
}

// kill stops the agent, as abruptly as possible within a process.
func (n *node) kill() {
	if n.stop != nil {
		n.stop()
		n.stop = nil
	}
}

func (n *node) settle() {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	check.OK(n.t, n.agent.keeper.Settle(ctx, true))
}

// sandbox creates the sandbox of a pod.
func (n *node) sandbox(p fake.Pod) {
	n.t.Helper()
	quota := int64(-1)
	if p.Class == "" {
		quota = p.Milli * 100
	}
	n.tree.Add(p.Group(), quota)
	pod := p.Sandbox()
	n.mu.Lock()
	n.pods[pod.Id] = pod
	n.mu.Unlock()
	check.OK(n.t, n.nri.RunPodSandbox(context.Background(), &api.RunPodSandboxRequest{Pod: pod}))
}

// create creates a container as kubelet requests; cpus are those set by kubelet. The group is
// created with the plugin's adjustment.
func (n *node) create(p fake.Pod, name, cpus string) (*api.ContainerAdjustment, error) {
	pod := p.Sandbox()
	wanted := &api.LinuxCPU{Cpus: cpus}
	if p.Class == "" {
		wanted.Quota, wanted.Period = api.Int64(p.Milli*100), api.UInt64(uint64(100000))
	}
	container := &api.Container{Id: fake.HexID(p.Name + "/" + name), PodSandboxId: pod.Id, Name: name, State: api.ContainerState_CONTAINER_CREATED,
		Env:   append([]string{"PATH=/bin", "NVIDIA_VISIBLE_DEVICES=all"}, p.Env...),
		Linux: &api.LinuxContainer{Resources: &api.LinuxResources{Cpu: wanted}}}
	got, err := n.nri.CreateContainer(context.Background(), &api.CreateContainerRequest{Pod: pod, Container: container})
	if err != nil {
		return nil, err
	}
	group := p.Group() + "/" + container.Id
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tree.Add(group, -1)
	n.set(group, wanted)
	n.set(group, got.GetAdjust().GetLinux().GetResources().GetCpu())
	for _, update := range got.GetUpdate() {
		n.set(n.groups[update.GetContainerId()], update.GetLinux().GetResources().GetCpu())
	}
	container.Linux.Resources.Cpu = &api.LinuxCPU{Cpus: n.tree.Read(group, "cpuset.cpus"), Quota: got.GetAdjust().GetLinux().GetResources().GetCpu().GetQuota()}
	n.containers[container.Id], n.groups[container.Id] = container, group
	return got.GetAdjust(), nil
}

func (n *node) startContainer(p fake.Pod, name string) {
	n.t.Helper()
	n.mu.Lock()
	container := n.containers[fake.HexID(p.Name+"/"+name)]
	container.State = api.ContainerState_CONTAINER_RUNNING
	n.mu.Unlock()
	check.OK(n.t, n.nri.StartContainer(context.Background(), &api.StartContainerRequest{Pod: p.Sandbox(), Container: container}))
}

// run starts a pod with one running container.
func (n *node) run(p fake.Pod) {
	n.t.Helper()
	n.sandbox(p)
	_, err := n.create(p, "main", "")
	check.OK(n.t, err)
	n.startContainer(p, "main")
}

// end stops and removes a pod.
func (n *node) end(p fake.Pod) {
	n.t.Helper()
	ctx, pod := context.Background(), p.Sandbox()
	n.mu.Lock()
	var mine []*api.Container
	for id, container := range n.containers {
		if container.PodSandboxId == pod.Id {
			mine = append(mine, container)
			delete(n.containers, id)
			delete(n.groups, id)
		}
	}
	delete(n.pods, pod.Id)
	n.tree.Remove(p.Group())
	n.mu.Unlock()
	for _, container := range mine {
		_, err := n.nri.StopContainer(ctx, &api.StopContainerRequest{Pod: pod, Container: container})
		check.OK(n.t, err)
		check.OK(n.t, n.nri.RemoveContainer(ctx, &api.RemoveContainerRequest{Pod: pod, Container: container}))
	}
	check.OK(n.t, n.nri.StopPodSandbox(ctx, &api.StopPodSandboxRequest{Pod: pod}))
	check.OK(n.t, n.nri.RemovePodSandbox(ctx, &api.RemovePodSandboxRequest{Pod: pod}))
}

// cpus returns the CPUs that the kernel allows a container.
func (n *node) cpus(p fake.Pod, name string) string {
	return n.tree.Read(p.Group()+"/"+fake.HexID(p.Name+"/"+name), "cpuset.cpus")
}

func (n *node) quota(p fake.Pod, name string) string {
	return n.tree.Read(p.Group()+"/"+fake.HexID(p.Name+"/"+name), "cpu.cfs_quota_us")
}

func (n *node) expectCPUs(p fake.Pod, name, want string) {
	n.t.Helper()
	if got := n.cpus(p, name); got != want {
		n.t.Errorf("%s/%s is on CPUs %s, expected %s", p.Name, name, got, want)
	}
}

func runPod(sandbox *api.PodSandbox) *api.RunPodSandboxRequest {
	return &api.RunPodSandboxRequest{Pod: sandbox}
}

func createIn(sandbox *api.PodSandbox, name string) *api.CreateContainerRequest {
	return &api.CreateContainerRequest{Pod: sandbox, Container: &api.Container{Id: fake.HexID(sandbox.Name + "/" + name), PodSandboxId: sandbox.Id, Name: name}}
}

// at is the expected placement of a pod's container.
type at struct {
	pod  fake.Pod
	cpus string
}

// startAgain starts the agent after it was killed, and checks the placements.
func (n *node) startAgain(where ...at) {
	n.t.Helper()
	n.start()
	n.settle()
	for _, want := range where {
		n.expectCPUs(want.pod, "main", want.cpus)
	}
}
