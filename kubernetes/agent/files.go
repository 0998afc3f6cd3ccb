package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
)

const (
	mostOfFile = 16 << 20
	// A file may change twice within one clock tick, so a recently modified file is read again.
	young = 2 * time.Second
)

// stamp identifies a version of a file.
type stamp struct {
	inode      uint64
	size       int64
	modified   time.Time
	there, old bool
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	out := stamp{size: info.Size(), modified: info.ModTime(), there: true, old: time.Since(info.ModTime()) > young}
	if raw, ok := info.Sys().(*syscall.Stat_t); ok {
		out.inode = raw.Ino
	}
	return out
}

// watched is a file written by other programs.
type watched struct {
	path    string
	stamp   stamp
	text    []byte // nil if there is no file
	trouble string
}

// poll reports whether the contents of the file changed. A file that cannot be read changes
// nothing.
func (w *watched) poll(log *slog.Logger, read func([]byte) ([]byte, error)) (changed bool) {
	now := stampOf(w.path)
	if now == w.stamp && (now.old || !now.there) {
		return false
	}
	text, err := readFile(w.path)
	if err == nil && text != nil && read != nil {
		text, err = read(text)
	}
	if err != nil {
		if w.trouble != err.Error() {
			w.trouble = err.Error()
			log.Warn("cannot read file; its last content stays in force", "file", w.path, "error", w.trouble)
		}
		return false
	}
	w.trouble = ""
	w.stamp = now
	changed = (text == nil) != (w.text == nil) || !bytes.Equal(text, w.text)
	w.text = text
	return changed
}

// readFile returns nil without an error if the file does not exist.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > mostOfFile {
		return nil, fmt.Errorf("%s: found %d bytes, expected at most %d", path, info.Size(), mostOfFile)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return append([]byte{}, text...), err
}

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
			s.online.stamp = stamp{}
			s.online.text = nil
			return
		}
		s.log.Info("online CPUs changed", "online", strings.TrimSpace(string(s.online.text)))
		s.facts.setMachine(machine)
	}
	s.isStarted = true
}

// cgroupRootOf returns kubelet's cgroupRoot in the form that the library takes.
func cgroupRootOf(config []byte) string {
	var read struct {
		CgroupRoot    string `json:"cgroupRoot"`
		Kubeletconfig struct {
			CgroupRoot string `json:"cgroupRoot"`
		} `json:"kubeletconfig"`
	}
	_ = json.Unmarshal(config, &read) // the library reports errors in it
	if read.CgroupRoot == "" {
		read.CgroupRoot = read.Kubeletconfig.CgroupRoot
	}
	return strings.Trim(read.CgroupRoot, "/")
}
