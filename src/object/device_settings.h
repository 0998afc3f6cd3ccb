// What a scheduler configures about devices, in names: plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "object/amounts.h"

namespace koord::object {

// The sizes that a vendor's model can be split into.
struct ModelShares {
  struct Share {
    std::string name;  // "vir02"
    Amounts amounts;   // none of them 0
  };
  std::string model;          // "huawei-Ascend-310P": vendor and model
  std::vector<Share> shares;  // ascending by name
};

struct ModelName {
  std::string vendor;
  std::string model;
};

struct DeviceSettings {
  // The weight of each resource, 1..100. An empty list is one: nothing counts.
  std::optional<std::vector<std::pair<std::string, int32_t>>> weights;
  bool ignores_numa = false;     // devices of a pod may be on any NUMA node
  bool requires_object = false;  // pods wait for a Device object, whatever their devices' names
  std::optional<std::vector<std::string>> split_by_size;  // requests of these come in sizes only
  std::vector<ModelShares> shares;                        // ascending by model
  std::vector<ModelName> unshared;                        // models of which no parts are given
};

}  // namespace koord::object
