package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

var twoDigits = regexp.MustCompile(`^[0-9]{2}$`)

// Complete fills in defaults and validates the configuration. The error names the field, and the
// found and expected values.
func (c *Config) Complete() error {
	for _, part := range []func() error{c.completeName, c.completeChoices, c.completePaths, c.completeAddresses, c.completeTimes,
		c.completePercents, c.completeKubelet, c.completeFiles, c.completeReserved, c.completePlugins} {
		if err := part(); err != nil {
			return err
		}
	}
	if c.BEByNUMA && c.Profile != "upstream" {
		return fmt.Errorf("beByNUMA: found true, expected false under profile spec, where BE pods always stay on their NUMA nodes")
	}
	if c.IsolatedCPUs == IsolatedExcluded && c.Profile != "spec" {
		return fmt.Errorf("isolatedCPUs: found %q, expected %q under profile upstream, which knows no isolated CPUs",
			c.IsolatedCPUs, IsolatedShared)
	}
	return nil
}

func (c *Config) completeName() error {
	if c.NodeName == "" {
		host, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("nodeName: not stated, and this host has no name: %w", err)
		}
		c.NodeName = strings.ToLower(host)
	}
	if len(validation.IsDNS1123Subdomain(c.NodeName)) != 0 {
		return fmt.Errorf("nodeName: found %q, expected the name of a node: small letters, digits, '-' and '.', at most %d, as kubectl get "+
			"nodes prints it", c.NodeName, validation.DNS1123SubdomainMaxLength)
	}
	return nil
}

func (c *Config) completeChoices() error {
	for _, field := range []struct {
		field   string
		value   *string
		choices []string // the first is the default
	}{
		{"profile", &c.Profile, profiles},
		{"onRefusal", &c.OnRefusal, []string{OnRefusalRefuse, OnRefusalShared}},
		{"isolatedCPUs", &c.IsolatedCPUs, []string{IsolatedShared, IsolatedExcluded}},
		{"gpus", &c.GPUs, []string{GPUsEnv, GPUsCDI, GPUsNone}},
		{"gpuIsolation", &c.GPUIsolation, []string{IsolationNone, IsolationHAMi, IsolationMPS}},
		{"rdma", &c.RDMA, []string{"devices", "none"}},
		{"reports.topology", &c.Reports.Topology, []string{ReportPublish, ReportNever}},
		{"reports.devices", &c.Reports.Devices, []string{ReportPublish, ReportNever}},
		{"reports.node", &c.Reports.Node, []string{ReportAuto, ReportNever}},
		{"reports.condition", &c.Reports.Condition, []string{ReportNever, ReportPublish}},
		{"suppression.policy", &c.Suppression.Policy, []string{SuppressNone, SuppressCPUs, SuppressQuota}},
		{"apiServer.use", &c.APIServer.Use, []string{APIServerAuto, APIServerRequired, APIServerNever}},
		{"nri.use", &c.NRI.Use, []string{NRIRequired, NRINever}},
		{"cgroups.driver", &c.Cgroups.Driver, drivers},
		{"cgroups.version", &c.Cgroups.Version, versions},
	} {
		if *field.value == "" {
			*field.value = field.choices[0]
		}
		if !slices.Contains(field.choices, *field.value) {
			return fmt.Errorf("%s: found %q, expected one of %s", field.field, *field.value, strings.Join(field.choices, ", "))
		}
	}
	return nil
}

func (c *Config) completePaths() error {
	kubelet := c.Kubelet.Directory
	if kubelet == "" {
		kubelet = "/var/lib/kubelet"
	}
	for _, field := range []struct {
		field    string
		value    *string
		fallback string
	}{
		{"stateFile", &c.StateFile, "/run/koord/node-state.json"},
		{"host.proc", &c.Host.Proc, "/proc"},
		{"host.root", &c.Host.Root, "/"},
		{"nri.socket", &c.NRI.Socket, "/var/run/nri/nri.sock"},
		{"cgroups.mount", &c.Cgroups.Mount, "/sys/fs/cgroup"},
		{"kubelet.directory", &c.Kubelet.Directory, kubelet},
		{"kubelet.config", &c.Kubelet.Config, filepath.Join(kubelet, "config.yaml")},
		{"kubelet.cpuState", &c.Kubelet.CPUState, filepath.Join(kubelet, "cpu_manager_state")},
		{"kubelet.memoryState", &c.Kubelet.MemoryState, filepath.Join(kubelet, "memory_manager_state")},
		{"kubelet.podResources", &c.Kubelet.PodResources, filepath.Join(kubelet, "pod-resources/kubelet.sock")},
		{"kubelet.deviceCheckpoint", &c.Kubelet.DeviceCheckpoint, filepath.Join(kubelet, "device-plugins/kubelet_internal_checkpoint")},
	} {
		if *field.value == "" {
			*field.value = field.fallback
		}
		if !strings.HasPrefix(*field.value, "/") {
			return fmt.Errorf("%s: found %q, expected an absolute path", field.field, *field.value)
		}
	}
	if c.Reports.NVML == "" {
		c.Reports.NVML = NVMLAuto
	}
	if library := c.Reports.NVML; library != NVMLAuto && library != NVMLNever && !strings.HasPrefix(library, "/") {
		return fmt.Errorf("reports.nvml: found %q, expected %s, %s or an absolute path", library, NVMLAuto, NVMLNever)
	}
	return nil
}

func (c *Config) completeAddresses() error {
	if c.NRI.Index == "" {
		c.NRI.Index = "10"
	}
	if !twoDigits.MatchString(c.NRI.Index) {
		return fmt.Errorf("nri.index: found %q, expected two digits", c.NRI.Index)
	}
	program.CompleteAddress(&c.Listen, "127.0.0.1:9472")
	if c.Listen == program.Off {
		return nil
	}
	return program.CheckAddress("listen", c.Listen, "127.0.0.1:9472, or "+program.Off)
}

// timeField is a duration with its default and its range.
type timeField struct {
	field                 string
	value                 *metav1.Duration
	fallback, least, most time.Duration
}

func (f *timeField) outOfRange() error {
	return fmt.Errorf("%s: found %s, expected %s to %s", f.field, f.value.Duration, f.least, f.most)
}

func (c *Config) times() []timeField {
	return []timeField{
		{"interval", &c.Interval, 5 * time.Second, 100 * time.Millisecond, time.Hour},
		{"reports.interval", &c.Reports.Interval, 5 * time.Second, 100 * time.Millisecond, 10 * time.Second},
		{"suppression.interval", &c.Suppression.Interval, 2 * time.Second, 100 * time.Millisecond, time.Minute},
		{"suppression.growAfter", &c.Suppression.GrowAfter, 10 * time.Second, time.Millisecond, time.Hour},
		{"apiServer.wait", &c.APIServer.Wait, 10 * time.Second, time.Millisecond, time.Hour},
	}
}

func (c *Config) completeTimes() error {
	for _, field := range c.times() {
		if field.value.Duration == 0 {
			field.value.Duration = field.fallback
		}
		if found := field.value.Duration; found < field.least || found > field.most {
			return field.outOfRange()
		}
	}
	return nil
}

func (c *Config) completePercents() error {
	s := &c.Suppression
	if s.ThresholdPercent == 0 {
		s.ThresholdPercent = 65
	}
	for _, field := range []struct {
		field string
		value uint32
		most  uint32
	}{
		{"suppression.thresholdPercent", s.ThresholdPercent, 100},
		{"suppression.minimumPercent", s.MinimumPercent, s.ThresholdPercent},
		{"suppression.pressurePercent", s.PressurePercent, 100},
	} {
		if field.value > field.most {
			return fmt.Errorf("%s: found %d, expected at most %d", field.field, field.value, field.most)
		}
	}
	return nil
}

func (c *Config) completeKubelet() error {
	endpoint := &c.Kubelet.Endpoint
	for _, field := range []struct{ field, value string }{
		{"kubelet.endpoint.tokenFile", endpoint.TokenFile}, {"kubelet.endpoint.caFile", endpoint.CAFile},
		{"apiServer.kubeconfig", c.APIServer.Kubeconfig}} {
		if field.value != "" && !strings.HasPrefix(field.value, "/") {
			return fmt.Errorf("%s: found %q, expected an absolute path", field.field, field.value)
		}
	}
	if endpoint.URL == "" {
		if *endpoint != (KubeletEndpoint{}) {
			return errors.New("kubelet.endpoint.url: found none, expected one, as in https://127.0.0.1:10250")
		}
		return nil
	}
	parsed, err := url.Parse(endpoint.URL)
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Port() == "" || strings.Trim(parsed.Path, "/") != "" {
		return fmt.Errorf("kubelet.endpoint.url: found %q, expected https or http with a port and without a path, as in "+
			"https://127.0.0.1:10250", endpoint.URL)
	}
	if err := program.CheckPort("kubelet.endpoint.url", parsed.Port()); err != nil {
		return err
	}
	if err := program.CheckHost("kubelet.endpoint.url", parsed.Hostname()); err != nil {
		return err
	}
	if parsed.Scheme == "http" && endpoint.TokenFile != "" {
		return errors.New("kubelet.endpoint.tokenFile: found one, expected none with http: everybody could read the token")
	}
	if endpoint.SkipVerify && endpoint.CAFile != "" {
		return errors.New("kubelet.endpoint.skipVerify: found true, expected false with kubelet.endpoint.caFile")
	}
	return nil
}

func (c *Config) completeFiles() error {
	if len(c.APIServer.Files) == 0 {
		return nil
	}
	for i, path := range c.APIServer.Files {
		if !strings.HasPrefix(path, "/") {
			return fmt.Errorf("apiServer.files[%d]: found %q, expected an absolute path", i, path)
		}
		if slices.Contains(c.APIServer.Files[:i], path) {
			return fmt.Errorf("apiServer.files[%d]: found %q twice", i, path)
		}
	}
	if c.APIServer.Use == APIServerRequired || c.APIServer.Kubeconfig != "" {
		return errors.New("apiServer.files: found files, expected none with apiServer.kubeconfig or apiServer.use: required, because they " +
			"are read in place of the API server")
	}
	c.APIServer.Use = APIServerNever
	return nil
}

func (c *Config) completeReserved() error {
	if c.ReservedCPUs == "" {
		return nil
	}
	if _, err := koord.ParseCPUSet(c.ReservedCPUs); err != nil {
		return fmt.Errorf("reservedCPUs: found %q, expected a list of CPUs, as in 0-1,32: %w", c.ReservedCPUs, err)
	}
	return nil
}

var deviceType = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)

func (c *Config) completePlugins() error {
	seen := map[string]bool{}
	types := map[string]string{}
	for i := range c.Reports.Plugins {
		plugin, field := &c.Reports.Plugins[i], fmt.Sprintf("reports.plugins[%d]", i)
		if problems := validation.IsQualifiedName(plugin.Resource); len(problems) != 0 || !strings.Contains(plugin.Resource, "/") {
			return fmt.Errorf("%s.resource: found %q, expected the name of a resource, as in amd.com/gpu", field, plugin.Resource)
		}
		if seen[plugin.Resource] {
			return fmt.Errorf("%s.resource: found %q twice", field, plugin.Resource)
		}
		seen[plugin.Resource] = true
		if description, is := knownPlugins[plugin.Resource]; is && plugin.Type == "" && len(plugin.Gives) == 0 {
			vendor := plugin.Vendor
			description.Resource = plugin.Resource
			*plugin = description
			if vendor != "" {
				plugin.Vendor = vendor
			}
		}
		if _, is := knownPlugins[plugin.Resource]; is && (plugin.Type == "" || len(plugin.Gives) == 0) {
			return fmt.Errorf("%s: found only one of type and gives, expected both, or none: both are known for %s", field, plugin.Resource)
		}
		if !deviceType.MatchString(plugin.Type) {
			return fmt.Errorf("%s.type: found %q, expected the type of a device, as in gpu: %s is not known", field, plugin.Type, plugin.Resource)
		}
		if other, taken := types[plugin.Type]; taken {
			return fmt.Errorf("%s.type: found %q, which %s has, too: their numbers would be the same", field, plugin.Type, other)
		}
		types[plugin.Type] = plugin.Resource
		if len(plugin.Gives) == 0 {
			return fmt.Errorf("%s.gives: found none, expected what a device has, as in koordinator.sh/gpu-core: \"100\"", field)
		}
		for name, amount := range plugin.Gives {
			if quantity, err := resource.ParseQuantity(amount); err != nil || quantity.Sign() <= 0 {
				return fmt.Errorf("%s.gives: %s: found %q, expected an amount, as in 100 or 16Gi", field, name, amount)
			}
		}
		if problems := validation.IsValidLabelValue(plugin.Vendor); len(problems) != 0 {
			return fmt.Errorf("%s.vendor: found %q, expected the value of a label", field, plugin.Vendor)
		}
	}
	return nil
}
