#include "device/choice.h"

#include <algorithm>

namespace koord::device {

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

}  // namespace koord::device
