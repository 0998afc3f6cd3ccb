// Package devices reads the node's devices, including those of device plugins and those that running
// containers see, and writes them as a Device object.
package devices

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
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
	"libkoord.invalid/koord/kubernetes/agent/kubelet"
	"libkoord.invalid/koord/kubernetes/agent/message"
)

// Devices checks the node's devices repeatedly, because GPUs fail, and drivers may be loaded after
// the agent starts.
type Devices struct {
	config     *config.Config
	log        *slog.Logger
	facts      *facts.Store
	changed    func(text []byte)
	checkpoint files.Watched
	plugins    *pluginDevices // nil if none are configured
	last       []byte
	trouble    string
	hidden     int // number of NVIDIA GPUs that the driver does not report, as last logged
}

// New calls changed with every new Device object.
func New(config *config.Config, log *slog.Logger, facts *facts.Store, changed func(text []byte)) (*Devices, error) {
	plugins, err := newPluginDevices(config, log, facts)
	if err != nil {
		return nil, err
	}
	return &Devices{config: config, log: log, facts: facts, changed: changed, plugins: plugins,
		checkpoint: files.Watched{Path: config.Kubelet.DeviceCheckpoint}}, nil
}

// Run checks the devices until the context ends.
func (d *Devices) Run(ctx context.Context) {
	kubelet.Repeat(ctx, d.config.Reports.Interval.Duration, d.look)
	if d.plugins != nil {
		d.plugins.kubelet.Close()
	}
}

// look reports the devices if they have changed.
func (d *Devices) look(ctx context.Context) {
	d.checkpoint.Poll(d.log, nil)
	text, err := d.report(ctx)
	if err != nil {
		if d.trouble != message.Text(err) {
			d.trouble = message.Text(err)
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
func (d *Devices) warnHidden(text []byte) {
	hidden := 0
	if d.config.Reports.NVML != config.NVMLNever && !bytes.Contains(text, []byte(`"type":"gpu"`)) {
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
func (d *Devices) report(ctx context.Context) ([]byte, error) {
	diagnoses, err := koord.NewDiagnostics()
	if err != nil {
		return nil, err
	}
	defer diagnoses.Close()
	_ = diagnoses.SetLog(func(_ koord.LogLevel, message string) { d.log.Debug(message, "from", "libkoord") })
	flags := koord.DeviceReportSysfs
	if d.config.Reports.NVML != config.NVMLNever {
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
	if library := d.config.Reports.NVML; library != config.NVMLNever && library != config.NVMLAuto {
		if err := report.SetNVMLLibrary(library); err != nil {
			return nil, err
		}
	}
	if err := report.SetCheckpoint(d.checkpoint.Text); err != nil {
		d.log.Warn("cannot read kubelet's device checkpoint", "file", d.checkpoint.Path, "error", message.Text(err))
	}
	if len(d.checkpoint.Text) != 0 {
		list, err := d.pods()
		if err != nil {
			return nil, err
		}
		if err := report.SetPods(list); err != nil {
			d.log.Warn("cannot read the pods that have devices", "error", message.Text(err))
		}
	}
	text, err := report.JSON(ctx, d.facts.Machine(), d.config.NodeName)
	if err == nil && d.plugins != nil {
		text, err = d.plugins.add(ctx, text)
	}
	if err != nil {
		return nil, err
	}
	return addVisible(text, visibleOf(d.facts.VisibleGPUs()), d.log)
}

// pods returns the API server's pods as a list, with the uids in kubelet's checkpoint.
func (d *Devices) pods() ([]byte, error) {
	list := v1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}}
	for uid, pod := range d.facts.ServerPods() {
		one := pod.DeepCopy()
		one.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}
		one.UID = types.UID(uid)
		list.Items = append(list.Items, *one)
	}
	return json.Marshal(&list)
}
