// A scheduler's configuration for devices, by names: plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "object/amounts.h"

namespace koord::object {

// The sizes into which GPUs of a model can be split.
struct ModelShares {
  struct Share {
    std::string name;  // "vir02"
    Amounts amounts;   // all above 0
  };
  std::string model;          // "huawei-Ascend-310P": vendor and model
  std::vector<Share> shares;  // ascending by name
};

struct ModelName {
  std::string vendor;
  std::string model;
};

// Nodes on which a type's devices are not allocated while it is unknown which of them pods have.
enum class WithholdUnreported : int32_t {
  kWhereReported = 0,  // nodes whose Device object reports kubelet's assignments
  kAlways = 1,
  kNever = 2
};

struct DeviceSettings {
  // The weight of each resource, 1..100. An empty list is valid: no resource counts then.
  std::optional<std::vector<std::pair<std::string, int32_t>>> weights;
  bool ignores_numa = false;     // devices of a pod may be on any NUMA node
  bool requires_object = false;  // pods need a Device object, whatever their devices' names
  WithholdUnreported withhold_unreported = WithholdUnreported::kWhereReported;
  // Shared requests for these must match a size.
  std::optional<std::vector<std::string>> split_by_size;
  std::vector<ModelShares> shares;  // ascending by model
  std::vector<ModelName> unshared;  // models that are allocated whole only
};

}  // namespace koord::object
