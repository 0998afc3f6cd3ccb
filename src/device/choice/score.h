// Utilization of a device, or of all devices of a type,
// as compared by Koordinator's scoring strategies.
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
  bool stated = false;  // configured explicitly: it then ranks before tightness
  std::vector<ResourceWeight> weights = {{kResourceGpuMemoryRatio, 1},
                                         {kResourceGpuMemory, 1},
                                         {kResourceRdma, 1},
                                         {kResourceFpga, 1}};
};

// Scores a device with these amounts by column, 0..100, as if `request` were allocated: the
// weighted mean over the resources that the device has. Absent amounts count as 0.
int64_t score_device(const Scorer &scorer, std::span<const ResourceId> columns,
                     std::span<const int64_t> total, std::span<const int64_t> free,
                     std::span<const ResourceAmount> request);

// Scores the sums over the devices in `devices`.
int64_t score_pool(const Scorer &scorer, const Ledger &ledger, size_t pool, DeviceMask devices,
                   std::span<const ResourceAmount> request);

}  // namespace koord::device
