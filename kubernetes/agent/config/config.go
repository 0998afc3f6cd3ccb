// Package config is the configuration of the agent: its fields, defaults and checks, and the access
// to the API server and kubelet that it states.
package config

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
)

// Config is the configuration of an agent. The zero value of a field selects its default;
// docs/operate/agent.md has the table.
type Config struct {
	NodeName      string          `json:"nodeName,omitempty"`
	Profile       string          `json:"profile,omitempty"`
	OnRefusal     string          `json:"onRefusal,omitempty"`
	IgnoreKubelet bool            `json:"ignoreKubelet,omitempty"`
	BEByNUMA      bool            `json:"beByNUMA,omitempty"`
	IsolatedCPUs  string          `json:"isolatedCPUs,omitempty"`
	ReservedCPUs  string          `json:"reservedCPUs,omitempty"` // overrides the Node's annotation
	GPUs          string          `json:"gpus,omitempty"`
	GPUIsolation  string          `json:"gpuIsolation,omitempty"`
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
	Suppression   Suppression     `json:"suppression,omitempty"`
}

// Suppression configures the restriction of BE pods when other pods need the CPUs.
type Suppression struct {
	Policy string `json:"policy,omitempty"`
	// ThresholdPercent of the node's CPUs is the target for the use of all pods together.
	ThresholdPercent uint32 `json:"thresholdPercent,omitempty"`
	// share of the node's CPUs that BE pods always have
	MinimumPercent uint32          `json:"minimumPercent,omitempty"`
	Interval       metav1.Duration `json:"interval,omitempty"` // between two measurements
	// GrowAfter is the time for which BE pods must be entitled to more CPUs before they get them.
	// They shrink at once.
	GrowAfter metav1.Duration `json:"growAfter,omitempty"`
	// PressurePercent keeps BE pods from growing if other pods wait for CPUs for this share of the
	// time. 0 disables the check.
	PressurePercent uint32 `json:"pressurePercent,omitempty"`
}

// Values of Suppression.Policy.
const (
	SuppressNone  = "none"
	SuppressCPUs  = "cpuset"   // BE pods run on fewer CPUs
	SuppressQuota = "cfsQuota" // the control group of BE pods gets a CFS quota
)

// ReportsConfig configures reports to the API server.
type ReportsConfig struct {
	Topology string          `json:"topology,omitempty"`
	Devices  string          `json:"devices,omitempty"`
	Interval metav1.Duration `json:"interval,omitempty"` // between checks of the devices
	NVML     string          `json:"nvml,omitempty"`     // auto, never, or the path of NVIDIA's library
	Plugins  []PluginDevices `json:"plugins,omitempty"`
	// Node controls labels and extended resources of the Node for its devices, which require the
	// permission to patch nodes and nodes/status.
	Node string `json:"node,omitempty"`
	// Condition controls the Node's condition KoordAgentReady, which requires the permission to
	// patch nodes/status.
	Condition string `json:"condition,omitempty"`
}

// PluginDevices describes how devices that a device plugin registered with kubelet are reported.
// For known resources such as amd.com/gpu the name is sufficient.
type PluginDevices struct {
	Resource string `json:"resource"` // name under which the plugin registers
	// type in the Device object: gpu, rdma, fpga or any other
	Type   string            `json:"type,omitempty"`
	Vendor string            `json:"vendor,omitempty"` // vendor of GPUs
	Gives  map[string]string `json:"gives,omitempty"`  // resources of each device
}

// Values of ReportsConfig: whether a report is written, and NVIDIA's driver queried.
const (
	ReportPublish = "publish"
	ReportAuto    = "auto" // if the API server permits it
	ReportNever   = "never"
	NVMLAuto      = "auto"
	NVMLNever     = "never"
)

// KubeletConfig configures the paths of kubelet's files. A missing file means kubelet's defaults.
type KubeletConfig struct {
	Directory string `json:"directory,omitempty"`
	Config    string `json:"config,omitempty"`   // config.yaml in the directory
	CPUState  string `json:"cpuState,omitempty"` // cpu_manager_state in the directory
	// MemoryState is memory_manager_state in the directory.
	MemoryState string `json:"memoryState,omitempty"`
	// DeviceCheckpoint is device-plugins/kubelet_internal_checkpoint in the directory.
	DeviceCheckpoint string `json:"deviceCheckpoint,omitempty"`
	// PodResources is the socket pod-resources/kubelet.sock in the directory, which is queried for
	// devices of other plugins.
	PodResources string          `json:"podResources,omitempty"`
	Endpoint     KubeletEndpoint `json:"endpoint,omitempty"`
}

// KubeletEndpoint configures access to kubelet itself. It is not queried without a URL.
type KubeletEndpoint struct {
	URL string `json:"url,omitempty"` // https://127.0.0.1:10250
	// token of a service account that may get nodes/configz and nodes/pods
	TokenFile string `json:"tokenFile,omitempty"`
	CAFile    string `json:"caFile,omitempty"` // the system's certificates if empty
	// do not verify the certificate, which is self-signed
	SkipVerify bool `json:"skipVerify,omitempty"`
}

// APIServerConfig configures access to the API server.
type APIServerConfig struct {
	Use        string `json:"use,omitempty"`
	Kubeconfig string `json:"kubeconfig,omitempty"` // the pod's service account if empty
	// Files contain the node's Pods and its Node, and are read in place of the API server.
	Files []string `json:"files,omitempty"`
	// Wait limits how long the first placement waits for the pods of the API server. After that the
	// runtime's information is sufficient.
	Wait metav1.Duration `json:"wait,omitempty"`
}

// Values of APIServerConfig.Use.
const (
	APIServerAuto     = "auto"     // use it if there is a kubeconfig or a service account
	APIServerRequired = "required" // one of them must exist
	APIServerNever    = "never"
)

// HostConfig configures the paths of the node's files.
type HostConfig struct {
	Proc string `json:"proc,omitempty"`
	Root string `json:"root,omitempty"` // directory that contains sys/
}

// NRIConfig configures access to the runtime.
type NRIConfig struct {
	Use    string `json:"use,omitempty"`
	Socket string `json:"socket,omitempty"`
	Index  string `json:"index,omitempty"`
}

// Values of NRIConfig.Use.
const (
	NRIRequired = "required" // containers are placed by the runtime, and moved by their control groups
	NRINever    = "never"    // only control groups and the state file are written
)

// CgroupConfig configures the control groups.
type CgroupConfig struct {
	Mount   string `json:"mount,omitempty"`
	Root    string `json:"root,omitempty"` // kubelet's cgroupRoot
	Driver  string `json:"driver,omitempty"`
	Version string `json:"version,omitempty"`
}

// Values of Config.OnRefusal: the treatment of a container that the library refuses.
const (
	OnRefusalShared = "shared" // it starts in the shared pool
	OnRefusalRefuse = "refuse" // it does not start
)

// Values of Config.GPUs: how a container learns its GPUs.
const (
	GPUsEnv  = "env"  // NVIDIA_VISIBLE_DEVICES
	GPUsCDI  = "cdi"  // names of the Container Device Interface
	GPUsNone = "none" // not by the agent: a device plugin does it
)

// Values of Config.IsolatedCPUs: the pods that may run on isolated CPUs.
const (
	IsolatedShared   = "shared"   // all pods, as under kubelet
	IsolatedExcluded = "excluded" // only pods that require isolated CPUs
)

// Mechanisms that keep containers to their share of a GPU.
const (
	IsolationNone = "none"
	IsolationHAMi = "hami" // variables of HAMi-core
	IsolationMPS  = "mps"  // variables of NVIDIA's multi-process service
)

var (
	drivers  = []string{"detect", "cgroupfs", "systemd"}
	versions = []string{"detect", "1", "2"}
	profiles = []string{"spec", "upstream"}
)

// Options returns the options for the library's control groups.
func (c *CgroupConfig) Options() koord.CgroupOptions {
	return koord.CgroupOptions{Driver: koord.CgroupDriver(slices.Index(drivers, c.Driver)),
		Version: koord.CgroupVersion(slices.Index(versions, c.Version))}
}

// YAML returns the configuration as the text of a file.
func (c *Config) YAML() ([]byte, error) { return yaml.Marshal(c) }

// Options returns the options for the library's agent.
func (c *Config) Options() koord.AgentOptions {
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
	if c.IsolatedCPUs == IsolatedExcluded {
		options.Flags |= koord.AgentExcludeIsolated
	}
	return options
}
