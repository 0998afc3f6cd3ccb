package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// devices checks the node's devices repeatedly, because GPUs fail, and drivers may be loaded after
// the agent starts.
type devices struct {
	config     *Config
	log        *slog.Logger
	facts      *Facts
	changed    func(text []byte)
	checkpoint watched
	plugins    *pluginDevices // nil if none are configured
	last       []byte
	trouble    string
	hidden     int // number of NVIDIA GPUs that the driver does not report, as last logged
}

// newDevices calls changed with every new Device object.
func newDevices(config *Config, log *slog.Logger, facts *Facts, changed func(text []byte)) (*devices, error) {
	plugins, err := newPluginDevices(config, log, facts)
	if err != nil {
		return nil, err
	}
	return &devices{config: config, log: log, facts: facts, changed: changed, plugins: plugins,
		checkpoint: watched{path: config.Kubelet.DeviceCheckpoint}}, nil
}

// run checks the devices until the context ends.
func (d *devices) run(ctx context.Context) {
	again(ctx, d.config.Reports.Interval.Duration, d.look)
	if d.plugins != nil {
		d.plugins.kubelet.close()
	}
}

// look reports the devices if they have changed.
func (d *devices) look(ctx context.Context) {
	d.checkpoint.poll(d.log, nil)
	text, err := d.report(ctx)
	if err != nil {
		if d.trouble != sentence(err) {
			d.trouble = sentence(err)
			d.log.Warn("cannot read devices; the last report stays in force", "error", d.trouble)
		}
		return
	}
	d.trouble = ""
	d.warnHidden(text)
	if bytes.Equal(text, d.last) || ctx.Err() != nil {
		return
	}
	d.last = text
	d.changed(text)
}

// warnHidden logs that the machine has NVIDIA GPUs but the report has none: a container sees the
// PCI bus, but neither the driver's library nor device nodes, unless its manifests add them.
func (d *devices) warnHidden(text []byte) {
	hidden := 0
	if d.config.Reports.NVML != NVMLNever && !bytes.Contains(text, []byte(`"type":"gpu"`)) {
		hidden = nvidiaGPUs(d.config.Host.Root)
	}
	if hidden > d.hidden {
		d.log.Warn("the machine has NVIDIA GPUs, but NVIDIA's library is not reached, so they are not reported; "+
			"for a DaemonSet see gpu/runtime-class and gpu/host-mounts", "gpus", hidden, "library", d.config.Reports.NVML)
	}
	d.hidden = hidden
}

// nvidiaGPUs counts NVIDIA's display controllers on the PCI bus.
func nvidiaGPUs(root string) int {
	found := 0
	vendors, _ := filepath.Glob(filepath.Join(root, "sys/bus/pci/devices/*/vendor"))
	for _, path := range vendors {
		vendor, _ := os.ReadFile(path)
		class, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "class"))
		if strings.TrimSpace(string(vendor)) == "0x10de" && strings.HasPrefix(string(class), "0x03") {
			found++
		}
	}
	return found
}

// report creates the Device object with the library, including devices assigned by kubelet.
func (d *devices) report(ctx context.Context) ([]byte, error) {
	diagnoses, err := koord.NewDiagnostics()
	if err != nil {
		return nil, err
	}
	defer diagnoses.Close()
	_ = diagnoses.SetLog(func(_ koord.LogLevel, message string) { d.log.Debug(message, "from", "libkoord") })
	flags := koord.DeviceReportSysfs
	if d.config.Reports.NVML != NVMLNever {
		flags |= koord.DeviceReportNVML
	}
	report, err := koord.NewDeviceReport(diagnoses, flags)
	if err != nil {
		return nil, err
	}
	defer report.Close()
	if err := report.SetSysfsRoot(d.config.Host.Root); err != nil {
		return nil, err
	}
	if library := d.config.Reports.NVML; library != NVMLNever && library != NVMLAuto {
		if err := report.SetNVMLLibrary(library); err != nil {
			return nil, err
		}
	}
	if err := report.SetCheckpoint(d.checkpoint.text); err != nil {
		d.log.Warn("cannot read kubelet's device checkpoint", "file", d.checkpoint.path, "error", sentence(err))
	}
	if len(d.checkpoint.text) != 0 {
		list, err := d.pods()
		if err != nil {
			return nil, err
		}
		if err := report.SetPods(list); err != nil {
			d.log.Warn("cannot read the pods that have devices", "error", sentence(err))
		}
	}
	text, err := report.JSON(ctx, d.facts.machineNow(), d.config.NodeName)
	if err == nil && d.plugins != nil {
		text, err = d.plugins.add(ctx, text)
	}
	if err != nil {
		return nil, err
	}
	return addVisible(text, visibleOf(d.facts.visibles()), d.log)
}

// pods returns the API server's pods as a list, with the uids in kubelet's checkpoint.
func (d *devices) pods() ([]byte, error) {
	list := v1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}}
	for uid, pod := range d.facts.podsOfServer() {
		one := pod.DeepCopy()
		one.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}
		one.UID = types.UID(uid)
		list.Items = append(list.Items, *one)
	}
	return json.Marshal(&list)
}
