#include "sched/holding.h"

#include <algorithm>
#include <cstring>

namespace koord::sched {

void name_pool(int32_t node, std::vector<NumaGrant> &grants) {
  if (std::none_of(grants.begin(), grants.end(),
                   [&](const NumaGrant &grant) { return grant.node == node; }))
    grants.push_back({node, Resources::kCpu, 0});
}

Holding::Holding(ShapePtr shape, const CpuSet &cpus, std::vector<NumaGrant> grants, Kind kind)
    : shape_(std::move(shape)),
      grant_count_(static_cast<uint32_t>(grants.size())),
      cpu_words_(static_cast<uint16_t>(cpus.word_count())),
      exclusive_(kind.exclusive),
      pooled_(kind.pooled) {
  static_assert(sizeof(NumaGrant) == 2 * sizeof(uint64_t) && alignof(NumaGrant) <= 8);
  std::sort(grants.begin(), grants.end(), [](const NumaGrant &a, const NumaGrant &b) {
    return a.node != b.node ? a.node < b.node : a.resource < b.resource;
  });
  const size_t words = cpu_words_ + 2 * grants.size();
  if (words == 0) return;
  data_ = std::make_unique<uint64_t[]>(words);
  for (size_t i = 0; i < cpu_words_; ++i) data_[i] = cpus.word(i);
  if (!grants.empty())
    std::memcpy(data_.get() + cpu_words_, grants.data(), grants.size() * sizeof(NumaGrant));
}

}  // namespace koord::sched
