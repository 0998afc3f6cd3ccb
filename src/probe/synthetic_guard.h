// Checks a synthetic description before hwloc reads it. hwloc builds whatever the description
// multiplies up to, and counts PU indexes unchecked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord::probe {

struct CheckedSynthetic {
  std::string text;  // the text for hwloc
  uint64_t objects;  // number of objects of its levels, which bounds the memory
};

// Throws kInvalid with the position, or kLimit for more than 8192 PUs, 1024 NUMA nodes or
// 64 KiB of text.
CheckedSynthetic checked_synthetic(std::string_view text);

}  // namespace koord::probe
