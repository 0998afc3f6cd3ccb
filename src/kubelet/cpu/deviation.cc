#include "kubelet/cpu/deviation.h"

#include <cmath>

namespace koord::kubelet {

// All values are integers in thousandths. With the numbers x[i] and their rounded mean m, the score
// q is sqrt(V / n) rounded, and V is the sum of (1000 x[i] - m)^2.
Deviation::Deviation(int64_t nodes, int64_t sum)
    : nodes_(nodes), sum_(sum), mean_((2000 * sum + nodes) / (2 * nodes)) {}

int64_t Deviation::thousandths(int64_t squares) const {
  const int64_t v = 1'000'000 * squares - 2000 * mean_ * sum_ + nodes_ * mean_ * mean_;
  // The largest q with (q - 1/2)^2 <= V / n; the floating-point root may be off by one.
  const auto fits = [&](int64_t q) { return (2 * q - 1) * (2 * q - 1) * nodes_ <= 4 * v; };
  auto q = static_cast<int64_t>(std::sqrt(static_cast<double>(v) / static_cast<double>(nodes_)));
  while (q > 0 && !fits(q)) --q;
  while (fits(q + 1)) ++q;
  return q;
}

int64_t Deviation::largest_squares(int64_t thousandths) const {
  const int64_t bound = 2 * thousandths + 1;  // 4 V < n * bound^2
  const int64_t v = (nodes_ * bound * bound - 1) / 4;
  return (v + 2000 * mean_ * sum_ - nodes_ * mean_ * mean_) / 1'000'000;
}

}  // namespace koord::kubelet
