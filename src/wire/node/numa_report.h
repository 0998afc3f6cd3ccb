// What NodeResourceTopologyMatch reads of a NodeResourceTopology: zones in their order, and
// settings.
#pragma once

#include "base/log.h"
#include "object/objects.h"
#include "wire/node/nrt_parts.h"

namespace koord::wire {

// NUMA nodes from object::NumaReport::kMaxNodes on are left out, with a remark. An amount that is
// not stated is 0.
object::NumaReport read_numa_report(const NrtParts &parts, const Log &log);

}  // namespace koord::wire
