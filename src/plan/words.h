// Names of devices and of device scopes in messages.
#pragma once

#include <string>
#include <string_view>

#include "base/words.h"
#include "object/devices.h"
#include "wording/device_sentence.h"

namespace koord::plan {

// Returns the scope that devices must share.
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

}  // namespace koord::plan
