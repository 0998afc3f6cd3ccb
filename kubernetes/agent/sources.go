package agent

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
)

// sources are the files of kubelet and of the machine. The keeper checks them before each round.
type sources struct {
	log       *slog.Logger
	facts     *Facts
	config    watched // kubelet's configuration
	used      []byte  // configuration used last
	cpuState  watched // cpu_manager_state
	online    watched // the kernel's list of CPUs
	discover  func(context.Context) (*koord.Topology, error)
	isStarted bool
}

func newSources(config *Config, log *slog.Logger, facts *Facts, discover func(context.Context) (*koord.Topology, error)) *sources {
	return &sources{log: log, facts: facts, discover: discover,
		config:   watched{path: config.Kubelet.Config},
		cpuState: watched{path: config.Kubelet.CPUState},
		online:   watched{path: filepath.Join(config.Host.Root, "sys/devices/system/cpu/online")}}
}

// poll applies changed files.
func (s *sources) poll(ctx context.Context) {
	s.config.poll(s.log, func(text []byte) ([]byte, error) { return yaml.YAMLToJSON(text) })
	state := s.cpuState.poll(s.log, nil)
	config := s.facts.configzNow() // the effective configuration takes precedence over the file
	if config == nil {
		config = s.config.text
	}
	if state || !bytes.Equal(config, s.used) || (config == nil) != (s.used == nil) {
		s.used = config
		s.facts.setKubeletFiles(config, s.cpuState.text)
	}
	if s.online.poll(s.log, nil) && s.isStarted {
		machine, err := s.discover(ctx)
		if err != nil {
			s.log.Error("online CPUs changed, but the machine cannot be read", "error", sentence(err))
			s.online.forget()
			return
		}
		s.log.Info("online CPUs changed", "online", strings.TrimSpace(string(s.online.text)))
		s.facts.setMachine(machine)
	}
	s.isStarted = true
}
