// Nodes (v1) of the API server.
#pragma once

#include <string_view>

#include "base/log.h"
#include "object/objects.h"
#include "wire/json/json.h"

namespace koord::wire {

// docs/reference/objects.md lists the fields. Unknown fields are ignored. An unknown value, a
// negative amount and the like are kInvalid, naming node and field. kLimit: over 4 MiB.
object::NodeObject read_node(std::string_view json, const Log &log);
// Reads an object of at most 4 MiB.
object::NodeObject read_node(const JsonValue &root, const Log &log);

}  // namespace koord::wire
