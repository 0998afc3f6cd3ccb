#include "aged_kinds.h"

#include <cmath>

namespace koordctl {
namespace {

// counts are scaled down above this, so that they do not overflow
constexpr double kMostWeight = 1e12;
constexpr double kAllTasks = 1 << 18;  // sum of the returned counts, in whole tasks

}  // namespace

AgedKinds::AgedKinds(uint32_t half_life, const std::vector<TaskKind> &expected)
    : growth_(std::exp2(1.0 / half_life)) {
  double all = 0;
  for (const TaskKind &kind : expected) all += static_cast<double>(kind.tasks);
  // The sum of all weights of an infinite series of arrivals whose last one has weight 1.
  const double ever = growth_ / (growth_ - 1);
  for (const TaskKind &kind : expected)
    counts_[{kind.cpu_milli, kind.memory_mib, kind.gpu_milli, kind.gpu_count, kind.models}] +=
        static_cast<double>(kind.tasks) / all * ever;
}

void AgedKinds::add(const TracePod &pod) {
  weight_ *= growth_;
  counts_[kind_of(pod)] += weight_;
  if (weight_ < kMostWeight) return;
  for (auto &[kind, count] : counts_) count /= weight_;
  weight_ = 1;
}

std::vector<TaskKind> AgedKinds::kinds() const {
  double all = 0;
  for (const auto &[kind, count] : counts_) all += count;
  return kinds_of(counts_, kAllTasks / all);
}

}  // namespace koordctl
