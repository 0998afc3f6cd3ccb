package config

// knownPlugins are the resources whose devices need no description.
var knownPlugins = map[string]PluginDevices{
	"amd.com/gpu":           gpuOf("amd", "koordinator.sh/gpu-core"),
	"hygon.com/dcu":         gpuOf("hygon", "koordinator.sh/gpu-core"),
	"nvidia.com/gpu":        gpuOf("nvidia", "koordinator.sh/gpu-core"),
	"huawei.com/Ascend310":  gpuOf("huawei", "huawei.com/npu-core"),
	"huawei.com/Ascend310P": gpuOf("huawei", "huawei.com/npu-core"),
	"huawei.com/Ascend910":  gpuOf("huawei", "huawei.com/npu-core"),
	"huawei.com/Ascend910B": gpuOf("huawei", "huawei.com/npu-core"),
}

func gpuOf(vendor, core string) PluginDevices {
	return PluginDevices{Type: "gpu", Vendor: vendor, Gives: map[string]string{core: "100", "koordinator.sh/gpu-memory-ratio": "100"}}
}

// Resources of a GPU.
const (
	GPUCore        = "koordinator.sh/gpu-core"
	GPUMemory      = "koordinator.sh/gpu-memory"
	GPUMemoryRatio = "koordinator.sh/gpu-memory-ratio"
	WholeGPU       = 100 // percent of its time, or of its memory
)
