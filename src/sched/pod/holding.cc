#include "sched/pod/holding.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace koord::sched {

Holding::Holding(ShapePtr shape, const CpuSet &cpus, std::vector<NumaGrant> grants,
                 const std::vector<int32_t> &pools)
    : shape_(std::move(shape)),
      grant_count_(static_cast<uint32_t>(grants.size())),
      pool_count_(static_cast<uint32_t>(pools.size())),
      cpu_words_(static_cast<uint16_t>(cpus.word_count())) {
  static_assert(std::is_trivially_copyable_v<NumaGrant> && alignof(NumaGrant) <= 8);
  std::sort(grants.begin(), grants.end(), [](const NumaGrant &a, const NumaGrant &b) {
    return a.node != b.node ? a.node < b.node : a.resource < b.resource;
  });
  if (bytes() == 0) return;
  data_ = std::make_unique<std::byte[]>(bytes());
  for (size_t i = 0; i < cpu_words_; ++i) {
    const uint64_t word = cpus.word(i);
    std::memcpy(data_.get() + i * sizeof word, &word, sizeof word);
  }
  if (!grants.empty())
    std::memcpy(data_.get() + grants_at(), grants.data(), grants.size() * sizeof(NumaGrant));
  if (!pools.empty())
    std::memcpy(data_.get() + pools_at(), pools.data(), pools.size() * sizeof(int32_t));
}

Holding::Holding(const Holding &other)
    : shape_(other.shape_),
      devices_(other.devices_),
      grant_count_(other.grant_count_),
      pool_count_(other.pool_count_),
      cpu_words_(other.cpu_words_),
      reported_count_(other.reported_count_),
      pod_key_(other.pod_key_) {
  if (bytes() == 0) return;
  data_ = std::make_unique<std::byte[]>(bytes());
  std::memcpy(data_.get(), other.data_.get(), bytes());
}

void Holding::set_reported(std::span<const NumaGrant> grants) {
  if (grants.empty() && reported_count_ == 0) return;
  const size_t before = reported_at();
  const size_t tail = bytes() - pools_at();
  auto data = std::make_unique<std::byte[]>(before + grants.size_bytes() + tail);
  std::memcpy(data.get(), data_.get(), before);
  if (!grants.empty()) std::memcpy(data.get() + before, grants.data(), grants.size_bytes());
  if (tail > 0) std::memcpy(data.get() + before + grants.size_bytes(), pools().data(), tail);
  data_ = std::move(data);
  reported_count_ = static_cast<uint16_t>(grants.size());
}

}  // namespace koord::sched
