#include "sched/placing/shares.h"

#include <algorithm>
#include <cmath>

namespace koord::sched {
namespace {

// Returns 1 minus the standard deviation of the fractions in use, in percent.
int64_t balance(double sum, double squares, int count) {
  if (count == 0) return 0;
  const double mean = sum / count;
  const double deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
  return static_cast<int64_t>((1 - deviation) * 100);
}

}  // namespace

int64_t Shares::score() const {
  if (strategy_ == Strategy::kBalanced) return balance(fractions_, squares_, counted_);
  return weights_ == 0 ? 0 : sum_ / weights_;
}

}  // namespace koord::sched
