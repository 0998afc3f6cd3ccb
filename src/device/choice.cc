#include "device/choice.h"

#include <algorithm>

#include "device/gpu_memory.h"

namespace koord::device {

// Under the specification what a device does not know of it does not have, and the bytes that a part of a GPU's
// memory comes to must be there, too: who asks for bytes is accounted in whole percents, and at most for what is
// left of them.
bool Site::has(int device, std::span<const Part> each) const {
  if (profile == Profile::kUpstream) return fits(pool(), free(device), each);
  const auto left = [&](ResourceId resource) {
    const int column = pool().column(resource);
    return column < 0 ? kAbsent : free(device)[static_cast<size_t>(column)];
  };
  for (const Part &part : each)
    if (left(part.resource) < part.amount) return false;
  const bool by_percent = names(each, kResourceGpuMemoryRatio) && !names(each, kResourceGpuMemory);
  if (pool().type != kTypeGpu || !by_percent || left(kResourceGpuMemory) == kAbsent) return true;
  const auto column = static_cast<size_t>(pool().column(kResourceGpuMemory));
  return memory_of(amount_of(each, kResourceGpuMemoryRatio), total(device)[column]) <=
         left(kResourceGpuMemory);
}

DeviceMask Site::fitting(std::span<const Part> each) const {
  DeviceMask out = 0;
  for_each_device(allowed & ledger.open(index), [&](int device) {
    if (has(device, each)) out |= device_bit(device);
  });
  return out;
}

int64_t Site::slack(int device, std::span<const Part> each) const {
  constexpr int64_t kThousand = 1000;
  int64_t sum = 0;
  for (const Part &part : each) {
    const int column = pool().column(part.resource);
    if (column < 0) continue;
    const int64_t all = total(device)[static_cast<size_t>(column)];
    const int64_t left = free(device)[static_cast<size_t>(column)] - part.amount;
    if (all > 0) sum += static_cast<int64_t>(Wide{left} * kThousand / all);
  }
  return sum;
}

Refusal Site::refuse(Reason reason, int64_t needed, int64_t best) const {
  Refusal out;
  out.reason = reason;
  out.profile = profile;
  out.object = Object::kDevice;
  out.needed = needed;
  out.best = best;
  out.detail = pool().type;
  return out;
}

Pcies pcies_of(const Pool &pool, const std::vector<int> &devices) {
  Pcies out;
  for (const int device : devices) {
    const Device &entry = pool.devices[static_cast<size_t>(device)];
    if (entry.placed) out.push_back(entry.pcie);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

DeviceMask mask_of(const std::vector<int> &devices) {
  DeviceMask out = 0;
  for (const int device : devices) out |= device_bit(device);
  return out;
}

}  // namespace koord::device
