// hwloc builds whatever a synthetic description multiplies up to, and counts PU indexes unchecked.
// This guard reads the description first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord::probe {

struct CheckedSynthetic {
  std::string text;  // as hwloc shall read it
  uint64_t objects;  // of its levels: bounds the memory it takes
};

// Throws kInvalid naming the place, or kLimit: over 8192
// PUs, 1024 NUMA nodes or 64 KiB of text.
CheckedSynthetic checked_synthetic(std::string_view text);

}  // namespace koord::probe
