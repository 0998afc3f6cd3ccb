#include "device/choice/gpu_summary.h"

#include <algorithm>

#include "device/ledger/gpu_memory.h"

namespace koord::device {
namespace {

constexpr std::array<ResourceId, 2> kScored{kResourceGpuMemoryRatio, kResourceGpuMemory};

bool is_known(ResourceId resource) {
  return resource == kResourceGpuCore || std::ranges::count(kScored, resource) > 0;
}

// Returns the percentage of a GPU's memory that is left, limited by the bytes that are left.
int64_t percents_left(const Ledger &ledger, std::span<const int64_t> free, size_t gpu) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const int ratio = ledger.column(gpus, kResourceGpuMemoryRatio);
  const int memory = ledger.column(gpus, kResourceGpuMemory);
  if (ratio < 0) return 0;
  int64_t percent = std::min(free[static_cast<size_t>(ratio)], FreePercents::kMost);
  if (memory < 0 || free[static_cast<size_t>(memory)] == kAbsent) return percent;
  const auto column = static_cast<size_t>(memory);
  const int64_t total =
      ledger.gpu_memory().value_or(ledger.inventory().pools[gpus].total(gpu)[column]);
  if (total == kAbsent) return percent;
  while (percent > 0 && memory_of(percent, total) > free[column]) --percent;
  return percent;
}

}  // namespace

void FreePercents::set(size_t gpu, int64_t percent) noexcept {
  const size_t shift = 8 * gpu;
  const auto byte = static_cast<uint64_t>(std::clamp<int64_t>(percent, 0, kMost));
  bytes_ = (bytes_ & ~(uint64_t{0xff} << shift)) | byte << shift;
}

std::optional<int64_t> GpuSummary::score(const Scorer &scorer, const Request &request,
                                         DeviceMask near) const {
  const bool by_core =
      std::ranges::count(scorer.weights, kResourceGpuCore, &ResourceWeight::resource) > 0;
  if (!complete || !alike || by_core) return std::nullopt;
  const DeviceMask among = near & all;
  // No branches, because the devices of successive nodes differ.
  std::array<int64_t, 2> left{};
  int64_t count = 0;
  for (size_t gpu = 0; gpu < FreePercents::kGpus; ++gpu) {
    const auto counts = static_cast<int64_t>(among >> gpu & 1);
    left[0] += counts * ratio_left[gpu];
    left[1] += counts * memory_left[gpu];
    count += counts;
  }
  return score_device(scorer, kScored, std::array{count * each[0], count * each[1]}, left,
                      request.gpu.each);
}

namespace {

// Fills in the amounts for scores. Returns false if the
// GPUs differ or an amount is too large for the summary.
bool add_amounts(const Ledger &ledger, GpuSummary &out) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const Pool &pool = ledger.inventory().pools[gpus];
  const auto amount = [](std::span<const int64_t> amounts, int column) {
    return column < 0 ? 0 : std::max<int64_t>(0, amounts[static_cast<size_t>(column)]);
  };
  const std::array columns{ledger.column(gpus, kScored[0]), ledger.column(gpus, kScored[1])};
  for (size_t gpu = 0; gpu < ledger.devices(gpus); ++gpu) {
    const std::span<const int64_t> total = pool.total(gpu);
    const std::array each{amount(total, columns[0]), amount(total, columns[1])};
    if (gpu == 0) out.each = each;
    const std::span<const int64_t> free = ledger.free(gpus, gpu);
    const int64_t ratio = amount(free, columns[0]);
    if (each != out.each || ratio > UINT8_MAX) return false;
    out.ratio_left[gpu] = static_cast<uint8_t>(ratio);
    out.memory_left[gpu] = amount(free, columns[1]);
  }
  return true;
}

}  // namespace

GpuSummary gpu_summary_of(const Ledger &ledger, object::PartitionPolicy label, GpuVendor vendor) {
  using object::PartitionPolicy;
  GpuSummary out;
  if (ledger.gpu_pool() < 0) return out;
  out.vendors = ledger.inventory().gpu_vendors(vendor);
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const std::span<const ResourceId> columns = ledger.columns(gpus);
  if (ledger.devices(gpus) > FreePercents::kGpus || !std::ranges::all_of(columns, is_known))
    return out;
  out.complete = true;
  out.in_partitions =
      ledger.partition_policy() == PartitionPolicy::kHonor || label == PartitionPolicy::kHonor;
  out.usable = static_cast<uint8_t>(ledger.open(gpus) & ~ledger.closed(gpus));
  out.all = static_cast<uint8_t>(first_devices(static_cast<int>(ledger.devices(gpus))));
  const int core = ledger.column(gpus, kResourceGpuCore);
  for (size_t gpu = 0; gpu < ledger.devices(gpus); ++gpu) {
    const std::span<const int64_t> free = ledger.free(gpus, gpu);
    out.core.set(gpu, core < 0 ? 0 : free[static_cast<size_t>(core)]);
    out.memory.set(gpu, percents_left(ledger, free, gpu));
  }
  out.alike = add_amounts(ledger, out);
  return out;
}

}  // namespace koord::device
