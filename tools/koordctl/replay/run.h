// One replay: pods arrive one after another, each is placed for good or dropped, and what the cluster looks like
// after each goes into a curve.
#ifndef KOORDCTL_REPLAY_RUN_H_
#define KOORDCTL_REPLAY_RUN_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "replay/curves.h"
#include "replay/trace.h"

namespace koordctl {

// A cluster under one policy.
class ReplayCluster {
 public:
  virtual ~ReplayCluster() = default;
  // False when no node has room.
  virtual bool place(std::uint32_t pod) = 0;
  // GPU that is idle and of no use, in thousandths, as things are.
  virtual double fragmented() = 0;
};

struct ReplayRun {
  Curve curve;
  std::size_t placed = 0;
  std::vector<std::size_t> dropped;  // of each pod of the workload, how often
};

// Throws a Failure when more GPU is in use than the cluster has.
ReplayRun replay(const std::vector<TracePod> &pods, const std::vector<std::uint32_t> &arrivals,
                 std::int64_t cluster_gpus, ReplayCluster &cluster);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_RUN_H_
