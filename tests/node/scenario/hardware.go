package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
)

// hardware is what the agent finds beside this machine's own CPUs and memory: two GPUs of a library of the tests, and an RDMA card
// of a sysfs that is written here. The card's device is another's: one that containers may not use, and whose opening does nothing.
type hardware struct {
	nvml           string // the library that stands for NVIDIA's
	gpus, interval string // in the agent's configuration
	device         string // "MAJOR:MINOR"
	kubelet        *httptest.Server
	podList
}

const (
	card      = "0000:1f:00.0"
	secondGPU = "GPU-00000001-1111-2222-3333-444444444444"
	rdmaCM    = "1:5" // /dev/zero
)

// environment is the agent's.
func (h *hardware) environment(root string) []string {
	return []string{"KOORD_FAKE_NVML=pascal2", "HWLOC_FSROOT=" + root, "HWLOC_THISSYSTEM=1"}
}

// config is what the agent's configuration has more.
func (h *hardware) config(root string) string {
	return fmt.Sprintf("interval: %[1]s\nhost: {root: %[2]s}\nreports: {nvml: %[3]s, interval: %[1]s}\ngpus: %[4]s\ngpuIsolation: hami\n",
		h.interval, root, h.nvml, h.gpus)
}

// harmless are devices by name in /proc/misc that containers may not use.
var harmless = []string{"fuse", "tun", "loop-control", "hw_random", "hpet", "vga_arbiter", "cpu_dma_latency"}

func harmlessDevice() (string, error) {
	text, err := os.ReadFile("/proc/misc")
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(text))
	for _, name := range harmless {
		for i := 1; i < len(fields); i += 2 {
			if fields[i] == name {
				return "10:" + fields[i-1], nil
			}
		}
	}
	return "", fmt.Errorf("/proc/misc has none of %s", strings.Join(harmless, ", "))
}

// writeHost writes what the agent takes for the host's sysfs; CPUs and memory are this machine's.
func (h *hardware) writeHost(root string) error {
	device := "sys/devices/pci0000:1e/" + card
	links := map[string]string{"proc": "/proc", "sys/devices/system": "/sys/devices/system",
		"sys/bus/pci/devices/" + card: "../../../devices/pci0000:1e/" + card,
		"sys/class/infiniband/mlx5_0": "../../devices/pci0000:1e/" + card + "/infiniband/mlx5_0"}
	files := map[string]string{device + "/vendor": "0x15b3", device + "/device": "0x1017", device + "/class": "0x020000",
		device + "/local_cpus": "1", device + "/numa_node": "0", device + "/infiniband/mlx5_0/ports/1/state": "4: ACTIVE",
		device + "/infiniband/mlx5_0/node_guid": "0002:c903:001b:b0a0", device + "/infiniband_verbs/uverbs0/ibdev": "mlx5_0",
		"sys/class/infiniband_verbs/uverbs0/dev": h.device, "sys/class/misc/rdma_cm/dev": rdmaCM}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	for name, target := range links {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(target, path); err != nil && !os.IsExist(err) {
			return err
		}
	}
	return nil
}

// writeCDI writes what NVIDIA's toolkit would write: a device node for the second GPU.
func writeCDI(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"cdiVersion": "0.6.0", "kind": "nvidia.com/gpu", "devices": []any{map[string]any{"name": secondGPU,
		"containerEdits": map[string]any{"deviceNodes": []any{map[string]any{"path": "/dev/nvidia1", "type": "c", "major": 1, "minor": 7}}}}}})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "nvidia.json"), text, 0o644)
}
