// Code generated from src/base/device_plugins.toml by make generate (tools/generate). DO NOT EDIT.
// Resources of device plugins.
#pragma once

#include <string_view>

namespace koord {

// A resource of a device plugin.
struct DevicePlugin {
  std::string_view resource;  // "*" at its end stands for any text
  std::string_view type;
  std::string_view vendor;  // by the label gpu-vendor; empty if any
};
inline constexpr DevicePlugin kDevicePlugins[] = {
    {"nvidia.com/gpu", "gpu", "nvidia"},
    {"nvidia.com/gpu.shared", "gpu", "nvidia"},
    {"amd.com/gpu", "gpu", "amd"},
    {"dcu.com/gpu", "gpu", "hygon"},
    {"hygon.com/dcu", "gpu", "hygon"},
    {"huawei.com/Ascend310", "gpu", "huawei"},
    {"huawei.com/Ascend310P", "gpu", "huawei"},
    {"huawei.com/Ascend910", "gpu", "huawei"},
    {"huawei.com/Ascend910B", "gpu", "huawei"},
    {"huawei.com/Ascend*", "gpu", "huawei"},
    {"cambricon.com/*", "gpu", "cambricon"},
    {"metax-tech.com/gpu", "gpu", "metax"},
    {"xilinx.com/fpga-*", "fpga", ""},
    {"fpga.intel.com/*", "fpga", ""},
};

}  // namespace koord
