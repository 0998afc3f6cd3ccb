package agent

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
)

// Config says what an agent does. The zero value of a field is its default; docs/operate/agent.md has the table.
type Config struct {
	NodeName      string          `json:"nodeName,omitempty"`
	Profile       string          `json:"profile,omitempty"`
	OnRefusal     string          `json:"onRefusal,omitempty"`
	IgnoreKubelet bool            `json:"ignoreKubelet,omitempty"`
	BEByNUMA      bool            `json:"beByNUMA,omitempty"`
	IsolatedCPUs  string          `json:"isolatedCPUs,omitempty"`
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

// Suppression says how BE pods make room when the others need the CPUs.
type Suppression struct {
	Policy string `json:"policy,omitempty"`
	// ThresholdPercent of the node's CPUs is what all together are to keep to.
	ThresholdPercent uint32          `json:"thresholdPercent,omitempty"`
	MinimumPercent   uint32          `json:"minimumPercent,omitempty"` // of the node's CPUs, that BE pods have in any case
	Interval         metav1.Duration `json:"interval,omitempty"`       // between two measurements
	// GrowAfter is how long BE pods must have been entitled to more before they get it. They shrink at once.
	GrowAfter metav1.Duration `json:"growAfter,omitempty"`
	// PressurePercent of the time that others wait for CPUs keeps BE pods from growing; 0: the kernel is not asked.
	PressurePercent uint32 `json:"pressurePercent,omitempty"`
}

// How BE pods are suppressed.
const (
	SuppressNone  = "none"
	SuppressCPUs  = "cpuset"   // they run on fewer CPUs
	SuppressQuota = "cfsQuota" // their control group gets a CFS quota
)

// ReportsConfig says what is reported to the API server.
type ReportsConfig struct {
	Topology string          `json:"topology,omitempty"`
	Devices  string          `json:"devices,omitempty"`
	Interval metav1.Duration `json:"interval,omitempty"` // between two looks at the devices
	NVML     string          `json:"nvml,omitempty"`     // auto, never, or the path of NVIDIA's library
	Plugins  []PluginDevices `json:"plugins,omitempty"`
	// Node says whether the Node gets labels and extended resources by its devices, which takes the right to patch nodes and
	// nodes/status.
	Node string `json:"node,omitempty"`
	// Condition says whether the Node gets the condition KoordAgentReady, which takes the right to patch nodes/status.
	Condition string `json:"condition,omitempty"`
}

// PluginDevices says how devices that a device plugin registered with kubelet are reported. For resources that are known, such
// as amd.com/gpu, the name is enough.
type PluginDevices struct {
	Resource string            `json:"resource"`         // as the plugin registers it
	Type     string            `json:"type,omitempty"`   // of the Device object: gpu, rdma, fpga or any other
	Vendor   string            `json:"vendor,omitempty"` // of GPUs
	Gives    map[string]string `json:"gives,omitempty"`  // what each device has of which resource
}

// Whether a report is written, and NVIDIA's driver asked.
const (
	ReportPublish = "publish"
	ReportAuto    = "auto" // if the API server permits it
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
	// PodResources is the socket pod-resources/kubelet.sock in the directory; it is asked for devices of other plugins.
	PodResources string          `json:"podResources,omitempty"`
	Endpoint     KubeletEndpoint `json:"endpoint,omitempty"`
}

// KubeletEndpoint says how kubelet itself is asked; without a URL it is not.
type KubeletEndpoint struct {
	URL        string `json:"url,omitempty"`        // https://127.0.0.1:10250
	TokenFile  string `json:"tokenFile,omitempty"`  // of a service account that may get nodes/configz and nodes/pods
	CAFile     string `json:"caFile,omitempty"`     // none: those of the system
	SkipVerify bool   `json:"skipVerify,omitempty"` // the certificate is self-signed and is not checked
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

// Values of Config.IsolatedCPUs: the pods that may run on isolated CPUs.
const (
	IsolatedShared   = "shared"   // everybody, as under kubelet
	IsolatedExcluded = "excluded" // pods that require isolated CPUs
)

// What keeps containers to their share of a GPU.
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

func (c *CgroupConfig) driver() koord.CgroupDriver {
	return koord.CgroupDriver(slices.Index(drivers, c.Driver))
}
func (c *CgroupConfig) version() koord.CgroupVersion {
	return koord.CgroupVersion(slices.Index(versions, c.Version))
}

// YAML is the configuration as a file.
func (c *Config) YAML() ([]byte, error) { return yaml.Marshal(c) }

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
	if c.IsolatedCPUs == IsolatedExcluded {
		options.Flags |= koord.AgentExcludeIsolated
	}
	return options
}
