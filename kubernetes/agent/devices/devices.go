// Package devices reads the node's devices, including those of device plugins and those that
// running containers see, and writes them as a Device object.
package devices

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
	"libkoord.invalid/koord/kubernetes/agent/kubelet"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// Devices checks the node's devices repeatedly, because GPUs fail, and drivers may be loaded after
// the agent starts.
type Devices struct {
	config     *config.Config
	log        *slog.Logger
	facts      *facts.Store
	changed    func(text []byte)
	publish    func(text []byte) // nil if the Device object is not published
	checkpoint files.Watched
	readable   []byte             // the last checkpoint that the library could read
	plugins    *pluginDevices     // nil if none are configured
	pods       map[string]*v1.Pod // the API server's, by kubelet's uid, when all running containers were last known
	lastReport []byte             // the last report that could be made
	lastRead   []byte             // the checkpoint of that report
	complete   bool               // a report with all assignments has been made
	current    []byte             // as last passed to changed
	published  []byte
	problem    string // as last logged
	awaited    string // as last logged
	hidden     int    // number of NVIDIA GPUs that the driver does not report, as last logged
}

// New calls changed with every new Device object, and publish with those from the first that has
// all assignments: an earlier one would replace the API server's Device, and the scheduler would
// allocate the devices of the missing entries again.
func New(config *config.Config, log *slog.Logger, facts *facts.Store, changed, publish func(text []byte)) (*Devices, error) {
	plugins, err := newPluginDevices(config, log, facts)
	if err != nil {
		return nil, err
	}
	return &Devices{config: config, log: log, facts: facts, changed: changed, publish: publish, plugins: plugins,
		checkpoint: files.Watched{Path: config.Kubelet.DeviceCheckpoint}}, nil
}

// Run checks the devices until the context ends.
func (d *Devices) Run(ctx context.Context) {
	for ctx.Err() == nil {
		awaited := d.poll(ctx)
		pause, cancel := context.WithTimeout(ctx, d.config.Reports.Interval.Duration)
		if awaited {
			_ = wait.PollUntilContextCancel(pause, 100*time.Millisecond, false, func(context.Context) (bool, error) { return d.facts.Awaited() == "", nil })
		} else {
			<-pause.Done()
		}
		cancel()
	}
}

// Close closes the connection to kubelet. Call it after Run has ended.
func (d *Devices) Close() {
	if d.plugins != nil {
		d.plugins.kubelet.Close()
	}
}

// poll reports the devices if they have changed. If kubelet's assignments cannot be read, or have
// changed since the last report that could be made, the report states this beside the last entries,
// and no scheduler allocates the node's devices.
// isWaiting states that the report is not published before other facts are known.
func (d *Devices) poll(ctx context.Context) (isWaiting bool) {
	awaited := ""
	if !d.complete && d.publish != nil {
		awaited = d.facts.Awaited()
	}
	// The order matters: a container of these pods was created before the following facts are read.
	if pods := d.facts.ServerPods(); d.facts.KnowsRunning() {
		d.pods = pods
	}
	d.checkpoint.Poll(d.log, nil)
	text, unreported, err := d.report(ctx)
	if ctx.Err() != nil {
		return false
	}
	switch {
	case err == nil:
		d.lastReport, d.lastRead = text, d.readable
		d.complete = d.complete || unreported == nil && awaited == ""
		d.warnHidden(text)
	case errors.As(err, new(kubelet.Unreachable)):
		unreported = err
	case unreported == nil && !bytes.Equal(d.lastRead, d.readable):
		unreported = fmt.Errorf("kubelet's assignments changed, but the devices cannot be read: %s", message.Text(err))
	}
	d.warn(awaited, err, unreported)
	if d.lastReport != nil {
		d.publishChanges(unreported)
	}
	return awaited != ""
}

// publishChanges passes the last report to changed and publish, each if it has changed for them.
func (d *Devices) publishChanges(unreported error) {
	text := d.lastReport
	if unreported != nil {
		var err error
		if text, err = annotate(text, objects.AnnotationDevicesCheckpointsError, message.Limit(message.Text(unreported))); err != nil {
			d.log.Warn("cannot report that kubelet's assignments are not known", "error", message.Text(err))
			return
		}
	}
	if !bytes.Equal(text, d.current) {
		d.current = text
		d.changed(text)
	}
	if d.complete && d.publish != nil && !bytes.Equal(text, d.published) {
		d.published = text
		d.publish(text)
	}
}

// warn logs once why devices or kubelet's assignments cannot be read, or are not published yet.
func (d *Devices) warn(awaited string, err, unreported error) {
	if awaited != "" && awaited != d.awaited {
		d.log.Info("devices are not published yet", "awaited", awaited)
	}
	d.awaited = awaited
	problem, text := "", "cannot read devices; the last report stays in force"
	switch {
	case unreported != nil && !d.complete:
		problem, text = message.Text(unreported), "cannot read which devices kubelet assigned; the devices are not published until it is read"
	case unreported != nil:
		problem, text = message.Text(unreported), "cannot read which devices kubelet assigned; schedulers allocate none of this node until then"
	case err != nil:
		problem = message.Text(err)
	}
	if problem != "" && problem != d.problem {
		d.log.Warn(text, "error", problem)
	}
	d.problem = problem
}

// warnHidden logs that the machine has NVIDIA GPUs but the report has none: a container sees the
// PCI bus, but neither the driver's library nor device nodes, unless its manifests add them.
func (d *Devices) warnHidden(text []byte) {
	hidden := 0
	if d.config.Reports.NVML != config.NVMLNever && !bytes.Contains(text, []byte(`"type":"`+gpuType+`"`)) {
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

// report creates the Device object, including devices assigned by kubelet. unreported states why these
// may be incomplete.
func (d *Devices) report(ctx context.Context) (text []byte, unreported, err error) {
	text, unreported, err = d.ownReport(ctx)
	var record kubeletRecord
	if err == nil {
		record, err = readRecord(d.readable)
	}
	if err == nil && d.plugins != nil {
		text, err = d.plugins.add(ctx, text, &record)
	}
	if err == nil {
		text, err = d.addContainers(text, &record)
	}
	if err == nil {
		text, err = complete(text, d.facts.ServerPods())
	}
	return text, unreported, err
}

// addContainers adds entries for containers that kubelet's record lacks.
func (d *Devices) addContainers(text []byte, record *kubeletRecord) ([]byte, error) {
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	claims := newClaims(&device, d.log)
	defer claims.Close()
	text, err := addVisible(text, visibleOf(d.facts.VisibleGPUs(), claims), d.log)
	if err != nil {
		return nil, err
	}
	return addPercentages(text, d.pods, record.registered, claims)
}

// ownReport creates the part of the Device object that the library reads.
func (d *Devices) ownReport(ctx context.Context) (text []byte, unreported, err error) {
	diagnoses, err := koord.NewDiagnostics()
	if err != nil {
		return nil, nil, err
	}
	defer diagnoses.Close()
	_ = diagnoses.SetLog(func(_ koord.LogLevel, message string) { d.log.Debug(message, "from", "libkoord") })
	flags := koord.DeviceReportSysfs
	if d.config.Reports.NVML != config.NVMLNever {
		flags |= koord.DeviceReportNVML
	}
	report, err := koord.NewDeviceReport(diagnoses, flags)
	if err != nil {
		return nil, nil, err
	}
	defer report.Close()
	if err := report.SetSysfsRoot(d.config.Host.Root); err != nil {
		return nil, nil, err
	}
	if library := d.config.Reports.NVML; library != config.NVMLNever && library != config.NVMLAuto {
		if err := report.SetNVMLLibrary(library); err != nil {
			return nil, nil, err
		}
	}
	if unreported, err = d.setCheckpoint(report); err != nil {
		return nil, nil, err
	}
	text, err = report.JSON(ctx, d.facts.Machine(), d.config.NodeName)
	return text, unreported, err
}

// setCheckpoint adds kubelet's checkpoint to the report, or the last readable one. unreported states
// why the present one cannot be read.
func (d *Devices) setCheckpoint(report *koord.DeviceReport) (unreported, err error) {
	unreported = d.checkpoint.LastError()
	if unreported == nil {
		if err := report.SetCheckpoint(d.checkpoint.Text); err == nil {
			d.readable = d.checkpoint.Text
		} else {
			unreported = fmt.Errorf("%s: %s", d.checkpoint.Path, message.Text(err))
		}
	}
	if unreported != nil {
		if err := report.SetCheckpoint(d.readable); err != nil {
			return nil, err
		}
	}
	if len(d.readable) == 0 {
		return unreported, nil
	}
	list, err := d.podList()
	if err != nil {
		return nil, err
	}
	if err := report.SetPods(list); err != nil {
		d.log.Warn("cannot read the pods that have devices", "error", message.Text(err))
	}
	return unreported, nil
}

// podList returns the API server's pods as a list, with the uids in kubelet's checkpoint.
func (d *Devices) podList() ([]byte, error) {
	list := v1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}}
	for uid, pod := range d.facts.ServerPods() {
		item := pod.DeepCopy()
		item.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}
		item.UID = types.UID(uid)
		list.Items = append(list.Items, *item)
	}
	return json.Marshal(&list)
}
