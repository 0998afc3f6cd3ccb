// Code generated from src/base/device_plugins.toml by make generate (tools/generate). DO NOT EDIT.
// Resources of device plugins.
#pragma once

#include <string_view>

namespace koord {

// A resource of a device plugin.
struct DevicePlugin {
  std::string_view resource;  // "*" stands for any text
  std::string_view type;
  bool parts;  // counts parts of devices
};
inline constexpr DevicePlugin kDevicePlugins[] = {
    {"nvidia.com/gpu", "gpu", false},
    {"nvidia.com/gpu.shared", "gpu", true},
    {"amd.com/gpu", "gpu", false},
    {"amd.com/spx_nps1", "gpu", false},
    {"amd.com/dpx_nps1", "gpu", true},
    {"amd.com/dpx_nps2", "gpu", true},
    {"amd.com/tpx_nps1", "gpu", true},
    {"amd.com/qpx_nps1", "gpu", true},
    {"amd.com/qpx_nps2", "gpu", true},
    {"amd.com/qpx_nps4", "gpu", true},
    {"amd.com/cpx_nps1", "gpu", true},
    {"amd.com/cpx_nps2", "gpu", true},
    {"amd.com/cpx_nps4", "gpu", true},
    {"amd.com/cpx_nps8", "gpu", true},
    {"dcu.com/gpu", "gpu", false},
    {"hygon.com/dcu", "gpu", false},
    {"hygon.com/dcunum", "gpu", true},
    {"hygon.com/dcu-share-*", "gpu", true},
    {"hygon.com/dcu-mig-*", "gpu", true},
    {"huawei.com/Ascend310", "gpu", false},
    {"huawei.com/Ascend310P", "gpu", false},
    {"huawei.com/Ascend910", "gpu", false},
    {"huawei.com/Ascend910B", "gpu", false},
    {"huawei.com/Ascend*-*c", "gpu", true},
    {"huawei.com/Ascend*-*c.*", "gpu", true},
    {"huawei.com/Ascend*", "gpu", false},
    {"cambricon.com/mlu*.*", "gpu", true},
    {"cambricon.com/mlu*", "gpu", false},
    {"metax-tech.com/gpu", "gpu", false},
    {"metax-tech.com/sgpu", "gpu", true},
    {"metax-tech.com/vfio-gpu", "gpu", false},
    {"gpu.intel.com/i915", "gpu", false},
    {"gpu.intel.com/xe", "gpu", false},
    {"habana.ai/gaudi", "gpu", false},
    {"kunlunxin.com/xpu", "gpu", false},
    {"xilinx.com/fpga-*", "fpga", false},
    {"fpga.intel.com/*", "fpga", false},
    {"amd.com/xilinx_*", "fpga", false},
    {"amd.com/ama_*", "fpga", false},
};

}  // namespace koord
