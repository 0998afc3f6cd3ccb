#include "device/allocation/held_devices.h"

#include <algorithm>

#include "device/ledger/gpu_memory.h"

namespace koord::device {
namespace {

// Returns the memory of the largest GPU, or 0 if it is not known.
int64_t most_memory(const Pool &pool) {
  int64_t out = 0;
  const int column = pool.column(kResourceGpuMemory);
  for (size_t d = 0; column >= 0 && d < pool.devices.size(); ++d)
    out = std::max(out, pool.total(d)[static_cast<size_t>(column)]);
  return out;
}

}  // namespace

bool is_nominal(Wide bytes, Wide by_ratio) {
  return bytes > by_ratio && bytes - by_ratio <= by_ratio / 8;
}

Held held_on(const NodeRequest &on_node, const TypeRequest &request) {
  const CountRequest clear = on_node.count_request(request);
  Held out{clear.each, clear.count, request.type == kTypeGpu && request.unclear};
  const Pool &pool = on_node.ledger().inventory().pools[on_node.pool_of(request)];
  if (request.type == kTypeGpu) {
    const int64_t bytes = amount_of(request.parts, kResourceGpuMemory);
    const int64_t most = most_memory(pool);
    const Wide all = Wide{most} * out.count;
    if (most <= 0 || bytes <= all || is_nominal(bytes, all)) return out;
    out.count = std::max(out.count, ceiling(bytes, most));
    out.unclear = true;
    return out;
  }
  for (ResourceAmount &part : out.each) {
    if (part.amount <= kWholePercent || !is_percent(pool, part.resource)) continue;
    out.unclear = true;
    out.count = std::max(out.count, ceiling(part.amount, kWholePercent));
    part.amount = kWholePercent;
  }
  return out;
}

int64_t size_of(const Pool *pool, int device, ResourceId resource) {
  const int column = pool == nullptr || device < 0 ? -1 : pool->column(resource);
  return column < 0 ? kAbsent
                    : pool->size(static_cast<size_t>(device))[static_cast<size_t>(column)];
}

void raise_to(ResourceAmounts &parts, ResourceId resource, int64_t amount) {
  const auto at = std::ranges::lower_bound(parts, resource, {}, &ResourceAmount::resource);
  if (at == parts.end() || at->resource != resource)
    parts.insert(at, {resource, amount});
  else
    at->amount = std::max(at->amount, amount);
}

void complete_unclear(const Pool *pool, int device, const Held &held,
                      std::span<const ResourceAmount> amounts, int64_t devices,
                      ResourceAmounts &parts) {
  const bool is_known = pool != nullptr && device >= 0;
  const ResourceAmounts all =
      is_known ? whole(*pool, static_cast<size_t>(device)).parts : ResourceAmounts();
  const ResourceAmounts &most = all.empty() ? held.each : all;
  for (const ResourceAmount &part : amounts)
    if (names(parts, part.resource) && names(most, part.resource))
      raise_to(parts, part.resource,
               std::min(ceiling(part.amount, devices), amount_of(most, part.resource)));
  // Bytes and percent of a GPU's memory follow from each other.
  if (is_known && names(parts, kResourceGpuMemory) && names(parts, kResourceGpuMemoryRatio))
    raise_to(parts, kResourceGpuMemory,
             memory_of(amount_of(parts, kResourceGpuMemoryRatio),
                       size_of(pool, device, kResourceGpuMemory)));
  const bool has_memory = names(parts, kResourceGpuMemory) || names(parts, kResourceGpuMemoryRatio);
  for (const ResourceAmount &part : most) {
    const bool is_memory =
        part.resource == kResourceGpuMemory || part.resource == kResourceGpuMemoryRatio;
    if (!names(parts, part.resource) && !(is_memory && has_memory))
      raise_to(parts, part.resource, part.amount);
  }
}

}  // namespace koord::device
