// What a Device object says, from whichever source it comes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "object/devices.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kDevice{"Device", "v1alpha1", "scheduling.koordinator.sh/", false};
inline constexpr size_t kMaxDevices = 4096;
inline constexpr size_t kMaxVfs = 65536;  // of an object

// Annotations, and what the object's labels mean, which must be there. Throws kInvalid naming the
// field, kLimit.
void read_device_texts(const ObjectTexts &texts, object::DeviceObject &out);

// Throw kInvalid for a device without a type, a virtual function without a bus id.
void check_device(const object::DeviceInfo &device, FieldPath path);
void check_vf(const object::VirtualFunction &vf, FieldPath path);

// The value of the annotation gpu-partitions; `what` starts the errors.
std::vector<object::PartitionsOfSize> read_gpu_partitions(std::string_view json,
                                                          std::string_view what);

}  // namespace koord::wire
