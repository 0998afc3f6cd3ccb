package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// Device plugins find kubelet here and nowhere else.
const kubeletRoot = "/var/lib/kubelet"

// Kubelet writes these when it starts.
var sysctls = []string{"vm/overcommit_memory", "vm/panic_on_oom", "kernel/panic", "kernel/panic_on_oops", "kernel/keys/root_maxkeys",
	"kernel/keys/root_maxbytes"}

// machine is what a kubelet leaves on this machine, to be put back.
type machine map[string][]byte

func rememberMachine() machine {
	out := machine{}
	for _, name := range sysctls {
		if text, err := os.ReadFile(filepath.Join("/proc/sys", name)); err == nil {
			out[name] = text
		}
	}
	return out
}

func (m machine) putBack() {
	for name, text := range m {
		_ = os.WriteFile(filepath.Join("/proc/sys", name), text, 0o644)
	}
	text, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		fmt.Println(err)
		return
	}
	var mounts []string
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && (fields[1] == kubeletRoot || strings.HasPrefix(fields[1], kubeletRoot+"/")) {
			mounts = append(mounts, fields[1])
		}
	}
	sort.Sort(sort.Reverse(sort.StringSlice(mounts)))
	for _, mount := range mounts {
		if err := syscall.Unmount(mount, syscall.MNT_DETACH); err != nil {
			fmt.Println("unmount", mount, err) // what is mounted there is not ours to remove
			return
		}
	}
	if err := os.RemoveAll(kubeletRoot); err != nil {
		fmt.Println(err)
	}
}

const (
	kubeletHealth = "http://127.0.0.1:19480/healthz"
	kubeletURL    = "https://127.0.0.1:19481"
)

// configureKubelet writes its configuration. Under "static" CPU 0 is kubelet's own.
func (n *node) configureKubelet(policy string) error {
	config := `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix://` + n.dir + `/containerd.sock
podLogsDir: ` + n.dir + `/logs
cgroupDriver: cgroupfs
cgroupRoot: /
failCgroupV1: false
failSwapOn: false
cpuManagerPolicy: ` + policy + `
cpuManagerReconcilePeriod: 2s
enforceNodeAllocatable: [pods]
address: 127.0.0.1
port: 19481
readOnlyPort: 0
healthzPort: 19480
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
evictionHard: {memory.available: 1Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
`
	if policy == "static" {
		config += "reservedSystemCPUs: \"0\"\ntopologyManagerPolicy: best-effort\n"
	}
	if err := os.MkdirAll(kubeletRoot, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(kubeletRoot, "config.yaml"), []byte(config), 0o600)
}

func (n *node) launchKubelet() (err error) {
	n.kubelet, err = n.launch("kubelet", "--kubelet-config", filepath.Join(kubeletRoot, "config.yaml"), "--kubeconfig", n.admin,
		"--cert-dir", filepath.Join(n.dir, "pki"), "--hostname-override", "node-a")
	return err
}

// startKubelet waits until it works, and has the device plugin register with it.
func (n *node) startKubelet(ctx context.Context) error {
	if err := n.launchKubelet(); err != nil {
		return err
	}
	client := http.Client{Timeout: 5 * time.Second}
	if err := settled(func() error {
		answer, err := client.Get(kubeletHealth)
		if err != nil {
			return fmt.Errorf("kubelet: %w", err)
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("kubelet is not healthy: %s", answer.Status)
		}
		_, err = n.apiServer(ctx, "", "get", "node", "node-a")
		return err
	}); err != nil {
		return err
	}
	return settled(func() error { return n.dsps.register(ctx) })
}

// dies has a kubelet start that must not come up, and returns the end of its log.
func (n *node) dies() (string, error) {
	if err := n.launchKubelet(); err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- n.kubelet.command.Wait() }()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		_ = n.kubelet.command.Process.Kill()
		<-ended
		return "", fmt.Errorf("kubelet started with a damaged cpu_manager_state")
	}
	text, err := os.ReadFile(filepath.Join(n.dir, "kubelet.log"))
	return string(text[max(0, len(text)-4096):]), err
}

// koordctlKubelet runs one of koordctl's commands for kubelet's files, as an administrator would.
func (n *node) koordctlKubelet(ctx context.Context, command string, args ...string) error {
	args = append([]string{"kubelet", "state", command, "--cpu-state", filepath.Join(kubeletRoot, "cpu_manager_state"),
		"--kubelet-config", filepath.Join(kubeletRoot, "config.yaml"), "--kubelet-version", n.kubeletVersion}, args...)
	out, err := exec.CommandContext(ctx, n.koordctl, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("koordctl %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}

const kubeletPod = `apiVersion: v1
kind: Pod
metadata: {name: %s, labels: {koordinator.sh/qosClass: %s}}
spec:
  schedulerName: koord-scheduler
  %s
  hostNetwork: true
  enableServiceLinks: false
  terminationGracePeriodSeconds: 0
  containers:
  - {name: main, image: %q, imagePullPolicy: Never, command: [/bin/busybox, sleep, "86400"], resources: %s}
`

// applied has the scheduler bind a pod, unless more of its specification does, and kubelet start it.
func (n *node) applied(ctx context.Context, p *pod, resources string, more ...string) error {
	return n.started(ctx, p, fmt.Sprintf(kubeletPod, p.name, p.qos, strings.Join(more, "\n  "), image, resources))
}

func (n *node) started(ctx context.Context, p *pod, manifest string) error {
	if _, err := n.apiServer(ctx, manifest, "apply", "-f", "-"); err != nil {
		return err
	}
	if err := settled(func() error { return n.bound(ctx, p) }); err != nil {
		return err
	}
	return settled(func() error {
		found, err := n.cri.ListContainers(ctx, &cri.ListContainersRequest{Filter: &cri.ContainerFilter{
			State:         &cri.ContainerStateValue{State: cri.ContainerState_CONTAINER_RUNNING},
			LabelSelector: map[string]string{"io.kubernetes.pod.uid": p.uid()}}})
		if err != nil {
			return err
		}
		if len(found.Containers) != 1 {
			return fmt.Errorf("pod %s has %d running containers, expected one", p.name, len(found.Containers))
		}
		p.ids = map[string]string{"main": found.Containers[0].Id}
		return nil
	})
}

// endKubelet ends it and what it started.
func (n *node) endKubelet() {
	n.kubelet.kill()
	n.dsps.stop()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	found, err := n.cri.ListPodSandbox(ctx, &cri.ListPodSandboxRequest{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, one := range found.Items {
		_, err := n.cri.StopPodSandbox(ctx, &cri.StopPodSandboxRequest{PodSandboxId: one.Id})
		if err == nil {
			_, err = n.cri.RemovePodSandbox(ctx, &cri.RemovePodSandboxRequest{PodSandboxId: one.Id})
		}
		if err != nil {
			fmt.Println(err)
		}
	}
}
