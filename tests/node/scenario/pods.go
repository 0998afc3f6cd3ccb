package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"strings"
	"sync"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// node is this machine with a containerd, an agent, and this program as its kubelet.
type node struct {
	bin, dir          string
	groups            *groups
	dice              *rand.Rand
	containerd, agent *process
	cri               cri.RuntimeServiceClient
	hasImage          bool

	crio  bool   // in the place of containerd
	tools string // folder of koordctl and koord-runtime; with it containerd has no NRI and there is no agent

	kubectl, admin, account string // the program, and kubeconfigs of an administrator and of the agent; "": no API server

	koordctl, kubeletVersion string // the program, and the kubelet that is taken over; "": this program is the kubelet
	kubelet                  *process
	dsps                     dsps
	ignoreKubelet, pretends  bool   // in the agent's configuration; pretends: it does not report devices
	examples                 string // a folder

	emulated    bool   // a guest, whose root is its first file system
	validator   bool   // of containerd, which asks for plugins that pods require
	onRefusal   string // in the agent's configuration
	suppression string // its policy in the agent's configuration, "": not stated

	own, rest, all string // a CPU, all others, all
	ls, be, lsr    *pod
	other          *pod // of another scheduler

	mu   sync.Mutex
	pods map[string]*pod

	planner     string // koordctl, which decides about resizes; "": there are none
	onlyResizes bool
	list        *podList // that the agent asks, beside hardware's
	listURL     string

	nvml     string    // the library that stands for NVIDIA's
	hardware *hardware // that the agent finds, nil: this machine's
}

// pod is a pod as kubelet knows it.
type pod struct {
	name, qos, class, claim string
	milli                   int64
	gpus                    bool              // it has one
	devices                 map[string]string // amounts that it asks for
	notes                   map[string]string // annotations beside its claims
	object                  *object           // as the API server has it, nil: it does not know of it
	box                     string
	mu                      sync.Mutex
	ids                     map[string]string
}

func (p *pod) uid() string {
	if p.object != nil {
		return p.object.Metadata.UID
	}
	return "uid-" + p.name
}
func (p *pod) group() string {
	return strings.TrimSuffix("kubepods/"+p.class, "/") + "/pod" + p.uid()
}

func (p *pod) resources() *cri.LinuxContainerResources {
	out := &cri.LinuxContainerResources{CpuShares: max(2, p.milli*1024/1000)}
	if p.class == "" {
		out.CpuQuota, out.CpuPeriod = p.milli*100, 100000
	}
	return out
}

var hostNetwork = &cri.NamespaceOption{Network: cri.NamespaceMode_NODE} // no CNI plugin is needed

func (p *pod) config(dir string) *cri.PodSandboxConfig {
	notes := map[string]string{}
	maps.Copy(notes, p.notes)
	if p.claim != "" {
		notes["scheduling.koordinator.sh/resource-status"] = fmt.Sprintf(`{"cpuset":%q}`, p.claim)
	}
	if p.gpus {
		notes["scheduling.koordinator.sh/device-allocated"] = fmt.Sprintf(`{"gpu":[{"minor":0,"id":%q,"resources":{}}]}`, gpu)
	}
	labels := map[string]string{"koordinator.sh/qosClass": p.qos}
	if p.object != nil {
		labels, notes = p.object.Metadata.Labels, p.object.Metadata.Annotations
	}
	labels = kubeletLabels(p, labels)
	return &cri.PodSandboxConfig{Metadata: &cri.PodSandboxMetadata{Name: p.name, Uid: p.uid(), Namespace: "default"}, LogDirectory: dir,
		Labels: labels, Annotations: notes,
		Linux: &cri.LinuxPodSandboxConfig{CgroupParent: "/" + p.group(), Resources: p.resources(),
			SecurityContext: &cri.LinuxSandboxSecurityContext{NamespaceOptions: hostNetwork}}}
}

// kubeletLabels are what kubelet adds to labels, over those of the pod: CRI-O tells its runtime of pods by them.
func kubeletLabels(p *pod, labels map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, labels)
	out["io.kubernetes.pod.name"], out["io.kubernetes.pod.namespace"], out["io.kubernetes.pod.uid"] = p.name, "default", p.uid()
	return out
}

// retry is what a kubelet does when containerd is away or NRI refuses.
func retry(call func() error) error {
	err := call()
	for end := time.Now().Add(patience); err != nil && time.Now().Before(end); err = call() {
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

func (n *node) sandbox(ctx context.Context, p *pod) error {
	quota := int64(-1)
	if p.class == "" {
		quota = p.milli * 100
	}
	if err := n.groups.add(p.group(), quota); err != nil {
		return err
	}
	p.ids = map[string]string{}
	made, err := n.cri.RunPodSandbox(ctx, &cri.RunPodSandboxRequest{Config: p.config(n.dir)})
	if err != nil {
		return fmt.Errorf("RunPodSandbox: %w", err)
	}
	p.box = made.PodSandboxId
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.pods == nil {
		n.pods = map[string]*pod{}
	}
	n.pods[p.name] = p
	return nil
}

func (n *node) container(ctx context.Context, p *pod, name string) error {
	labels := kubeletLabels(p, map[string]string{"io.kubernetes.container.name": name})
	made, err := n.cri.CreateContainer(ctx, &cri.CreateContainerRequest{PodSandboxId: p.box, SandboxConfig: p.config(n.dir),
		Config: &cri.ContainerConfig{Metadata: &cri.ContainerMetadata{Name: name}, Labels: labels, Image: &cri.ImageSpec{Image: image, UserSpecifiedImage: image}, LogPath: p.name + "-" + name + ".log",
			Command: []string{"/bin/busybox", "sleep", "86400"}, Linux: &cri.LinuxContainerConfig{Resources: p.resources(),
				SecurityContext: &cri.LinuxContainerSecurityContext{NamespaceOptions: hostNetwork}}}})
	if err != nil {
		return fmt.Errorf("CreateContainer: %w", err)
	}
	p.mu.Lock()
	p.ids[name] = made.ContainerId
	p.mu.Unlock()
	if _, err := n.cri.StartContainer(ctx, &cri.StartContainerRequest{ContainerId: made.ContainerId}); err != nil {
		return fmt.Errorf("StartContainer: %w", err)
	}
	return nil
}

func (n *node) start(ctx context.Context, p *pod, name string) error {
	if err := n.sandbox(ctx, p); err != nil {
		return err
	}
	return n.container(ctx, p, name)
}

func (n *node) end(ctx context.Context, p *pod) error {
	if _, err := n.cri.StopPodSandbox(ctx, &cri.StopPodSandboxRequest{PodSandboxId: p.box}); err != nil {
		return fmt.Errorf("StopPodSandbox: %w", err)
	}
	if _, err := n.cri.RemovePodSandbox(ctx, &cri.RemovePodSandboxRequest{PodSandboxId: p.box}); err != nil {
		return fmt.Errorf("RemovePodSandbox: %w", err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.pods, p.name)
	return nil
}

// removeAll removes what a failure left.
func (n *node) removeAll() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	n.mu.Lock()
	var left []*pod
	for _, one := range n.pods {
		left = append(left, one)
	}
	n.mu.Unlock()
	for _, one := range left {
		if err := retry(func() error { return n.end(ctx, one) }); err != nil {
			fmt.Println(err)
		}
	}
}

// update is what kubelet's CPU manager does when it thinks that a container belongs elsewhere.
func (n *node) update(ctx context.Context, p *pod, name, cpus string, quota int64) error {
	_, err := n.cri.UpdateContainerResources(ctx, &cri.UpdateContainerResourcesRequest{ContainerId: p.ids[name],
		Linux: &cri.LinuxContainerResources{CpusetCpus: cpus, CpuQuota: quota, CpuPeriod: 100000}})
	return err
}

// output is what a program of busybox prints in a container.
func (n *node) output(ctx context.Context, p *pod, name string, command ...string) (string, error) {
	p.mu.Lock()
	id := p.ids[name]
	p.mu.Unlock()
	answer, err := n.cri.ExecSync(ctx, &cri.ExecSyncRequest{ContainerId: id, Cmd: append([]string{"/bin/busybox"}, command...),
		Timeout: int64(patience.Seconds())})
	if err != nil {
		return "", fmt.Errorf("%s/%s: %w", p.name, name, err)
	}
	if answer.ExitCode != 0 {
		return "", fmt.Errorf("%s/%s: %s: status %d: %s", p.name, name, strings.Join(command, " "), answer.ExitCode, answer.Stderr)
	}
	return string(answer.Stdout), nil
}

const cpusAllowed, memsAllowed = "Cpus_allowed_list:", "Mems_allowed_list:"

// inside asks a container where it may run.
func (n *node) inside(ctx context.Context, p *pod, name, want string) error {
	return n.allowed(ctx, p, name, map[string]string{cpusAllowed: want})
}

// allowed asks a container for CPUs and memory nodes, as its processes have them.
func (n *node) allowed(ctx context.Context, p *pod, name string, wants map[string]string) error {
	text, err := n.output(ctx, p, name, "cat", "/proc/self/status")
	if err != nil {
		return err
	}
	found := 0
	for _, line := range strings.Split(text, "\n") {
		field, got, _ := strings.Cut(line, "\t")
		want, asked := wants[field]
		if !asked {
			continue
		}
		found++
		if got != want {
			return fmt.Errorf("%s/%s has %s %s, expected %s", p.name, name, field, got, want)
		}
	}
	if found != len(wants) {
		return fmt.Errorf("%s/%s: expected %v in %q", p.name, name, wants, text)
	}
	return nil
}

// variables asks for the environment of the container's own process: containerd makes that of others from its own record.
func (n *node) variables(ctx context.Context, p *pod) ([]string, error) {
	text, err := n.output(ctx, p, "main", "sh", "-c", "/bin/busybox cat /proc/[0-9]*/environ")
	return strings.Split(text, "\x00"), err
}
