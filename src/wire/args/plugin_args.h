// The common part of a scheduler plugin's arguments.
#pragma once

#include <string_view>

#include "wire/json/json.h"

namespace koord::wire {

// Parses the object. Its kind must be absent, `kind` or `alias`.
// Throws kInvalid naming the field, kLimit (over 1 MiB).
JsonDocument parse_plugin_args(std::string_view json, std::string_view kind,
                               std::string_view alias = {});

}  // namespace koord::wire
