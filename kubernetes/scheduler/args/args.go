// Package args reads and validates the plugin's arguments in KubeSchedulerConfiguration.
package args

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/gpupolicy"
)

// Name is the plugin's name in KubeSchedulerConfiguration.
const Name = "Koord"

// Args are the plugin's arguments in KubeSchedulerConfiguration. Profiles of one scheduler share
// the cluster; the arguments that Conflict compares must be equal in all of them.
type Args struct {
	// NodeNUMAResource and DeviceShare are the arguments of Koordinator's plugins, unchanged.
	NodeNUMAResource json.RawMessage `json:"nodeNUMAResource,omitempty"`
	DeviceShare      json.RawMessage `json:"deviceShare,omitempty"`
	// UpstreamScore selects Koordinator's scoring formula.
	UpstreamScore bool `json:"upstreamScore,omitempty"`
	// IgnoreKubelet is the first stage of taking over kubelet's CPU management: kubelet's
	// allocations and reserved CPUs are ignored.
	IgnoreKubelet bool `json:"ignoreKubelet,omitempty"`
	// PartitionGPUs takes sets from the best split of all free GPUs.
	PartitionGPUs bool `json:"partitionGPUs,omitempty"`
	// NamedNodes limits the passing nodes that PreFilter names, so that other plugins skip the
	// rest. 0 means 100, and -1 means never.
	NamedNodes int `json:"namedNodes,omitempty"`
	// GangTimeout limits how long placed pods of a gang wait for the others, unless the gang states
	// a limit. 0 means 1m.
	GangTimeout metav1.Duration `json:"gangTimeout,omitempty"`
	// PreemptionBudget limits the search for victims; 0 for the library's default.
	PreemptionBudget uint64 `json:"preemptionBudget,omitempty"`
	// ProposalForm writes resource-status in the proposal's form, without numaNodeResources.
	ProposalForm bool `json:"proposalForm,omitempty"`
	// GPUPolicy names the policy that scores nodes and chooses shared GPUs; "" for none.
	GPUPolicy string `json:"gpuPolicy,omitempty"`
	// GPUWorkload configures the pods that the policy expects.
	GPUWorkload gpupolicy.Workload `json:"gpuWorkload,omitzero"`
}

const (
	defaultNamedNodes  = 100
	defaultGangTimeout = time.Minute
	// MostGangTimeout is the largest GangTimeout.
	MostGangTimeout = 24 * time.Hour
)

// Parse reads arguments, fills in defaults and validates them. The error names the field.
func Parse(raw runtime.Object) (*Args, error) {
	args := &Args{}
	if raw != nil {
		err := CheckFields(raw, reflect.TypeFor[Args]())
		if err == nil {
			err = frameworkruntime.DecodeInto(raw, args)
		}
		if err != nil {
			return nil, fmt.Errorf("arguments of plugin %s: %w", Name, err)
		}
	}
	if err := args.complete(); err != nil {
		return nil, fmt.Errorf("arguments of plugin %s: %w", Name, err)
	}
	return args, nil
}

func (a *Args) complete() error {
	switch {
	case a.NamedNodes == 0:
		a.NamedNodes = defaultNamedNodes
	case a.NamedNodes < -1:
		return fmt.Errorf("namedNodes: found %d, expected -1 or more", a.NamedNodes)
	}
	switch {
	case a.GangTimeout.Duration == 0:
		a.GangTimeout.Duration = defaultGangTimeout
	case a.GangTimeout.Duration < time.Second || a.GangTimeout.Duration > MostGangTimeout:
		return fmt.Errorf("gangTimeout: found %s, expected 1s to 24h", a.GangTimeout.Duration)
	}
	if _, err := a.GPUs(); err != nil {
		return err
	}
	// The stated policies of kubelet and the nodes apply. A pod on a node without a policy is not
	// aligned.
	numa := map[string]json.RawMessage{}
	if len(a.NodeNUMAResource) > 0 {
		if err := json.Unmarshal(a.NodeNUMAResource, &numa); err != nil {
			return fmt.Errorf("nodeNUMAResource: %w", err)
		}
	}
	if _, stated := numa["numaTopologyAlignmentPolicy"]; !stated {
		numa["numaTopologyAlignmentPolicy"] = json.RawMessage(`"None"`)
	}
	var err error
	if a.NodeNUMAResource, err = json.Marshal(numa); err != nil {
		return fmt.Errorf("nodeNUMAResource: %w", err)
	}
	cluster, err := a.NewCluster(nil) // the library validates the arguments
	if err != nil {
		var failure *koord.Error
		if errors.As(err, &failure) {
			return errors.New(failure.Message)
		}
		return err
	}
	return cluster.Close()
}

// NewCluster returns an empty cluster with these arguments. The log (may be nil) receives the library's warnings about
// objects of nodes.
func (a *Args) NewCluster(log *koord.Diagnostics) (*koord.Cluster, error) {
	config, err := a.cluster()
	if err != nil {
		return nil, err
	}
	return koord.NewCluster(log, a.options(), config)
}

// GPUs returns the GPU policy.
func (a *Args) GPUs() (gpupolicy.Config, error) { return gpupolicy.Parse(a.GPUPolicy, a.GPUWorkload) }

func (a *Args) options() koord.ClusterOptions {
	options := koord.ClusterOptions{}
	if a.UpstreamScore {
		options.Flags |= koord.ClusterUpstreamScore
	}
	if a.IgnoreKubelet {
		options.Flags |= koord.ClusterIgnoreKubelet
	}
	if a.PartitionGPUs {
		options.GPUPick = koord.GPUPickPartition
	}
	return options
}

// cluster returns the configuration for the library.
func (a *Args) cluster() ([]byte, error) {
	type plugin struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	}
	type profile struct {
		PluginConfig []plugin `json:"pluginConfig"`
	}
	var plugins []plugin
	if len(a.NodeNUMAResource) > 0 {
		plugins = append(plugins, plugin{"NodeNUMAResource", a.NodeNUMAResource})
	}
	if len(a.DeviceShare) > 0 {
		plugins = append(plugins, plugin{"DeviceShare", a.DeviceShare})
	}
	if len(plugins) == 0 {
		return nil, nil
	}
	return json.Marshal(map[string]any{
		"apiVersion": "kubescheduler.config.k8s.io/v1",
		"kind":       "KubeSchedulerConfiguration",
		"profiles":   []profile{{plugins}},
	})
}

// Conflict names the first argument that keeps two profiles from sharing a cluster, with both
// values. It returns nil if they can.
func (a *Args) Conflict(other *Args) error {
	for _, field := range []struct {
		name         string
		value, other any
	}{
		{"nodeNUMAResource", a.NodeNUMAResource, other.NodeNUMAResource},
		{"deviceShare", a.DeviceShare, other.DeviceShare},
		{"upstreamScore", a.UpstreamScore, other.UpstreamScore},
		{"ignoreKubelet", a.IgnoreKubelet, other.IgnoreKubelet},
		{"partitionGPUs", a.PartitionGPUs, other.PartitionGPUs},
		{"gpuPolicy", a.GPUPolicy, other.GPUPolicy},
		{"gpuWorkload", a.GPUWorkload, other.GPUWorkload},
	} {
		found, expected := canonical(field.value), canonical(field.other)
		if found != expected {
			return fmt.Errorf("%s: found %s, expected %s", field.name, found, expected)
		}
	}
	return nil
}

// canonical returns a value as JSON with the members of objects in order, and "nothing" for an
// argument that is not stated.
func canonical(value any) string {
	if raw, is := value.(json.RawMessage); is && len(raw) == 0 {
		return "nothing"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	var decoded any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&decoded); err != nil {
		return string(text)
	}
	if text, err = json.Marshal(decoded); err != nil {
		return err.Error()
	}
	return string(text)
}
