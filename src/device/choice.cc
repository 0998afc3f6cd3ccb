#include "device/choice.h"

#include <algorithm>
#include <array>

#include "device/gpu_memory.h"

namespace koord::device {

namespace {

// Under the specification what a device does not know of it does not have, and the bytes that a part of a GPU's
// memory comes to must be there, too: who asks for bytes is accounted in whole percents, and at most for what is
// left of them. Where things are is looked up once for all devices.
class Needs {
 public:
  Needs(const Pool &pool, std::span<const Part> each) {
    for (const Part &part : each) {
      const int column = pool.column(part.resource);
      known_ = known_ && column >= 0 && count_ < parts_.size();
      if (!known_) return;
      parts_[count_++] = {static_cast<size_t>(column), part.amount};
    }
    const bool by_percent =
        names(each, kResourceGpuMemoryRatio) && !names(each, kResourceGpuMemory);
    if (pool.type != kTypeGpu || !by_percent) return;
    percent_ = amount_of(each, kResourceGpuMemoryRatio);
    memory_ = pool.column(kResourceGpuMemory);
  }

  bool are_in(std::span<const int64_t> free, std::span<const int64_t> total) const {
    if (!known_) return false;
    for (size_t i = 0; i < count_; ++i)
      if (free[parts_[i].column] < parts_[i].amount) return false;
    if (memory_ < 0) return true;
    const auto memory = static_cast<size_t>(memory_);
    return free[memory] == kAbsent || memory_of(percent_, total[memory]) <= free[memory];
  }

 private:
  struct At {
    size_t column;
    int64_t amount;
  };
  std::array<At, kMaxColumns> parts_;  // the first count_ are set
  size_t count_ = 0;
  bool known_ = true;
  int memory_ = -1;  // column of the bytes that percents must come to, -1: none
  int64_t percent_ = 0;
};

}  // namespace

DeviceMask Site::fitting(std::span<const Part> each) const {
  DeviceMask out = 0;
  const DeviceMask open = allowed & ledger.open(index);
  const auto collect = [&](auto &&has) {
    for_each_device(open, [&](int device) {
      if (has(device)) out |= device_bit(device);
    });
  };
  if (profile == Profile::kUpstream) {
    collect([&](int device) { return fits(pool(), free(device), each); });
  } else {
    const Needs needs(pool(), each);
    collect([&](int device) { return needs.are_in(free(device), total(device)); });
  }
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
