// Orders of arrival made from a workload: all its pods shuffled, then more of the same until more is asked for than
// the cluster has. The recipe of the simulator of "Beware of Fragmentation", with a generator of our own.
#ifndef KOORDCTL_REPLAY_INFLATION_H_
#define KOORDCTL_REPLAY_INFLATION_H_

#include <cstdint>
#include <vector>

#include "replay/trace.h"

namespace koordctl {

// splitmix64: the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 to count - 1, each as often within 2^-32 as counts here go.
  std::uint32_t below(std::uint32_t count);
  // 0 to count - 1 in drawn order.
  std::vector<std::uint32_t> permutation(std::uint32_t count);

 private:
  std::uint64_t state_;
};

// Pods in the order of their names, shuffled; then, while more than `ratio_percent` of the cluster's GPUs is not
// yet asked for, pods drawn from the whole list with replacement. It ends with the first draw whose share of
// one GPU would pass that. Throws a Failure where no pod asks for GPUs.
std::vector<std::uint32_t> inflate(const std::vector<TracePod> &pods, std::int64_t cluster_gpus,
                                   std::uint32_t ratio_percent, std::uint64_t seed);

// Rank of each node, 0 first, where policies find several equally good: a permutation of the nodes by name.
std::vector<std::uint32_t> draw_ranks(const std::vector<TraceNode> &nodes, std::uint64_t seed);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_INFLATION_H_
