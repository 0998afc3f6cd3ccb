#include "device/ledger/gpu_memory.h"

#include <algorithm>

#include "base/profile_rules.h"

namespace koord::device {
namespace {

int64_t percent_of(int64_t bytes, int64_t total) {
  return static_cast<int64_t>((Wide{bytes} * 100 + total - 1) / total);
}

// Computes the percentage with upstream's rounding.
int64_t truncated_percent(int64_t bytes, int64_t total) {
  return static_cast<int64_t>(static_cast<double>(bytes) / static_cast<double>(total) * 100);
}

// Returns the amount that is free, or INT64_MAX if the device does not state the resource.
int64_t left_of(const Ledger &ledger, size_t pool, size_t device, ResourceId resource) {
  const int column = ledger.inventory().pools[pool].column(resource);
  const int64_t left =
      column < 0 ? kAbsent : ledger.left(pool, device, static_cast<size_t>(column));
  return left == kAbsent ? INT64_MAX : left;
}

// Returns the position of the GPU in its pool, or -1 if the node does not have it.
int find_gpu(const Ledger &ledger, const Grant &grant) {
  return ledger.gpu_pool() < 0
             ? -1
             : ledger.inventory().pools[static_cast<size_t>(ledger.gpu_pool())].find(grant);
}

}  // namespace

void complete_memory(const Ledger &ledger, Profile profile, Grant &grant) {
  const int device = grant.type == kTypeGpu ? find_gpu(ledger, grant) : -1;
  if (device < 0) return;
  const auto index = static_cast<size_t>(ledger.gpu_pool());
  const Pool &pool = ledger.inventory().pools[index];
  ResourceAmounts &parts = grant.parts;
  const bool has_bytes = names(parts, kResourceGpuMemory);
  const bool has_ratio = names(parts, kResourceGpuMemoryRatio);
  const auto column = static_cast<size_t>(pool.column(kResourceGpuMemory));
  const int64_t size = pool.size(static_cast<size_t>(device))[column];
  if ((!has_bytes && !has_ratio) || size <= 0) return;
  const auto left = [&](ResourceId resource) {
    return left_of(ledger, index, static_cast<size_t>(device), resource);
  };
  if (has_bytes && has_ratio) {
    if (!rules_of(profile).takes_translated_requests) return;
    const int64_t ratio = amount_of(parts, kResourceGpuMemoryRatio);
    const int64_t bytes = std::min(amount_of(parts, kResourceGpuMemory),
                                   object::most_of(ResourceId{kResourceGpuMemory}));
    for (ResourceAmount &part : parts) {
      int64_t other = 0;
      if (part.resource == kResourceGpuMemory) other = memory_of(ratio, size);
      if (part.resource == kResourceGpuMemoryRatio) other = percent_of(bytes, size);
      part.amount = std::max(part.amount, std::min(other, left(part.resource)));
    }
    return;
  }
  if (has_ratio) {
    const int64_t ratio = amount_of(parts, kResourceGpuMemoryRatio);
    parts.push_back({kResourceGpuMemory, memory_of(ratio, size)});
  } else {
    const int64_t bytes = std::min(amount_of(parts, kResourceGpuMemory),
                                   object::most_of(ResourceId{kResourceGpuMemory}));
    const int64_t ratio = rules_of(profile).rounds_gpu_ratio_up
                              ? std::min(percent_of(bytes, size), left(kResourceGpuMemoryRatio))
                              : truncated_percent(bytes, size);
    parts.push_back({kResourceGpuMemoryRatio, ratio});
  }
  std::sort(parts.begin(), parts.end(), [](const ResourceAmount &a, const ResourceAmount &b) {
    return a.resource < b.resource;
  });
}

void limit_ratio(const Ledger &ledger, Grant &grant) {
  const int device = grant.type == kTypeGpu ? find_gpu(ledger, grant) : -1;
  if (device < 0 || !names(grant.parts, kResourceGpuMemory)) return;
  for (ResourceAmount &part : grant.parts)
    if (part.resource == kResourceGpuMemoryRatio)
      part.amount =
          std::min(part.amount, left_of(ledger, static_cast<size_t>(ledger.gpu_pool()),
                                        static_cast<size_t>(device), kResourceGpuMemoryRatio));
}

Refusal fill_memory(const Ledger &ledger, Profile profile, Grant &grant) {
  if (grant.type != kTypeGpu) return {};
  const int device = find_gpu(ledger, grant);
  const auto is_healthy = [&] {
    const Pool &pool = ledger.inventory().pools[static_cast<size_t>(ledger.gpu_pool())];
    return pool.devices[static_cast<size_t>(device)].healthy;
  };
  if (device < 0 || !is_healthy()) {
    Refusal refusal = Refusal::of(Reason::kDeviceUnhealthy, profile);
    refusal.object = refusal.where_object = Object::kDevice;
    refusal.needed = 1;
    refusal.where = grant.minor;
    refusal.device_type = kTypeGpu;
    return refusal;
  }
  complete_memory(ledger, profile, grant);
  return {};
}

}  // namespace koord::device
