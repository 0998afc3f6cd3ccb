// Code generated from src/base/device_plugins.toml by make generate (tools/generate). DO NOT EDIT.

package objects

// DevicePlugin is a resource of a device plugin.
type DevicePlugin struct {
	Resource string // "*" at its end stands for any text
	Type     string // of its devices in Device objects
	Vendor   string // by the label gpu-vendor; "" if any
	Core     string // percentage that the node agent reports for each device; "" if it needs a description of them
}

// DevicePlugins lists the resources of device plugins whose devices Device objects have under other names.
var DevicePlugins = []DevicePlugin{
	{Resource: "nvidia.com/gpu", Type: "gpu", Vendor: "nvidia", Core: "koordinator.sh/gpu-core"},
	{Resource: "nvidia.com/gpu.shared", Type: "gpu", Vendor: "nvidia"},
	{Resource: "amd.com/gpu", Type: "gpu", Vendor: "amd", Core: "koordinator.sh/gpu-core"},
	{Resource: "dcu.com/gpu", Type: "gpu", Vendor: "hygon"},
	{Resource: "hygon.com/dcu", Type: "gpu", Vendor: "hygon", Core: "koordinator.sh/gpu-core"},
	{Resource: "huawei.com/Ascend310", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend310P", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend910", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend910B", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend*", Type: "gpu", Vendor: "huawei"},
	{Resource: "cambricon.com/*", Type: "gpu", Vendor: "cambricon"},
	{Resource: "metax-tech.com/gpu", Type: "gpu", Vendor: "metax"},
	{Resource: "xilinx.com/fpga-*", Type: "fpga"},
	{Resource: "fpga.intel.com/*", Type: "fpga"},
}
