// The annotations with device policies of pods and device decisions of schedulers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/devices.h"

namespace koord::wire {

inline constexpr std::string_view kDeviceHintAnnotation =
    "scheduling.koordinator.sh/device-allocate-hint";
inline constexpr std::string_view kJointDevicesAnnotation =
    "scheduling.koordinator.sh/device-joint-allocate";
inline constexpr std::string_view kPartitionSpecAnnotation =
    "scheduling.koordinator.sh/gpu-partition-spec";
inline constexpr std::string_view kDeviceAllocatedAnnotation =
    "scheduling.koordinator.sh/device-allocated";

// Errors start with `what`. Unknown fields are ignored.
// Throw kInvalid naming the field, kLimit (over 1 MiB).
std::vector<object::DeviceHint> read_device_hints(std::string_view json, std::string_view what);
object::JointDevices read_joint_devices(std::string_view json, std::string_view what);
object::PartitionSpec read_partition_spec(std::string_view json, std::string_view what);
// {"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100"},"id":"GPU-..."}]}, types
// ascending.
std::vector<object::AllocatedDevice> read_device_allocated(std::string_view json,
                                                           std::string_view what,
                                                           const Log &log = {});

// Returns compact JSON with types ascending and devices of one type in the order given.
std::string to_annotation(const std::vector<object::AllocatedDevice> &devices);

}  // namespace koord::wire
