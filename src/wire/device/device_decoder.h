// Interpretation of a Device object's labels and annotations, from any source.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "object/devices.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kDevice{"Device", "v1alpha1", "scheduling.koordinator.sh/", false};
inline constexpr size_t kMaxDevices = 4096;
inline constexpr size_t kMaxVfs = 65536;  // per object

// Reads the annotations, and interprets the object's labels, which must be set already. Throws
// kInvalid naming the field, kLimit.
void read_device_texts(const ObjectTexts &texts, object::DeviceObject &out);

// Throw kInvalid for a device without a type, or a virtual function without a bus id.
void check_device(const object::DeviceInfo &device, FieldPath path);
void check_vf(const object::VirtualFunction &vf, FieldPath path);

// Reads the value of the annotation gpu-partitions. Errors start with `what`.
std::vector<object::PartitionsOfSize> read_gpu_partitions(std::string_view json,
                                                          std::string_view what);

}  // namespace koord::wire
