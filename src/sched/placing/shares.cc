#include "sched/placing/shares.h"

#include <algorithm>
#include <cmath>

namespace koord::sched {
namespace {

int64_t rate(Strategy strategy, const Share &share) {
  if (strategy == Strategy::kMostAllocated)
    return std::min(share.requested, share.capacity) * 100 / share.capacity;
  if (share.requested > share.capacity) return 0;
  return (share.capacity - share.requested) * 100 / share.capacity;
}

// Returns 1 minus the standard deviation of the fractions in use, in percent.
int64_t balance(double sum, double squares, int count) {
  if (count == 0) return 0;
  const double mean = sum / count;
  const double deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
  return static_cast<int64_t>((1 - deviation) * 100);
}

}  // namespace

void Shares::add(const Share &share, int32_t weight) {
  if (strategy_ != Strategy::kBalanced) {
    sum_ += weight * rate(strategy_, share);
    weights_ += weight;
    return;
  }
  const double fraction =
      std::min(1.0, static_cast<double>(share.requested) / static_cast<double>(share.capacity));
  fractions_ += fraction;
  squares_ += fraction * fraction;
  ++counted_;
}

int64_t Shares::score() const {
  if (strategy_ == Strategy::kBalanced) return balance(fractions_, squares_, counted_);
  return weights_ == 0 ? 0 : sum_ / weights_;
}

}  // namespace koord::sched
