// The standard deviation by which kubelet compares distributions, in exact integers.
#pragma once

#include <cstdint>

namespace koord::kubelet {

// Computes the score, in thousandths, of `nodes` numbers with this sum from their sum of squares.
class Deviation {
 public:
  Deviation(int64_t nodes, int64_t sum);
  int64_t thousandths(int64_t squares) const;
  // Returns the largest sum of squares that still has this score.
  int64_t largest_squares(int64_t thousandths) const;

 private:
  int64_t nodes_;
  int64_t sum_;
  int64_t mean_;  // in thousandths; rounded, as kubelet does before it takes differences
};

}  // namespace koord::kubelet
