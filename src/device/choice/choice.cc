#include "device/choice/choice.h"

#include <algorithm>

#include "device/ledger/gpu_memory.h"

namespace koord::device {

namespace {

// Total or free amounts of a pool's devices, row by row.
struct Stock {
  const Ledger &ledger;
  size_t pool;
  std::span<const int64_t> amounts;
};

// Returns the devices for which is(left, device) holds for the amount in one column. It has no
// branches because the devices of successive nodes differ.
template <typename Predicate>
DeviceMask devices_where(const Stock &stock, int column, Predicate &&predicate) {
  const size_t count = stock.ledger.devices(stock.pool);
  const size_t width = stock.ledger.columns(stock.pool).size();
  DeviceMask out = 0;
  for (size_t d = 0; d < count; ++d)
    out |= DeviceMask{predicate(stock.amounts[d * width + static_cast<size_t>(column)], d)} << d;
  return out;
}

// Returns the GPUs with enough free bytes for a percentage of memory.
// The free percentage alone can be too high, because requests in
// bytes are accounted in whole percents and at most for what is left.
DeviceMask with_memory_of(const Stock &stock, int64_t percent) {
  const Ledger &ledger = stock.ledger;
  const int column = ledger.column(stock.pool, kResourceGpuMemory);
  if (column < 0) return ~DeviceMask{0};
  const bool alike = ledger.gpu_memory().has_value();
  // Only percentages are known.
  if (alike && *ledger.gpu_memory() == kAbsent) return ~DeviceMask{0};
  const int64_t of_each = alike ? memory_of(percent, *ledger.gpu_memory()) : 0;
  const auto bytes_of = [&](size_t device) {
    const Pool &own = ledger.inventory().pools[stock.pool];
    return memory_of(percent, own.total(device)[static_cast<size_t>(column)]);
  };
  return devices_where(stock, column, [&](int64_t left, size_t device) {
    return left == kAbsent || left >= (alike ? of_each : bytes_of(device));
  });
}

// Returns the devices that have all requested amounts. A
// resource that a device does not state counts as missing.
DeviceMask with_all(const Stock &stock, std::span<const ResourceAmount> each) {
  DeviceMask out = ~DeviceMask{0};
  for (const ResourceAmount &part : each) {
    const int column = stock.ledger.column(stock.pool, part.resource);
    if (column < 0) return 0;
    out &= devices_where(stock, column, [&](int64_t left, size_t) { return left >= part.amount; });
  }
  const bool by_percent = names(each, kResourceGpuMemoryRatio);
  if (!by_percent || static_cast<int>(stock.pool) != stock.ledger.gpu_pool()) return out;
  return out & with_memory_of(stock, amount_of(each, kResourceGpuMemoryRatio));
}

// Calls use(parts) with the amounts that a device would provide for `each`. Bytes stated beside
// percents are raised to the equivalent of the percents.
template <typename Use>
int64_t with_given(const Candidates &site, int device, std::span<const ResourceAmount> each,
                   Use &&use) {
  const int column = site.pool().column(kResourceGpuMemory);
  if (column < 0 || !names(each, kResourceGpuMemory) || !names(each, kResourceGpuMemoryRatio))
    return use(each);
  const int64_t least = memory_of(amount_of(each, kResourceGpuMemoryRatio),
                                  site.total(device)[static_cast<size_t>(column)]);
  ResourceAmounts given(each.begin(), each.end());
  for (ResourceAmount &part : given)
    if (part.resource == kResourceGpuMemory) part.amount = std::max(part.amount, least);
  return use(std::span<const ResourceAmount>(given));
}

}  // namespace

DeviceMask Candidates::fitting(std::span<const ResourceAmount> each) const {
  const DeviceMask open = allowed & ledger.open(index);
  if (rules().unstated_is_none) return open & with_all({ledger, index, ledger.free(index)}, each);
  DeviceMask out = 0;
  for_each_device(open, [&](int device) {
    if (fits(pool(), free(device), each)) out |= device_bit(device);
  });
  return out;
}

DeviceMask Candidates::fitting_empty(std::span<const ResourceAmount> each) const {
  return first_devices(static_cast<int>(ledger.devices(index))) &
         with_all({ledger, index, pool().totals}, each);
}

int64_t Candidates::slack(int device, std::span<const ResourceAmount> each) const {
  constexpr int64_t kThousand = 1000;
  return with_given(*this, device, each, [&](std::span<const ResourceAmount> given) {
    int64_t sum = 0;
    for (const ResourceAmount &part : given) {
      const int column = pool().column(part.resource);
      if (column < 0) continue;
      const int64_t all = total(device)[static_cast<size_t>(column)];
      const int64_t left = free(device)[static_cast<size_t>(column)] - part.amount;
      if (all > 0) sum += static_cast<int64_t>(Wide{left} * kThousand / all);
    }
    return sum;
  });
}

Preference Candidates::preference(int device, std::span<const ResourceAmount> each) const {
  if (!rules().devices_fit_tightly) return {-score(device, each), 0};
  const int64_t by_score =
      -with_given(*this, device, each,
                  [&](std::span<const ResourceAmount> given) { return score(device, given); });
  const int64_t by_slack = slack(device, each);
  const bool stated = scorer != nullptr && scorer->stated;
  return stated ? Preference{by_score, by_slack} : Preference{by_slack, by_score};
}

Refusal Candidates::refuse(Reason reason, int64_t needed, int64_t best) const {
  Refusal out = Refusal::of(reason, profile);
  out.object = Object::kDevice;
  out.needed = needed;
  out.best = best;
  out.device_type = pool().type;
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
