// Pods (v1) of the API server.
#pragma once

#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/objects.h"
#include "wire/json/json.h"
#include "wire/pod/pod_decoder.h"

namespace koord::wire {

// docs/reference/objects.md lists the fields. Unknown fields are ignored. An unknown value, a
// negative amount and the like are kInvalid, naming pod and field. kLimit: over 4 MiB or more than
// 1024 containers.
object::PodObject read_pod(std::string_view json, const Log &log, Faults faults = Faults::kRefuse);
// Reads an object of at most 4 MiB.
object::PodObject read_pod(const JsonValue &root, const Log &log, Faults faults);

// Reads a Pod, a PodList or List of them, or an array, in its order; at most 128 MiB.
std::vector<object::PodObject> read_pods(std::string_view json, const Log &log,
                                         Faults faults = Faults::kRefuse);

}  // namespace koord::wire
