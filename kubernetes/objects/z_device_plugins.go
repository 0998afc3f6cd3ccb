// Code generated from src/base/device_plugins.toml by make generate (tools/generate). DO NOT EDIT.

package objects

// DevicePlugin is a resource of a device plugin.
type DevicePlugin struct {
	Resource string // "*" stands for any text
	Type     string // of its devices in Device objects
	Vendor   string // by the label gpu-vendor; "" if any
	Core     string // percentage that the node agent reports for each device; "" if it needs a description of them
}

// DevicePlugins lists the resources of device plugins whose devices Device objects have under other names.
var DevicePlugins = []DevicePlugin{
	{Resource: "nvidia.com/gpu", Type: "gpu", Vendor: "nvidia", Core: "koordinator.sh/gpu-core"},
	{Resource: "nvidia.com/gpu.shared", Type: "gpu", Vendor: "nvidia"},
	{Resource: "amd.com/gpu", Type: "gpu", Vendor: "amd", Core: "koordinator.sh/gpu-core"},
	{Resource: "amd.com/spx_nps1", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/dpx_nps1", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/dpx_nps2", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/tpx_nps1", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/qpx_nps1", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/qpx_nps2", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/qpx_nps4", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/cpx_nps1", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/cpx_nps2", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/cpx_nps4", Type: "gpu", Vendor: "amd"},
	{Resource: "amd.com/cpx_nps8", Type: "gpu", Vendor: "amd"},
	{Resource: "dcu.com/gpu", Type: "gpu", Vendor: "hygon"},
	{Resource: "hygon.com/dcu", Type: "gpu", Vendor: "hygon", Core: "koordinator.sh/gpu-core"},
	{Resource: "hygon.com/dcunum", Type: "gpu", Vendor: "hygon"},
	{Resource: "hygon.com/dcu-share-*", Type: "gpu", Vendor: "hygon"},
	{Resource: "hygon.com/dcu-mig-*", Type: "gpu", Vendor: "hygon"},
	{Resource: "huawei.com/Ascend310", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend310P", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend910", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend910B", Type: "gpu", Vendor: "huawei", Core: "huawei.com/npu-core"},
	{Resource: "huawei.com/Ascend*-*c", Type: "gpu", Vendor: "huawei"},
	{Resource: "huawei.com/Ascend*-*c.*", Type: "gpu", Vendor: "huawei"},
	{Resource: "huawei.com/Ascend*", Type: "gpu", Vendor: "huawei"},
	{Resource: "cambricon.com/mlu*.*", Type: "gpu", Vendor: "cambricon"},
	{Resource: "cambricon.com/mlu*", Type: "gpu", Vendor: "cambricon"},
	{Resource: "metax-tech.com/gpu", Type: "gpu", Vendor: "metax"},
	{Resource: "metax-tech.com/sgpu", Type: "gpu", Vendor: "metax"},
	{Resource: "metax-tech.com/vfio-gpu", Type: "gpu", Vendor: "metax"},
	{Resource: "gpu.intel.com/i915", Type: "gpu", Vendor: "intel"},
	{Resource: "gpu.intel.com/xe", Type: "gpu", Vendor: "intel"},
	{Resource: "habana.ai/gaudi", Type: "gpu", Vendor: "intel"},
	{Resource: "kunlunxin.com/xpu", Type: "gpu", Vendor: "baidu"},
	{Resource: "xilinx.com/fpga-*", Type: "fpga"},
	{Resource: "fpga.intel.com/*", Type: "fpga"},
	{Resource: "amd.com/xilinx_*", Type: "fpga"},
	{Resource: "amd.com/ama_*", Type: "fpga"},
}
