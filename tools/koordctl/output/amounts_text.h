// Formats amounts in Kubernetes' notation.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

namespace koordctl {

// Returns "4" or "1500m".
inline std::string cpu_text(int64_t milli) {
  return milli % 1000 == 0 ? std::to_string(milli / 1000) : std::to_string(milli) + "m";
}

// Returns the exact value, such as "16Gi" or "1536Mi".
inline std::string bytes_text(int64_t bytes) {
  constexpr const char *kUnits[] = {"", "Ki", "Mi", "Gi", "Ti"};
  size_t unit = 0;
  while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + kUnits[unit];
}

}  // namespace koordctl
