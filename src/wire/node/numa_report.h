// The part of a NodeResourceTopology that NodeResourceTopologyMatch
// reads: zones in their order, and settings.
#pragma once

#include "base/log.h"
#include "object/objects.h"
#include "wire/node/nrt_parts.h"

namespace koord::wire {

// Skips NUMA nodes from object::NumaReport::kMaxNodes on
// and logs a warning. Amounts that are not stated are 0.
object::NumaReport read_numa_report(const NrtParts &parts, const Log &log);

}  // namespace koord::wire
