// Device objects (scheduling.koordinator.sh) as koordlet
// and others publish them, in all published spellings.
#pragma once

#include <string_view>

#include "base/log.h"
#include "object/devices.h"
#include "wire/device/device_decoder.h"
#include "wire/json/json.h"

namespace koord::wire {

// Throw kInvalid naming object and field, kLimit (over 4 MiB).
object::DeviceObject read_device_object(std::string_view json, const Log &log);
// Reads an object of at most 4 MiB.
object::DeviceObject read_device_object(const JsonValue &root, const Log &log);

}  // namespace koord::wire
