package config

import (
	"encoding/json"
	"fmt"
)

// Library returns the arguments as the library reads them, or nil if there are none. Like plugin
// Koord, it does not align pods on nodes that state no policy.
func (a *SchedulerArgs) Library() ([]byte, error) {
	type plugin struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	}
	numa := map[string]json.RawMessage{}
	if len(a.NodeNUMAResource) > 0 {
		if err := json.Unmarshal(a.NodeNUMAResource, &numa); err != nil {
			return nil, fmt.Errorf("schedulerArgs.nodeNUMAResource: %w", err)
		}
	}
	if _, stated := numa["numaTopologyAlignmentPolicy"]; !stated {
		numa["numaTopologyAlignmentPolicy"] = json.RawMessage(`"None"`)
	}
	text, err := json.Marshal(numa)
	if err != nil {
		return nil, fmt.Errorf("schedulerArgs.nodeNUMAResource: %w", err)
	}
	plugins := []plugin{{"NodeNUMAResource", text}}
	if len(a.DeviceShare) > 0 {
		plugins = append(plugins, plugin{"DeviceShare", a.DeviceShare})
	}
	return json.Marshal(map[string]any{
		"apiVersion": "kubescheduler.config.k8s.io/v1",
		"kind":       "KubeSchedulerConfiguration",
		"profiles":   []map[string]any{{"pluginConfig": plugins}},
	})
}
