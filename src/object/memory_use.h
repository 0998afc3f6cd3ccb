// Memory that objects use, for limits on the total of many objects.
#pragma once

#include <cstddef>

#include "object/devices.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::object {

// Returns the bytes of the object and of its parts, without the allocator's overhead. A machine
// that several objects share counts for each.
size_t memory_use(const PodObject &pod);
size_t memory_use(const NodeObject &node);
size_t memory_use(const NodeTopology &topology);
size_t memory_use(const DeviceObject &devices);
size_t memory_use(const PodTotals &totals);

}  // namespace koord::object
