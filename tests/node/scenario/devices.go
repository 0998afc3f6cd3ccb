package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// equip starts the agent anew, with hardware and a kubelet that tells of pods; strip ends that.
func (n *node) equip(ctx context.Context, gpus string) error {
	n.agent.kill()
	device, err := harmlessDevice()
	if err != nil {
		return err
	}
	n.hardware = &hardware{nvml: n.nvml, gpus: gpus, device: device, interval: "200ms"}
	if n.emulated {
		n.hardware.interval = "2s"
	}
	if err := n.hardware.writeHost(n.host()); err != nil {
		return err
	}
	if n.kubectl == "" { // else the API server tells of pods
		n.hardware.kubelet = httptest.NewTLSServer(n.hardware)
	}
	return n.startAgent(ctx)
}

// strip has the agent see this machine again.
func (n *node) strip(ctx context.Context) error {
	n.agent.kill()
	if n.hardware.kubelet != nil {
		n.hardware.kubelet.Close()
	}
	n.hardware = nil
	return n.startAgent(ctx)
}

func (n *node) host() string { return filepath.Join(n.dir, "host") }

// known starts pods that kubelet tells of.
func (n *node) known(ctx context.Context, pods ...*pod) error {
	if err := n.hardware.tell(ctx, append([]*pod{n.ls, n.be}, pods...)...); err != nil {
		return err
	}
	for _, one := range pods {
		if err := n.start(ctx, one, "main"); err != nil {
			return err
		}
	}
	return nil
}

const gpuAndCard = `{"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory-ratio":"50"}}],` +
	`"rdma":[{"minor":0,"resources":{"koordinator.sh/rdma":"100"}}]}`

// allocated is a pod to which a scheduler gave half of the second GPU and the card, by their numbers only.
func allocated(name string) *pod {
	return &pod{name: name, qos: "LS", class: "burstable", milli: 100,
		notes:   map[string]string{"scheduling.koordinator.sh/device-allocated": gpuAndCard},
		devices: map[string]string{"koordinator.sh/gpu-core": "50", "koordinator.sh/gpu-memory-ratio": "50", "koordinator.sh/rdma": "100"}}
}

// playMemory: memory comes from the NUMA nodes that the scheduler chose, whatever kubelet updates. It equips the node for playDevices, too.
func (n *node) playMemory(ctx context.Context) error {
	if err := n.equip(ctx, "env"); err != nil {
		return err
	}
	far, err := filepath.Glob("/sys/devices/system/node/node*/cpu" + n.own)
	if err != nil || len(far) != 1 {
		return fmt.Errorf("CPU %s is in NUMA nodes %v (%v), expected one", n.own, far, err)
	}
	last := strings.TrimPrefix(filepath.Base(filepath.Dir(far[0])), "node")
	near, err := filepath.Glob("/sys/devices/system/node/node0/cpu[0-9]*")
	if err != nil {
		return err
	}
	var cpus []string // of the first node that others leave
	for _, one := range n.groups.cpus {
		if one != n.own && slices.Contains(near, "/sys/devices/system/node/node0/cpu"+one) {
			cpus = append(cpus, one)
		}
	}
	const status = "scheduling.koordinator.sh/resource-status"
	pinned := &pod{name: "near", qos: "LSR", milli: 1000, notes: map[string]string{
		status: fmt.Sprintf(`{"cpuset":%q,"numaNodeResources":[{"node":%s,"resources":{"cpu":"1","memory":"32Mi"}}]}`, n.own, last)}}
	first := &pod{name: "first", qos: "LS", class: "burstable", milli: 100, notes: map[string]string{
		status: `{"numaNodeResources":[{"node":0,"resources":{"cpu":"100m","memory":"32Mi"}}]}`}}
	if err := n.known(ctx, pinned, first); err != nil {
		return err
	}
	check := func() error {
		for _, one := range []struct {
			pod        *pod
			cpus, mems string
		}{{pinned, n.own, last}, {n.ls, n.rest, n.groups.mems}, {first, list(cpus), "0"}} {
			if err := n.allowed(ctx, one.pod, "main", map[string]string{cpusAllowed: one.cpus, memsAllowed: one.mems}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := check(); err != nil {
		return err
	}
	for _, one := range []*pod{pinned, first} {
		if _, err := n.cri.UpdateContainerResources(ctx, &cri.UpdateContainerResourcesRequest{ContainerId: one.ids["main"],
			Linux: &cri.LinuxContainerResources{CpusetCpus: n.all, CpusetMems: n.groups.mems}}); err != nil {
			return err
		}
	}
	if err := check(); err != nil {
		return fmt.Errorf("after kubelet's update: %w", err)
	}
	if err := n.end(ctx, pinned); err != nil {
		return err
	}
	return n.end(ctx, first)
}

// playDevices: what the agent found is what a container has that was given it, and no other has.
func (n *node) playDevices(ctx context.Context) error {
	given := allocated("given")
	// The names of GPUs come with the agent's first look at its devices, which no one tells of here.
	if err := settled(func() error {
		if err := n.known(ctx, given); err != nil {
			return err
		}
		err := n.has(ctx, given, "NVIDIA_VISIBLE_DEVICES="+secondGPU)
		if err != nil {
			if err := n.end(ctx, given); err != nil {
				return err
			}
		}
		return err
	}); err != nil {
		return err
	}
	if err := n.hasShareAndCard(ctx, given); err != nil {
		return err
	}
	thief := allocated("greedy")
	thief.devices = nil // it asks for none
	if err := n.known(ctx, thief); err != nil {
		return err
	}
	if err := n.hasNoDevices(ctx, thief); err != nil {
		return err
	}
	if err := n.end(ctx, thief); err != nil {
		return err
	}
	if err := n.end(ctx, given); err != nil {
		return err
	}
	return n.strip(ctx)
}

// hasShareAndCard: half of a GPU, by variables, and the card, which it opens.
func (n *node) hasShareAndCard(ctx context.Context, p *pod) error {
	if err := n.has(ctx, p, "CUDA_DEVICE_MEMORY_LIMIT=40960m", "CUDA_DEVICE_SM_LIMIT=50"); err != nil {
		return err
	}
	for path, want := range map[string]string{"/dev/infiniband/uverbs0": n.hardware.device, "/dev/infiniband/rdma_cm": rdmaCM} {
		if err := n.opens(ctx, p, path, want); err != nil {
			return err
		}
	}
	return nil
}

// playReported: the scheduler gives what the agent reported.
func (n *node) playReported(ctx context.Context) error {
	if err := n.equip(ctx, "env"); err != nil {
		return err
	}
	if err := settled(func() error {
		out, err := n.apiServer(ctx, "", "get", "device", "node-a", "-o", "jsonpath={.spec.devices[*].type} {.spec.devices[1].id}")
		if err == nil && out != "gpu gpu rdma "+secondGPU {
			err = fmt.Errorf("the report has %q", out)
		}
		return err
	}); err != nil {
		return err
	}
	given := &pod{name: "given", qos: "LS", class: "burstable", milli: 100}
	const amounts = `koordinator.sh/gpu-core: "50", koordinator.sh/gpu-memory-ratio: "50", koordinator.sh/rdma: "100"`
	resources := "{requests: {cpu: 100m, " + amounts + "}, limits: {" + amounts + "}}"
	if _, err := n.apiServer(ctx, fmt.Sprintf(manifest, given.name, given.qos, resources), "apply", "-f", "-"); err != nil {
		return err
	}
	if err := settled(func() error { return n.bound(ctx, given) }); err != nil {
		return err
	}
	if err := n.start(ctx, given, "main"); err != nil {
		return err
	}
	if err := n.hasShareAndCard(ctx, given); err != nil {
		return err
	}
	return n.end(ctx, given)
}

// playCDI: with "cdi" the runtime makes the device nodes that are written down for a GPU's name.
func (n *node) playCDI(ctx context.Context) error {
	if err := n.equip(ctx, "cdi"); err != nil {
		return err
	}
	given := allocated("cdi")
	given.notes["scheduling.koordinator.sh/device-allocated"] = strings.Replace(gpuAndCard, `"minor":1`, `"minor":1,"id":"`+secondGPU+`"`, 1)
	if err := n.known(ctx, given); err != nil {
		return err
	}
	if err := n.opens(ctx, given, "/dev/nvidia1", "1:7"); err != nil {
		return err
	}
	found, err := n.variables(ctx, given)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(found, func(one string) bool { return strings.HasPrefix(one, "NVIDIA_VISIBLE_DEVICES=") }) {
		return fmt.Errorf("%s has the environment %q, expected no NVIDIA_VISIBLE_DEVICES", given.name, found)
	}
	if err := n.end(ctx, given); err != nil {
		return err
	}
	return n.strip(ctx)
}

// has asks for variables.
func (n *node) has(ctx context.Context, p *pod, variables ...string) error {
	found, err := n.variables(ctx, p)
	if err != nil {
		return err
	}
	for _, one := range variables {
		if !slices.Contains(found, one) {
			return fmt.Errorf("%s has the environment %q, expected %s", p.name, found, one)
		}
	}
	return nil
}

// opens looks at a device node from inside, and opens it.
func (n *node) opens(ctx context.Context, p *pod, path, want string) error {
	const script = "/bin/busybox stat -c '%%F %%t:%%T' %[1]s && /bin/busybox dd if=%[1]s count=0"
	text, err := n.output(ctx, p, "main", "sh", "-c", fmt.Sprintf(script, path))
	if err != nil {
		return err
	}
	var major, minor int
	kind, numbers, _ := strings.Cut(strings.TrimSpace(text), " file ")
	if _, err := fmt.Sscanf(numbers, "%x:%x", &major, &minor); err != nil || kind != "character special" || fmt.Sprintf("%d:%d", major, minor) != want {
		return fmt.Errorf("%s: %s is %q, expected the character device %s", p.name, path, text, want)
	}
	return nil
}

// hasNoDevices: neither nodes nor variables, and it cannot make itself what it was not given.
func (n *node) hasNoDevices(ctx context.Context, p *pod) error {
	found, err := n.variables(ctx, p)
	if err != nil {
		return err
	}
	for _, one := range found {
		if strings.HasPrefix(one, "NVIDIA_") || strings.HasPrefix(one, "CUDA_") {
			return fmt.Errorf("%s has %s, and was given no GPU", p.name, one)
		}
	}
	major, minor, _ := strings.Cut(n.hardware.device, ":")
	const script = "! [ -e /dev/infiniband ] && ! { /bin/busybox mknod /tmp/mine c %s %s && /bin/busybox true </tmp/mine; }"
	if _, err := n.output(ctx, p, "main", "sh", "-c", "/bin/busybox mkdir -p /tmp; "+fmt.Sprintf(script, major, minor)); err != nil {
		return fmt.Errorf("a pod without devices reaches one: %w", err)
	}
	return nil
}
