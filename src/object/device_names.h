// Names that Device objects, nodes and pods share.
#pragma once

#include <string_view>

#include "base/device_types.h"
#include "object/devices.h"
#include "object/spellings.h"

namespace koord::object {

inline constexpr std::string_view kGpuType = kWellKnownTypeNames[kTypeGpu];
inline constexpr std::string_view kRdmaType = kWellKnownTypeNames[kTypeRdma];
inline constexpr std::string_view kFpgaType = kWellKnownTypeNames[kTypeFpga];

inline constexpr std::string_view kGpuResource = kWellKnownResourceNames[kResourceGpu];
inline constexpr std::string_view kGpuCoreResource = kWellKnownResourceNames[kResourceGpuCore];
inline constexpr std::string_view kGpuMemoryResource = kWellKnownResourceNames[kResourceGpuMemory];
inline constexpr std::string_view kGpuRatioResource =
    kWellKnownResourceNames[kResourceGpuMemoryRatio];
inline constexpr std::string_view kGpuSharedResource = kWellKnownResourceNames[kResourceGpuShared];
inline constexpr std::string_view kRdmaResource = kWellKnownResourceNames[kResourceRdma];
inline constexpr std::string_view kFpgaResource = kWellKnownResourceNames[kResourceFpga];

inline constexpr std::string_view kGpuVendorLabel = "node.koordinator.sh/gpu-vendor";
inline constexpr std::string_view kGpuModelLabel = "node.koordinator.sh/gpu-model";
inline constexpr std::string_view kGpuDriverLabel = "node.koordinator.sh/gpu-driver-version";
inline constexpr std::string_view kPartitionPolicyLabel =
    "node.koordinator.sh/gpu-partition-policy";
// Prefix of the Device and Node labels about GPUs.
inline constexpr std::string_view kGpuLabelPrefix = "node.koordinator.sh/gpu-";

inline constexpr std::string_view kNvidiaVendor = "nvidia";

inline constexpr Spelling<PartitionPolicy> kPartitionPolicySpellings[] = {
    {PartitionPolicy::kPrefer, "Prefer"}, {PartitionPolicy::kHonor, "Honor"}};

inline constexpr Spelling<DeviceScope> kDeviceScopeSpellings[] = {
    {DeviceScope::kAny, ""},
    {DeviceScope::kNode, "Node"},
    {DeviceScope::kNumaNode, "NUMANode"},
    {DeviceScope::kPcie, "PCIe"},
    {DeviceScope::kDevice, "Device"}};
inline constexpr Spelling<DeviceExclusive> kDeviceExclusiveSpellings[] = {
    {DeviceExclusive::kNone, ""},
    {DeviceExclusive::kDevice, "DeviceLevel"},
    {DeviceExclusive::kPcie, "PCIeLevel"},
    {DeviceExclusive::kPcie, "PCIELevel"}};

inline constexpr Spelling<PciDistance> kPciDistanceSpellings[] = {
    {PciDistance::kUnknown, "Unknown"},         {PciDistance::kCrossCpu, "CrossCPU"},
    {PciDistance::kSameCpu, "SameCPU"},         {PciDistance::kHostBridge, "HostBridge"},
    {PciDistance::kMultiSwitch, "MultiSwitch"}, {PciDistance::kSingleSwitch, "SingleSwitch"},
    {PciDistance::kSameBoard, "SameBoard"}};

// Returns true for the name of a character device of an RDMA
// device, below /dev/infiniband: "uverbs0", "umad0", "issm0".
bool is_rdma_device_file(std::string_view name);

}  // namespace koord::object
