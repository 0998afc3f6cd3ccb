package agent

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
)

// Config says what an agent does. The zero value of a field is its default; docs/agent.md has the table.
type Config struct {
	NodeName      string          `json:"nodeName,omitempty"`
	Profile       string          `json:"profile,omitempty"`
	OnRefusal     string          `json:"onRefusal,omitempty"`
	IgnoreKubelet bool            `json:"ignoreKubelet,omitempty"`
	BEByNUMA      bool            `json:"beByNUMA,omitempty"`
	GPUs          string          `json:"gpus,omitempty"`
	RDMA          string          `json:"rdma,omitempty"`
	StateFile     string          `json:"stateFile,omitempty"`
	Interval      metav1.Duration `json:"interval,omitempty"`
	Listen        string          `json:"listen,omitempty"`
	Host          HostConfig      `json:"host,omitempty"`
	NRI           NRIConfig       `json:"nri,omitempty"`
	Cgroups       CgroupConfig    `json:"cgroups,omitempty"`
	Kubelet       KubeletConfig   `json:"kubelet,omitempty"`
	APIServer     APIServerConfig `json:"apiServer,omitempty"`
	Reports       ReportsConfig   `json:"reports,omitempty"`
}

// ReportsConfig says what is reported to the API server.
type ReportsConfig struct {
	Topology string          `json:"topology,omitempty"`
	Devices  string          `json:"devices,omitempty"`
	Interval metav1.Duration `json:"interval,omitempty"` // between two looks at the devices
	NVML     string          `json:"nvml,omitempty"`     // auto, never, or the path of NVIDIA's library
}

// Whether a report is written, and NVIDIA's driver asked.
const (
	ReportPublish = "publish"
	ReportNever   = "never"
	NVMLAuto      = "auto"
	NVMLNever     = "never"
)

// KubeletConfig says where kubelet's own files are. Those that are not there are as if kubelet had its defaults.
type KubeletConfig struct {
	Directory string `json:"directory,omitempty"`
	Config    string `json:"config,omitempty"`   // config.yaml in the directory
	CPUState  string `json:"cpuState,omitempty"` // cpu_manager_state in the directory
	// DeviceCheckpoint is device-plugins/kubelet_internal_checkpoint in the directory.
	DeviceCheckpoint string `json:"deviceCheckpoint,omitempty"`
}

// APIServerConfig says how the API server is reached.
type APIServerConfig struct {
	Use        string `json:"use,omitempty"`
	Kubeconfig string `json:"kubeconfig,omitempty"` // none: the service account of the pod
	// Wait is how long the first decision waits for the pods of the API server; then what the runtime says is enough.
	Wait metav1.Duration `json:"wait,omitempty"`
}

// ListenOff serves neither metrics nor health.
const ListenOff = "off"

// Whether the API server is asked.
const (
	APIServerAuto     = "auto"     // if there is a kubeconfig or a service account
	APIServerRequired = "required" // there must be one of them
	APIServerNever    = "never"
)

// HostConfig says where the node's own files are.
type HostConfig struct {
	Proc string `json:"proc,omitempty"`
	Root string `json:"root,omitempty"` // the directory that contains sys/
}

// NRIConfig says how the runtime is reached.
type NRIConfig struct {
	Socket string `json:"socket,omitempty"`
	Index  string `json:"index,omitempty"`
}

// CgroupConfig says where control groups are.
type CgroupConfig struct {
	Mount   string `json:"mount,omitempty"`
	Root    string `json:"root,omitempty"` // kubelet's cgroupRoot
	Driver  string `json:"driver,omitempty"`
	Version string `json:"version,omitempty"`
}

// What is done with a container that the library refuses.
const (
	OnRefusalShared = "shared" // it starts in the shared pool
	OnRefusalRefuse = "refuse" // it does not start
)

// How a container learns which GPUs it has.
const (
	GPUsEnv  = "env"  // NVIDIA_VISIBLE_DEVICES
	GPUsCDI  = "cdi"  // names of the container device interface
	GPUsNone = "none" // not at all: a device plugin does it
)

var (
	drivers  = []string{"detect", "cgroupfs", "systemd"}
	versions = []string{"detect", "1", "2"}
	profiles = []string{"spec", "upstream"}
)

func (c *CgroupConfig) driver() koord.CgroupDriver {
	return koord.CgroupDriver(slices.Index(drivers, c.Driver))
}
func (c *CgroupConfig) version() koord.CgroupVersion {
	return koord.CgroupVersion(slices.Index(versions, c.Version))
}

// ReadConfig reads a configuration, YAML or JSON. Unknown fields are errors.
func ReadConfig(text []byte) (*Config, error) {
	config := &Config{}
	if err := yaml.UnmarshalStrict(text, config); err != nil {
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "error unmarshaling JSON: "))
	}
	return config, nil
}

var twoDigits = regexp.MustCompile(`^[0-9]{2}$`)

// YAML is the configuration as a file.
func (c *Config) YAML() ([]byte, error) { return yaml.Marshal(c) }

// Complete fills in defaults and checks. The error names the field, what was found and what was expected.
func (c *Config) Complete() error {
	if c.NodeName == "" {
		host, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("nodeName: not stated, and this host has no name: %w", err)
		}
		c.NodeName = strings.ToLower(host)
	}
	if problems := validation.IsDNS1123Subdomain(c.NodeName); len(problems) != 0 {
		return fmt.Errorf("nodeName: found %q, expected the name of a node: %s", c.NodeName, problems[0])
	}
	for _, one := range []struct {
		field   string
		value   *string
		choices []string
	}{
		{"profile", &c.Profile, profiles},
		{"onRefusal", &c.OnRefusal, []string{OnRefusalShared, OnRefusalRefuse}},
		{"gpus", &c.GPUs, []string{GPUsEnv, GPUsCDI, GPUsNone}},
		{"rdma", &c.RDMA, []string{"devices", "none"}},
		{"reports.topology", &c.Reports.Topology, []string{ReportPublish, ReportNever}},
		{"reports.devices", &c.Reports.Devices, []string{ReportPublish, ReportNever}},
		{"apiServer.use", &c.APIServer.Use, []string{APIServerAuto, APIServerRequired, APIServerNever}},
		{"cgroups.driver", &c.Cgroups.Driver, drivers},
		{"cgroups.version", &c.Cgroups.Version, versions},
	} {
		if *one.value == "" {
			*one.value = one.choices[0]
		}
		if !slices.Contains(one.choices, *one.value) {
			return fmt.Errorf("%s: found %q, expected one of %s", one.field, *one.value, strings.Join(one.choices, ", "))
		}
	}
	if c.Kubelet.Directory == "" {
		c.Kubelet.Directory = "/var/lib/kubelet"
	}
	for _, one := range []struct {
		field    string
		value    *string
		fallback string
	}{
		{"stateFile", &c.StateFile, "/run/koord/node-state.json"},
		{"host.proc", &c.Host.Proc, "/proc"},
		{"host.root", &c.Host.Root, "/"},
		{"nri.socket", &c.NRI.Socket, "/var/run/nri/nri.sock"},
		{"cgroups.mount", &c.Cgroups.Mount, "/sys/fs/cgroup"},
		{"kubelet.directory", &c.Kubelet.Directory, ""},
		{"kubelet.config", &c.Kubelet.Config, filepath.Join(c.Kubelet.Directory, "config.yaml")},
		{"kubelet.cpuState", &c.Kubelet.CPUState, filepath.Join(c.Kubelet.Directory, "cpu_manager_state")},
		{"kubelet.deviceCheckpoint", &c.Kubelet.DeviceCheckpoint,
			filepath.Join(c.Kubelet.Directory, "device-plugins/kubelet_internal_checkpoint")},
	} {
		if *one.value == "" {
			*one.value = one.fallback
		}
		if !strings.HasPrefix(*one.value, "/") {
			return fmt.Errorf("%s: found %q, expected an absolute path", one.field, *one.value)
		}
	}
	if c.NRI.Index == "" {
		c.NRI.Index = "10"
	}
	if !twoDigits.MatchString(c.NRI.Index) {
		return fmt.Errorf("nri.index: found %q, expected two digits", c.NRI.Index)
	}
	if c.BEByNUMA && c.Profile != "upstream" {
		return fmt.Errorf("beByNUMA: found true, expected false under profile spec, where BE pods always stay on their NUMA nodes")
	}
	if c.Listen == "" {
		c.Listen = "127.0.0.1:9472"
	}
	if _, port, err := net.SplitHostPort(c.Listen); c.Listen != ListenOff && (err != nil || port == "") {
		return fmt.Errorf("listen: found %q, expected an address with a port, as in 127.0.0.1:9472, or %s", c.Listen, ListenOff)
	}
	if c.Reports.NVML == "" {
		c.Reports.NVML = NVMLAuto
	}
	if library := c.Reports.NVML; library != NVMLAuto && library != NVMLNever && !strings.HasPrefix(library, "/") {
		return fmt.Errorf("reports.nvml: found %q, expected %s, %s or an absolute path", library, NVMLAuto, NVMLNever)
	}
	if err := duration("reports.interval", &c.Reports.Interval, 5*time.Second, 100*time.Millisecond, 10*time.Second); err != nil {
		return err
	}
	if err := duration("apiServer.wait", &c.APIServer.Wait, 10*time.Second, time.Millisecond, time.Hour); err != nil {
		return err
	}
	return duration("interval", &c.Interval, 5*time.Second, 100*time.Millisecond, time.Hour)
}

func duration(field string, value *metav1.Duration, fallback, least, most time.Duration) error {
	if value.Duration == 0 {
		value.Duration = fallback
	}
	if value.Duration < least || value.Duration > most {
		return fmt.Errorf("%s: found %s, expected %s to %s", field, value.Duration, least, most)
	}
	return nil
}

func (c *Config) options() koord.AgentOptions {
	options := koord.AgentOptions{Profile: koord.ProfileSpec}
	if c.Profile == "upstream" {
		options.Profile = koord.ProfileUpstream
	}
	if c.IgnoreKubelet {
		options.Flags |= koord.AgentIgnoreKubelet
	}
	if c.BEByNUMA {
		options.Flags |= koord.AgentBEByNUMA
	}
	return options
}
