// Device objects (scheduling.koordinator.sh) as koordlet
// and others publish them, in all published spellings.
#pragma once

#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/devices.h"
#include "wire/device/device_decoder.h"

namespace koord::wire {

// Throw kInvalid naming object and field, kLimit (over 4 MiB, lists over 128 MiB).
object::DeviceObject read_device_object(std::string_view json, const Log &log);
// Reads an object, a DeviceList or List of them, or an array, in its order.
std::vector<object::DeviceObject> read_device_objects(std::string_view json, const Log &log);

}  // namespace koord::wire
