// Numbers and names as texts for people have them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/device_refusal.h"
#include "base/error.h"
#include "object/devices.h"

namespace koord::plan {

inline std::string plural(int64_t n, const std::string &one) {
  return std::to_string(n) + ' ' + one + (n == 1 ? "" : "s");
}

// A name as it is, where nothing about it could be taken for something else.
inline std::string plain(const std::string &name) {
  const bool is_plain = name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
                          return c > 0x20 && c < 0x7f && c != '"';
                        });
  return is_plain ? name : in_quotes(name, 253);
}

// Within what devices are to be.
inline std::string_view place_of(object::DeviceScope scope) {
  switch (scope) {
    case object::DeviceScope::kNumaNode:
      return "on one NUMA node";
    case object::DeviceScope::kPcie:
      return "under one PCIe switch";
    case object::DeviceScope::kDevice:
      return "on one device";
    default:
      return "anywhere on the node";
  }
}

inline std::string noun_of(const std::string &type) { return device_noun(plain(type)); }

inline std::string milli_cpu(int64_t milli) {
  return milli % 1000 == 0 ? plural(milli / 1000, "CPU") : std::to_string(milli) + " milli-CPU";
}

}  // namespace koord::plan
