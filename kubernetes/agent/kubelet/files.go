package kubelet

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
	"libkoord.invalid/koord/kubernetes/agent/message"
)

// Files are the files of kubelet and of the machine. The keeper checks them before each round.
type Files struct {
	log         *slog.Logger
	facts       *facts.Store
	config      files.Watched // kubelet's configuration
	used        []byte        // configuration used last
	cpuState    files.Watched // cpu_manager_state
	memoryState files.Watched // memory_manager_state
	deviceState files.Watched // kubelet_internal_checkpoint
	online      files.Watched // the kernel's list of CPUs
	discover    func(context.Context) (*koord.Topology, error)
	isStarted   bool
	lastError   string // last error of discovery, logged once
}

// NewFiles returns the files, of which none has been read. discover reads the machine again after
// its online CPUs have changed.
func NewFiles(config *config.Config, log *slog.Logger, facts *facts.Store, discover func(context.Context) (*koord.Topology, error)) *Files {
	return &Files{log: log, facts: facts, discover: discover,
		config:      files.Watched{Path: config.Kubelet.Config},
		cpuState:    files.Watched{Path: config.Kubelet.CPUState},
		memoryState: files.Watched{Path: config.Kubelet.MemoryState},
		deviceState: files.Watched{Path: config.Kubelet.DeviceCheckpoint},
		online:      files.Watched{Path: filepath.Join(config.Host.Root, "sys/devices/system/cpu/online")}}
}

// Poll applies changed files.
func (f *Files) Poll(ctx context.Context) {
	f.config.Poll(f.log, func(text []byte) ([]byte, error) { return yaml.YAMLToJSON(text) })
	// Kubelet writes devices before CPUs, and CPUs before memory. Reading in the reverse order, a pod
	// with memory has its CPUs, and a pod with CPUs its devices.
	state := f.memoryState.Poll(f.log, nil)
	state = f.cpuState.Poll(f.log, nil) || state
	state = f.deviceState.Poll(f.log, nil) || state
	config := f.facts.Configz() // the effective configuration takes precedence over the file
	if config == nil {
		config = f.config.Text
	}
	if state || !bytes.Equal(config, f.used) || (config == nil) != (f.used == nil) {
		f.used = config
		f.facts.SetKubeletFiles(config, f.cpuState.Text, f.memoryState.Text, f.deviceState.Text)
	}
	if f.online.Poll(f.log, nil) && f.isStarted {
		machine, err := f.discover(ctx)
		if err != nil {
			if text := message.Text(err); f.lastError != text {
				f.lastError = text
				f.log.Error("online CPUs changed, but the machine cannot be read; retrying", "error", text)
			}
			f.online.Forget()
			return
		}
		f.lastError = ""
		f.log.Info("online CPUs changed", "online", strings.TrimSpace(string(f.online.Text)))
		f.facts.SetMachine(machine)
	}
	f.isStarted = true
}
