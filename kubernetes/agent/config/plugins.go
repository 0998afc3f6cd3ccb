package config

import "libkoord.invalid/koord/kubernetes/objects"

// knownPlugins are the resources whose devices need no description.
var knownPlugins = func() map[string]PluginDevices {
	out := map[string]PluginDevices{}
	for _, plugin := range objects.DevicePlugins {
		if plugin.Core != "" {
			out[plugin.Resource] = PluginDevices{Type: plugin.Type, Vendor: plugin.Vendor,
				Gives: map[string]string{plugin.Core: "100", objects.ResourceGPUMemoryRatio: "100"}}
		}
	}
	return out
}()

// WholeGPU is the amount of ResourceGPUCore and of ResourceGPUMemoryRatio that a whole GPU has, in
// percent.
const WholeGPU = 100
