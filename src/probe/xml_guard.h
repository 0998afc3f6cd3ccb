// Checks an hwloc export before hwloc imports it. hwloc trusts the XML: sizes are multiplied
// unchecked, sets may have any width, and broken trees are reported on stderr or trip assertions.
// The guard verifies what the importer assumes and writes the part that a Topology needs anew, so
// that hwloc only reads text from here.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "base/log.h"

namespace koord::probe {

constexpr size_t kMaxXmlBytes = size_t{64} << 20;

// The CPUs from which firmware states bandwidth or latency of NUMA nodes' memory, by node id.
using MemoryInitiators = std::map<int, CpuSet>;

// Returns `xml` as an equivalent, checked hwloc v2 document without devices other than PCI ones,
// user data, memory attributes and matrices that are not NUMA latencies (which are logged). Stores
// the initiators of memory attributes in `initiators` unless it is nullptr. Throws kInvalid with
// line and field, or kLimit.
std::string checked_hwloc_xml(std::string_view xml, const Log &log,
                              MemoryInitiators *initiators = nullptr);

}  // namespace koord::probe
