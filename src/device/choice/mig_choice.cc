#include "device/choice/mig_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/count_bits.h"

namespace koord::device {
namespace {

constexpr int kRanks = 7;
constexpr int64_t kNone = -1;  // not possible

// A GPU of one rank outweighs all GPUs of lower ranks.
constexpr std::array<int64_t, kRanks> kWeights = [] {
  std::array<int64_t, kRanks> out{};
  for (int64_t rank = 1, weight = 1; rank < kRanks; ++rank, weight *= kMaxDevices + 1)
    out[static_cast<size_t>(rank)] = weight;
  return out;
}();

using Subset = uint32_t;  // of the candidates of one GPU

// The candidates of one GPU, ascending by placement.
struct Gpu {
  std::vector<int> devices;
  std::vector<int64_t> weights;  // by subset: weight of the GPU once these are in use
};

std::vector<uint64_t> used_slices(const Ledger &ledger) {
  const Inventory &inventory = ledger.inventory();
  std::vector<uint64_t> out(inventory.mig_gpus.size());
  for (size_t p = 0; p < inventory.pools.size(); ++p) {
    const std::vector<MigSlot> &slots = inventory.pools[p].slots;
    if (slots.empty()) continue;
    for_each_device(ledger.in_use(p), [&](int device) {
      const MigSlot &slot = slots[static_cast<size_t>(device)];
      out[slot.gpu] |= slot.slices;
    });
  }
  return out;
}

// Returns the GPUs with candidates, ascending by minor. Subsets of more than `count` instances have
// no weight.
std::vector<Gpu> gpus_of(const Candidates &site, DeviceMask fitting, int64_t count) {
  const Inventory &inventory = site.ledger.inventory();
  const std::vector<MigSlot> &slots = site.pool().slots;
  const std::vector<uint64_t> used = used_slices(site.ledger);
  std::vector<Gpu> out;
  for (size_t g = 0; g < inventory.mig_gpus.size(); ++g) {
    Gpu gpu;
    for_each_device(fitting, [&](int device) {
      if (slots[static_cast<size_t>(device)].gpu == g) gpu.devices.push_back(device);
    });
    if (gpu.devices.empty()) continue;
    std::ranges::sort(gpu.devices, {}, [&](int device) {
      return std::pair{std::countr_zero(slots[static_cast<size_t>(device)].slices), device};
    });
    gpu.weights.resize(size_t{1} << gpu.devices.size());
    for (Subset subset = 0; subset < gpu.weights.size(); ++subset) {
      if (count_bits(subset) > count) continue;
      uint64_t slices = used[g];
      for (size_t i = 0; i < gpu.devices.size(); ++i)
        if ((subset >> i & 1) != 0) slices |= slots[static_cast<size_t>(gpu.devices[i])].slices;
      const int rank = largest_free_profile(slices, inventory.mig_gpus[g]);
      gpu.weights[subset] = kWeights[static_cast<size_t>(rank)];
    }
    out.push_back(std::move(gpu));
  }
  return out;
}

// Returns the largest weight of the GPUs from `g` on, by number of instances chosen there.
using BestByCount = std::vector<int64_t>;
std::vector<BestByCount> best_from(const std::vector<Gpu> &gpus, int64_t count) {
  const auto most = static_cast<size_t>(count);
  std::vector<BestByCount> out(gpus.size() + 1, BestByCount(most + 1, kNone));
  out.back()[0] = 0;
  for (size_t g = gpus.size(); g-- > 0;)
    for (Subset subset = 0; subset < gpus[g].weights.size(); ++subset) {
      const auto here = static_cast<size_t>(count_bits(subset));
      for (size_t all = here; all <= most; ++all)
        if (const int64_t rest = out[g + 1][all - here]; rest != kNone)
          out[g][all] = std::max(out[g][all], gpus[g].weights[subset] + rest);
    }
  return out;
}

// Returns true if the set that starts with `a` has the lower instance at the first difference. All
// sets have the same size, so a subset that ends continues on a later GPU.
bool is_lower(Subset a, Subset b) { return ((a ^ b) & -(a ^ b) & a) != 0; }

}  // namespace

int largest_free_profile(uint64_t used, const MigGpuSlices &gpu) {
  for (int size = gpu.memory; size > 0; size /= 2)
    for (int start = 0; start < gpu.memory; start += size) {
      const uint64_t block = ((uint64_t{1} << size) - 1) << start;
      const int compute = std::min(start + size, gpu.compute) - start;
      if ((used & block) != 0 || compute < 1) continue;
      if (size == gpu.memory) return kRanks - 1;
      if (size >= 4) return compute >= 4 ? 5 : 4;
      if (size == 2) return compute >= 2 ? 3 : 2;
      return 1;
    }
  return 0;
}

std::vector<int> choose_instances(const Candidates &site, DeviceMask fitting, int64_t count) {
  const std::vector<Gpu> gpus = gpus_of(site, fitting, count);
  const std::vector<BestByCount> best = best_from(gpus, count);
  std::vector<int> out;
  auto left = static_cast<size_t>(count);
  for (size_t g = 0; g < gpus.size(); ++g) {
    Subset chosen = 0;
    bool found = false;
    for (Subset subset = 0; subset < gpus[g].weights.size(); ++subset) {
      const auto here = static_cast<size_t>(count_bits(subset));
      if (here > left || best[g + 1][left - here] == kNone ||
          gpus[g].weights[subset] + best[g + 1][left - here] != best[g][left])
        continue;
      if (!found || is_lower(subset, chosen)) chosen = subset;
      found = true;
    }
    for (size_t i = 0; i < gpus[g].devices.size(); ++i)
      if ((chosen >> i & 1) != 0) out.push_back(gpus[g].devices[i]);
    left -= static_cast<size_t>(count_bits(chosen));
  }
  return out;
}

}  // namespace koord::device
