package nri

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/placement"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The operator chooses how a container learns its GPUs; the container's own variable does not
// count.
func TestGPUs(t *testing.T) {
	got := placement.Answer{Env: []string{"NVIDIA_VISIBLE_DEVICES=GPU-a,GPU-b"}, CDI: []string{"nvidia.com/gpu=GPU-a", "nvidia.com/gpu=GPU-b"}}
	for choice, want := range map[string][2]int{config.GPUsEnv: {1, 0}, config.GPUsCDI: {0, 2}, config.GPUsNone: {0, 0}} {
		p := &Plugin{config: &config.Config{GPUs: choice}}
		out := &api.ContainerAdjustment{}
		check.OK(t, p.adjust(out, &got, nil))
		if len(out.Env) != want[0] || len(out.CDIDevices) != want[1] {
			t.Errorf("%s: %v", choice, out)
		}
		if choice == config.GPUsEnv && (out.Env[0].Key != "NVIDIA_VISIBLE_DEVICES" || out.Env[0].Value != "GPU-a,GPU-b") {
			t.Error(out.Env)
		}
	}
}

// Device nodes have the numbers that the kernel assigned. Without numbers the container does not
// start.
func TestDeviceNodes(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, "sys/class", path, "dev")
		check.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write("infiniband_verbs/uverbs3", "231:195\n")
	write("infiniband_mad/umad0", "231:0\n")
	write("misc/rdma_cm", "10:58\n")
	write("infiniband_verbs/uverbs9", "many\n")
	p := &Plugin{config: &config.Config{Host: config.HostConfig{Root: root}}}
	out := &api.ContainerAdjustment{}
	check.OK(t, p.adjust(out, &placement.Answer{Devices: []string{"/dev/infiniband/uverbs3", "/dev/infiniband/umad0", "/dev/infiniband/rdma_cm"}}, nil))
	for i, want := range [][2]int64{{231, 195}, {231, 0}, {10, 58}} {
		if got := out.Linux.Devices[i]; got.Type != "c" || got.Major != want[0] || got.Minor != want[1] || got.FileMode.GetValue() != 0o666 {
			t.Error(got)
		}
	}
	for path, expected := range map[string]string{"/dev/infiniband/uverbs4": "no such file", "/dev/infiniband/uverbs9": `found "many"`} {
		if err := p.adjust(out, &placement.Answer{Devices: []string{path}}, nil); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A pod's request can be derived from kubelet's control group: it limits the pod's exclusive CPUs.
func TestRequestOfShares(t *testing.T) {
	for _, milli := range []int64{2, 3, 100, 250, 999, 1000, 1001, 1500, 4000, 63999, 256000} {
		shares := uint64(max(2, milli*1024/1000)) // as computed by kubelet
		if got := milliOf(shares); got > milli || uint64(got*1024/1000) != shares && milli > 2 {
			t.Errorf("%d milli are %d shares, read as %d", milli, shares, got)
		}
	}
	if milliOf(2) != 0 || milliOf(1<<40) != 0 {
		t.Error("what is no request is one")
	}
}
