// hwloc builds whatever a synthetic description multiplies up to, and counts PU indexes unchecked.
// This guard reads the description first.
#pragma once

#include <string>
#include <string_view>

namespace koord::probe {

// The description as hwloc shall read it. Throws kInvalid naming the place, or kLimit: over 8192
// PUs, 1024 NUMA nodes or 64 KiB of text.
std::string checked_synthetic(std::string_view text);

}  // namespace koord::probe
