package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// devices looks for the node's devices again and again: GPUs fail, and drivers are loaded later than an agent.
type devices struct {
	config     *Config
	log        *slog.Logger
	facts      *Facts
	changed    func(text []byte)
	checkpoint watched
	plugins    *pluginDevices // nil: none are configured
	last       []byte
	trouble    string
}

func newDevices(config *Config, log *slog.Logger, facts *Facts, changed func([]byte)) *devices {
	return &devices{config: config, log: log, facts: facts, changed: changed,
		checkpoint: watched{path: config.Kubelet.DeviceCheckpoint}}
}

func (d *devices) run(ctx context.Context) { again(ctx, d.config.Reports.Interval.Duration, d.look) }

// again looks now and in every interval until the context ends.
func again(ctx context.Context, interval time.Duration, look func(context.Context)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// look reports the devices where they differ from before.
func (d *devices) look(ctx context.Context) {
	d.checkpoint.poll(d.log, nil)
	text, err := d.report(ctx)
	if err != nil {
		if d.trouble != sentence(err) {
			d.trouble = sentence(err)
			d.log.Warn("the devices cannot be read; what was reported before holds on", "error", d.trouble)
		}
		return
	}
	d.trouble = ""
	if bytes.Equal(text, d.last) || ctx.Err() != nil {
		return
	}
	d.last = text
	d.changed(text)
}

// report asks the library, with what kubelet gave away.
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
		d.log.Warn("kubelet's checkpoint of devices cannot be read", "file", d.checkpoint.path, "error", sentence(err))
	}
	if len(d.checkpoint.text) != 0 {
		list, err := d.pods()
		if err != nil {
			return nil, err
		}
		if err := report.SetPods(list); err != nil {
			d.log.Warn("the pods that have devices cannot be read", "error", sentence(err))
		}
	}
	text, err := report.JSON(ctx, d.facts.machineNow(), d.config.NodeName)
	if err == nil && d.plugins != nil {
		text, err = d.plugins.add(ctx, text)
	}
	if err != nil {
		return nil, err
	}
	return addVisible(text, d.facts.visibles(), d.log)
}

// pods are those of the API server, as a list, with the uids that kubelet's checkpoint has.
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
