package nri

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/placement"
)

// adjust converts an answer, and the share of the container's GPUs, to an NRI adjustment.
func (p *Plugin) adjust(out *api.ContainerAdjustment, answer *placement.Answer, share *gpuShare) error {
	setPlacement(answer.Place, out)
	if p.config.GPUs == config.GPUsEnv {
		for _, variable := range answer.Env {
			name, value, _ := strings.Cut(variable, "=")
			out.AddEnv(name, value)
		}
	}
	if share != nil {
		for name, value := range share.variables(p.config.GPUIsolation) {
			out.AddEnv(name, value)
		}
	}
	if p.config.GPUs == config.GPUsCDI {
		for _, name := range answer.CDI {
			out.AddCDIDevice(&api.CDIDevice{Name: name})
		}
	}
	for _, path := range answer.Devices {
		device, err := deviceNode(p.config.Host.Root, path)
		if err != nil {
			return err
		}
		out.AddDevice(device)
	}
	return nil
}

// updateOf returns an update that moves a container.
func updateOf(id string, to facts.Place) *api.ContainerUpdate {
	out := &api.ContainerUpdate{}
	out.SetContainerId(id)
	setPlacement(to, out)
	return out
}

// setPlacement writes a placement to NRI's resources of a container.
func setPlacement(p facts.Place, into interface {
	SetLinuxCPUSetCPUs(string)
	SetLinuxCPUSetMems(string)
	SetLinuxCPUQuota(int64)
}) {
	if p.CPUs != "" {
		into.SetLinuxCPUSetCPUs(p.CPUs)
	}
	if p.Mems != "" {
		into.SetLinuxCPUSetMems(p.Mems)
	}
	switch {
	case p.Unlimited:
		into.SetLinuxCPUQuota(-1)
	case p.Quota > 0:
		into.SetLinuxCPUQuota(p.Quota)
	}
}

// deviceNode returns an RDMA device by its path below /dev. Its numbers come from sysfs, so that
// the agent needs no access to the host's /dev.
func deviceNode(root, path string) (*api.LinuxDevice, error) {
	class := "infiniband_verbs"
	name := filepath.Base(path)
	switch {
	case name == "rdma_cm":
		class = "misc"
	case strings.HasPrefix(name, "umad") || strings.HasPrefix(name, "issm"):
		class = "infiniband_mad"
	}
	file := filepath.Join(root, "sys/class", class, name, "dev")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the numbers of %s: %w", path, err)
	}
	major, minor, _ := strings.Cut(strings.TrimSpace(string(text)), ":")
	first, err := strconv.ParseInt(major, 10, 32)
	second, err2 := strconv.ParseInt(minor, 10, 32)
	if err != nil || err2 != nil {
		return nil, fmt.Errorf("%s: found %q, expected the numbers of a device, such as 231:192", file, strings.TrimSpace(string(text)))
	}
	return &api.LinuxDevice{Path: path, Type: "c", Major: first, Minor: second, FileMode: api.FileMode(os.FileMode(0o666))}, nil
}
