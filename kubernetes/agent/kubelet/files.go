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
	log       *slog.Logger
	facts     *facts.Store
	config    files.Watched // kubelet's configuration
	used      []byte        // configuration used last
	cpuState  files.Watched // cpu_manager_state
	online    files.Watched // the kernel's list of CPUs
	discover  func(context.Context) (*koord.Topology, error)
	isStarted bool
	trouble   string // last error of discovery, logged once
}

func NewFiles(config *config.Config, log *slog.Logger, facts *facts.Store, discover func(context.Context) (*koord.Topology, error)) *Files {
	return &Files{log: log, facts: facts, discover: discover,
		config:   files.Watched{Path: config.Kubelet.Config},
		cpuState: files.Watched{Path: config.Kubelet.CPUState},
		online:   files.Watched{Path: filepath.Join(config.Host.Root, "sys/devices/system/cpu/online")}}
}

// Poll applies changed files.
func (s *Files) Poll(ctx context.Context) {
	s.config.Poll(s.log, func(text []byte) ([]byte, error) { return yaml.YAMLToJSON(text) })
	state := s.cpuState.Poll(s.log, nil)
	config := s.facts.Configz() // the effective configuration takes precedence over the file
	if config == nil {
		config = s.config.Text
	}
	if state || !bytes.Equal(config, s.used) || (config == nil) != (s.used == nil) {
		s.used = config
		s.facts.SetKubeletFiles(config, s.cpuState.Text)
	}
	if s.online.Poll(s.log, nil) && s.isStarted {
		machine, err := s.discover(ctx)
		if err != nil {
			if text := message.Text(err); s.trouble != text {
				s.trouble = text
				s.log.Error("online CPUs changed, but the machine cannot be read; retrying", "error", text)
			}
			s.online.Forget()
			return
		}
		s.trouble = ""
		s.log.Info("online CPUs changed", "online", strings.TrimSpace(string(s.online.Text)))
		s.facts.SetMachine(machine)
	}
	s.isStarted = true
}
