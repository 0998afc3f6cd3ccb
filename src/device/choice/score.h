// How much of a device, or of all devices of a type, would be used: what Koordinator's strategies
// compare.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/ledger/ledger.h"

namespace koord::device {

enum class Strategy : int32_t { kLeastAllocated = 0, kMostAllocated = 1 };

struct ResourceWeight {
  ResourceId resource;
  int64_t weight;
};
struct Scorer {
  Strategy strategy = Strategy::kLeastAllocated;
  bool stated = false;  // by a configuration: it then comes before how tightly devices fit
  std::vector<ResourceWeight> weights = {{kResourceGpuMemoryRatio, 1},
                                         {kResourceGpuMemory, 1},
                                         {kResourceRdma, 1},
                                         {kResourceFpga, 1}};
};

// 0..100 of a device with these amounts by column, should `asked` be taken from it: the weighted
// mean over the resources that it has. Amounts that are absent count as 0.
int64_t score_device(const Scorer &scorer, std::span<const ResourceId> columns,
                     std::span<const int64_t> total, std::span<const int64_t> free,
                     std::span<const Part> request);

// The same of the sums over the devices in `devices`.
int64_t score_pool(const Scorer &scorer, const Ledger &ledger, size_t pool, DeviceMask devices,
                   std::span<const Part> request);

}  // namespace koord::device
