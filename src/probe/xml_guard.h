// hwloc trusts the XML it imports: sizes are multiplied unchecked, sets may be of any width, broken
// trees are reported on stderr or trip assertions. This guard reads the export first, checks what
// the importer assumes and writes the part a Topology needs anew, so that hwloc only ever sees text
// from here.
#pragma once

#include <string>
#include <string_view>

#include "base/log.h"

namespace koord::probe {

constexpr size_t kMaxXmlBytes = size_t{64} << 20;

// `xml` as an equivalent, checked hwloc v2 document without devices other than PCI ones, user data,
// memory attributes and matrices that are not NUMA latencies (which are remarked on). Throws
// kInvalid with line and field, or kLimit.
std::string checked_hwloc_xml(std::string_view xml, const Log &log);

}  // namespace koord::probe
