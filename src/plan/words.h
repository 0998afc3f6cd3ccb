// Numbers and names as texts for people have them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace koord::plan {

inline std::string plural(int64_t n, const std::string &one) {
  return std::to_string(n) + ' ' + one + (n == 1 ? "" : "s");
}

// A name as it is, where nothing about it could be taken for something else.
inline std::string plain(const std::string &name) {
  const bool is_plain = name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
                          return c > 0x20 && c < 0x7f && c != '"';
                        });
  return is_plain ? name : quoted(name, 253);
}

inline std::string milli_cpu(int64_t milli) {
  return milli % 1000 == 0 ? plural(milli / 1000, "CPU") : std::to_string(milli) + " milli-CPU";
}

}  // namespace koord::plan
