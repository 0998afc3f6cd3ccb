#include "device/choice/score.h"

#include <algorithm>
#include <array>

namespace koord::device {

namespace {

constexpr int64_t kFull = 100;

int64_t score_amount(Strategy strategy, int64_t total, int64_t free, int64_t request) {
  // If more is free than there is, upstream treats the device as full.
  const Wide requested = free > total ? Wide{total} : Wide{total} - free + request;
  const auto used = static_cast<int64_t>(std::min<Wide>(requested, total));
  // Amounts are bounded (object::most_of) and devices few, so
  // a hundredfold does not overflow; wide divisions are slow.
  return (strategy == Strategy::kLeastAllocated ? total - used : used) * kFull / total;
}

}  // namespace

int64_t score_device(const Scorer &scorer, std::span<const ResourceId> columns,
                     std::span<const int64_t> total, std::span<const int64_t> free,
                     std::span<const ResourceAmount> request) {
  int64_t sum = 0;
  int64_t weights = 0;
  for (const ResourceWeight &weight : scorer.weights) {
    const int column = column_of(columns, weight.resource);
    if (column < 0) continue;
    const int64_t all = total[static_cast<size_t>(column)];
    if (all <= 0) continue;
    const int64_t left = std::max<int64_t>(0, free[static_cast<size_t>(column)]);
    sum += weight.weight *
           score_amount(scorer.strategy, all, left, amount_of(request, weight.resource));
    weights += weight.weight;
  }
  return weights == 0 ? 0 : sum / weights;
}

int64_t score_pool(const Scorer &scorer, const Ledger &ledger, size_t p, DeviceMask devices,
                   std::span<const ResourceAmount> request) {
  const Pool &pool = ledger.inventory().pools[p];
  const size_t width = pool.columns.size();
  std::array<int64_t, kMaxColumns> total;
  std::array<int64_t, kMaxColumns> free;
  std::fill_n(total.begin(), width, 0);
  std::fill_n(free.begin(), width, 0);
  const std::span<const int64_t> left = ledger.free(p);
  for_each_device(devices, [&](int device) {
    const size_t at = static_cast<size_t>(device) * width;
    for (size_t c = 0; c < width; ++c) {
      total[c] += std::max<int64_t>(0, pool.totals[at + c]);
      free[c] += std::max<int64_t>(0, left[at + c]);
    }
  });
  return score_device(scorer, pool.columns, {total.data(), width}, {free.data(), width}, request);
}

}  // namespace koord::device
