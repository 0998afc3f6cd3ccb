package config

import "libkoord.invalid/koord/kubernetes/objects"

// knownPlugins are the resources whose devices need no description.
var knownPlugins = map[string]PluginDevices{
	objects.ResourceAMDGPU:    gpuOf("amd", objects.ResourceGPUCore),
	"hygon.com/dcu":           gpuOf("hygon", objects.ResourceGPUCore),
	objects.ResourceNVIDIAGPU: gpuOf("nvidia", objects.ResourceGPUCore),
	"huawei.com/Ascend310":    gpuOf("huawei", objects.ResourceNPUCore),
	"huawei.com/Ascend310P":   gpuOf("huawei", objects.ResourceNPUCore),
	"huawei.com/Ascend910":    gpuOf("huawei", objects.ResourceNPUCore),
	"huawei.com/Ascend910B":   gpuOf("huawei", objects.ResourceNPUCore),
}

func gpuOf(vendor, core string) PluginDevices {
	return PluginDevices{Type: "gpu", Vendor: vendor, Gives: map[string]string{core: "100", objects.ResourceGPUMemoryRatio: "100"}}
}

// WholeGPU is the amount of ResourceGPUCore and of ResourceGPUMemoryRatio that a whole GPU has, in
// percent.
const WholeGPU = 100
