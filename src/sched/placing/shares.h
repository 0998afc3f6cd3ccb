// Fractions of resources in use, weighted by resource. Scores are computed from them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sched/options.h"
#include "sched/pod/shape.h"

namespace koord::sched {

// Use of one resource on one or several NUMA nodes or
// on the whole node. `requested` includes the pod.
struct Share {
  int64_t capacity = 0;
  int64_t requested = 0;
};

// Combines shares into a score by a strategy.
class Shares {
 public:
  explicit Shares(Strategy strategy) : strategy_(strategy) {}
  // Inline, because verdicts call it for every resource of every NUMA node.
  void add(const Share &share, int32_t weight) {
    if (strategy_ != Strategy::kBalanced) {
      sum_ += weight * rate(share);
      weights_ += weight;
      return;
    }
    const double fraction =
        std::min(1.0, static_cast<double>(share.requested) / static_cast<double>(share.capacity));
    fractions_ += fraction;
    squares_ += fraction * fraction;
    ++counted_;
  }
  int64_t score() const;

 private:
  int64_t rate(const Share &share) const {
    if (strategy_ == Strategy::kMostAllocated)
      return std::min(share.requested, share.capacity) * 100 / share.capacity;
    if (share.requested > share.capacity) return 0;
    return (share.capacity - share.requested) * 100 / share.capacity;
  }

  Strategy strategy_;
  int64_t sum_ = 0;
  int64_t weights_ = 0;
  double fractions_ = 0;
  double squares_ = 0;
  int counted_ = 0;
};

inline bool is_scalar(ResourceId resource) {
  return resource != Resources::kCpu && resource != Resources::kMemory;
}

// Returns the strategy's score over the weighted resources. share_of(resource)
// returns a share with capacity 0 if the resource does not count.
template <typename ShareOf>
int64_t weighted_mean(const Options &options, Strategy strategy, const Shape &shape,
                      ShareOf &&share_of) {
  Shares shares(strategy);
  for (const Weight &weight : options.weights) {
    if (is_scalar(weight.resource) && request_of(shape, weight.resource) == 0) continue;
    const Share share = share_of(weight.resource);
    if (share.capacity > 0) shares.add(share, weight.weight);
  }
  return shares.score();
}

}  // namespace koord::sched
