// Names that Device objects, nodes and pods share.
#pragma once

#include <string_view>

#include "object/devices.h"
#include "object/spellings.h"

namespace koord::object {

inline constexpr std::string_view kGpuType = "gpu";
inline constexpr std::string_view kRdmaType = "rdma";
inline constexpr std::string_view kFpgaType = "fpga";

inline constexpr std::string_view kGpuResource = "koordinator.sh/gpu";
inline constexpr std::string_view kGpuCoreResource = "koordinator.sh/gpu-core";
inline constexpr std::string_view kGpuMemoryResource = "koordinator.sh/gpu-memory";
inline constexpr std::string_view kGpuRatioResource = "koordinator.sh/gpu-memory-ratio";
inline constexpr std::string_view kGpuSharedResource = "koordinator.sh/gpu.shared";
inline constexpr std::string_view kRdmaResource = "koordinator.sh/rdma";
inline constexpr std::string_view kFpgaResource = "koordinator.sh/fpga";

inline constexpr std::string_view kGpuVendorLabel = "node.koordinator.sh/gpu-vendor";
inline constexpr std::string_view kGpuModelLabel = "node.koordinator.sh/gpu-model";
inline constexpr std::string_view kGpuDriverLabel = "node.koordinator.sh/gpu-driver-version";
// Ours, on a device: "enabled" where a GPU is split into MIG instances.
inline constexpr std::string_view kGpuMigLabel = "node.koordinator.sh/gpu-mig";
inline constexpr std::string_view kPartitionPolicyLabel =
    "node.koordinator.sh/gpu-partition-policy";
// What Device and Node labels about GPUs begin with.
inline constexpr std::string_view kGpuLabelPrefix = "node.koordinator.sh/gpu-";

inline constexpr std::string_view kNvidiaVendor = "nvidia";

inline constexpr Spelling<PartitionPolicy> kPartitionPolicySpellings[] = {
    {PartitionPolicy::kPrefer, "Prefer"}, {PartitionPolicy::kHonor, "Honor"}};

inline constexpr Spelling<PciDistance> kPciDistanceSpellings[] = {
    {PciDistance::kCrossCpu, "CrossCPU"},         {PciDistance::kSameCpu, "SameCPU"},
    {PciDistance::kHostBridge, "HostBridge"},     {PciDistance::kMultiSwitch, "MultiSwitch"},
    {PciDistance::kSingleSwitch, "SingleSwitch"}, {PciDistance::kSameBoard, "SameBoard"}};

// Whether this names a character device of one RDMA device, below /dev/infiniband: "uverbs0",
// "umad0", "issm0".
bool is_rdma_node(std::string_view name);

}  // namespace koord::object
