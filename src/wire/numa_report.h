// What NodeResourceTopologyMatch reads of a NodeResourceTopology: zones in their order, and settings.
#pragma once

#include "object/objects.h"
#include "wire/api_object.h"

namespace koord::wire {

// Zones of other types or names are left out; so are NUMA nodes from object::NumaReport::kMaxNodes on,
// with a remark. An amount that is not stated is 0. Throws kInvalid naming the field.
object::NumaReport read_numa_report(const ApiObject &nrt);

}  // namespace koord::wire
