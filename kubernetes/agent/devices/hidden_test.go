package devices

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// GPUs on the PCI bus that no driver reports cause one warning, because pods that request them
// would wait without a visible reason.
func TestHiddenGPUsAreLogged(t *testing.T) {
	for _, test := range []struct {
		name, vendor, class, nvml string
		warnings                  int
	}{
		{"a GPU", "0x10de", "0x030200", "/nowhere", 1},
		{"another vendor", "0x8086", "0x030200", "/nowhere", 0},
		{"an audio device of NVIDIA", "0x10de", "0x040300", "/nowhere", 0},
		{"not asked", "0x10de", "0x030200", config.NVMLNever, 0},
	} {
		var logged strings.Builder
		config := &config.Config{NodeName: "node-a"}
		config.Host.Root, config.Reports.NVML = t.TempDir(), test.nvml
		check.OK(t, config.Complete())
		device := filepath.Join(config.Host.Root, "sys/bus/pci/devices/0000:3b:00.0")
		check.OK(t, os.MkdirAll(device, 0o755))
		check.OK(t, os.WriteFile(filepath.Join(device, "vendor"), []byte(test.vendor+"\n"), 0o600))
		check.OK(t, os.WriteFile(filepath.Join(device, "class"), []byte(test.class+"\n"), 0o600))
		looks, err := New(config, slog.New(slog.NewTextHandler(&logged, nil)), nil, nil, nil)
		check.OK(t, err)
		for range 2 {
			looks.warnHidden([]byte(`{"spec":{"devices":[{"type":"rdma"}]}}`))
		}
		looks.warnHidden([]byte(`{"spec":{"devices":[{"type":"gpu"}]}}`))
		if found := strings.Count(logged.String(), "NVIDIA's library is not reached"); found != test.warnings {
			t.Errorf("%s: %d warnings: %s", test.name, found, logged.String())
		}
	}
}
