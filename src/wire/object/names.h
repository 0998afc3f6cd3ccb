// Names in API objects.
#pragma once

#include <cstddef>
#include <string>

#include "wire/json/json.h"

namespace koord::wire {

// The maximum length of names and namespaces of Kubernetes.
inline constexpr size_t kMaxNameBytes = 253;

// Returns a text of at most kMaxNameBytes.
std::string read_bounded(const JsonValue &text);
// Returns a text of at most kMaxNameBytes that is not empty and has no "/".
std::string read_object_name(const JsonValue &text);
// Returns the member "namespace" of an object's metadata, and "default" if it is absent or empty.
std::string read_namespace(const JsonValue &metadata);

}  // namespace koord::wire
