#include "device/gpu_brief.h"

#include <algorithm>

#include "device/gpu_memory.h"

namespace koord::device {
namespace {

constexpr std::array<ResourceId, 2> kScored{kResourceGpuMemoryRatio, kResourceGpuMemory};

bool is_known(ResourceId resource) {
  return resource == kResourceGpuCore || std::ranges::count(kScored, resource) > 0;
}

// How many percents of a GPU's memory are left as its bytes go.
int64_t percents_left(const Ledger &ledger, std::span<const int64_t> free, size_t gpu) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const int ratio = ledger.column(gpus, kResourceGpuMemoryRatio);
  const int memory = ledger.column(gpus, kResourceGpuMemory);
  if (ratio < 0) return 0;
  int64_t percent = std::min(free[static_cast<size_t>(ratio)], GpuRooms::kMost);
  if (memory < 0 || free[static_cast<size_t>(memory)] == kAbsent) return percent;
  const auto column = static_cast<size_t>(memory);
  const int64_t total =
      ledger.gpu_memory().value_or(ledger.inventory().pools[gpus].total(gpu)[column]);
  if (total == kAbsent) return percent;
  while (percent > 0 && memory_of(percent, total) > free[column]) --percent;
  return percent;
}

}  // namespace

void GpuRooms::set(size_t gpu, int64_t percent) noexcept {
  const size_t shift = 8 * gpu;
  const auto byte = static_cast<uint64_t>(std::clamp<int64_t>(percent, 0, kMost));
  bytes_ = (bytes_ & ~(uint64_t{0xff} << shift)) | byte << shift;
}

std::optional<int64_t> GpuBrief::score(const Scorer &scorer, const Ask &ask) const {
  const bool by_core =
      std::ranges::count(scorer.weights, kResourceGpuCore, &ResourceWeight::resource) > 0;
  if (!complete || by_core) return std::nullopt;
  return score_device(scorer, kScored, total, free, ask.gpu.each);
}

GpuBrief brief_of(const Ledger &ledger, object::PartitionPolicy label) {
  using object::PartitionPolicy;
  GpuBrief out;
  if (ledger.gpu_pool() < 0) return out;
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const std::span<const ResourceId> columns = ledger.columns(gpus);
  if (ledger.devices(gpus) > GpuRooms::kGpus || !std::ranges::all_of(columns, is_known)) return out;
  out.complete = true;
  out.in_partitions =
      ledger.partition_policy() == PartitionPolicy::kHonor || label == PartitionPolicy::kHonor;
  out.usable = static_cast<uint8_t>(ledger.open(gpus) & ~ledger.closed(gpus));
  const Pool &pool = ledger.inventory().pools[gpus];
  const int core = ledger.column(gpus, kResourceGpuCore);
  for (size_t gpu = 0; gpu < ledger.devices(gpus); ++gpu) {
    const std::span<const int64_t> free = ledger.free(gpus, gpu);
    out.core.set(gpu, core < 0 ? 0 : free[static_cast<size_t>(core)]);
    out.memory.set(gpu, percents_left(ledger, free, gpu));
    for (size_t i = 0; i < kScored.size(); ++i) {
      const int column = ledger.column(gpus, kScored[i]);
      if (column < 0) continue;
      out.total[i] += std::max<int64_t>(0, pool.total(gpu)[static_cast<size_t>(column)]);
      out.free[i] += std::max<int64_t>(0, free[static_cast<size_t>(column)]);
    }
  }
  return out;
}

}  // namespace koord::device
