#include "sched/placing/core_fit.h"

#include <algorithm>

namespace koord::sched {

cpu::CoreSums CoreFit::sums(size_t numa) const {
  const Topology::CpuNode *place = node_.node().numa()[numa].place;
  const int64_t room = std::clamp<int64_t>(node_.numa_free(numa, 0) / 1000, 0, cpus_);
  if (place == nullptr) return cpu::CoreSums(1);
  return cpu::CoreWidths(node_.node().machine(), node_.node().free() & place->cpus)
      .sums(static_cast<int>(room));
}

bool CoreFit::is_sum(numa::Mask mask) const {
  cpu::CoreSums all(1);
  numa::for_each_node(mask, [&](size_t i) { all = cpu::together(all, sums(i), cpus_); });
  return cpus_ <= static_cast<int>(Topology::kMaxCpus) && all.test(static_cast<size_t>(cpus_));
}

int CoreFit::most(size_t numa) const { return cpu::greatest(sums(numa), cpus_); }

int CoreFit::most() const {
  const cpu::CoreWidths widths(node_.node().machine(), node_.node().free());
  return cpu::greatest(widths.sums(cpus_), cpus_);
}

}  // namespace koord::sched
