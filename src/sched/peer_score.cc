#include "sched/peer_score.h"

#include <algorithm>

#include "sched/peer_fit.h"
#include "sched/shares.h"

namespace koord::sched {
namespace {

using object::NumaPolicy;

// CPU that a pod owns is amplified.
int64_t demanded(const View &node, const Shape &shape, bool binds, ResourceId resource) {
  const int64_t demand = demand_of(shape, resource);
  return binds && resource == Resources::kCpu ? node.amplified(demand) : demand;
}

int64_t bound_milli(const View &node) { return int64_t{1000} * node.node().bound_cpus(); }

int64_t score_unaligned(const View &node, const Shape &shape, const Options &options, bool binds) {
  const int64_t bound = bound_milli(node);
  const bool amplifies = node->amplification > 1 && shape.cpu_milli > 0;
  return weigh(options, options.scoring, shape, [&](ResourceId resource) {
    const Account account = node.node().total(resource);
    int64_t requested = account.used + demanded(node, shape, binds, resource);
    if (resource == Resources::kCpu && amplifies) requested += node.amplified(bound) - bound;
    return Share{account.capacity, requested};
  });
}

// Under a NUMA policy the CPUs that the whole node's pods own are all the CPU that counts as used beside a pod that
// owns some, even on single NUMA nodes.
int64_t score_on(const View &node, const Shape &shape, const Options &options, bool binds,
                 numa::Mask mask) {
  return weigh(options, options.scoring, shape, [&](ResourceId resource) {
    Share share;
    if (mask == 0) {
      const Account account = node.node().total(resource);
      share = {account.capacity, account.used};
    } else if (const int slot = node.numa_slot(resource); slot >= 0) {
      numa::for_each_node(mask, [&](size_t i) {
        share.capacity += node.numa_capacity(i, static_cast<size_t>(slot));
        share.requested += node.node().numa_used(i, static_cast<size_t>(slot));
      });
    }
    if (binds && resource == Resources::kCpu) share.requested = node.amplified(bound_milli(node));
    share.requested += demanded(node, shape, binds, resource);
    return share;
  });
}

}  // namespace

int64_t upstream_score(const View &node, const Shape &shape, const Options &options,
                       const Placement &placement) {
  if (placement.numa == NumaPolicy::kNone)
    return score_unaligned(node, shape, options, placement.binds);
  // Which NUMA nodes BestEffort takes is found out when the pod is there.
  if (placement.numa != NumaPolicy::kBestEffort)
    return score_on(node, shape, options, placement.binds, placement.granted);
  if (!PeerFit(node, shape, options, placement).fits_anywhere()) return 0;
  return score_on(node, shape, options, placement.binds, 0);
}

int64_t hint_score(const View &node, const Shape &shape, const Options &options, bool binds,
                   numa::Mask mask, std::span<const int64_t> cpu_free) {
  return weigh(options, options.numa_scoring, shape, [&](ResourceId resource) {
    Share share;
    const int slot = node.numa_slot(resource);
    if (slot < 0) return share;
    int64_t free = 0;
    numa::for_each_node(mask, [&](size_t i) {
      share.capacity += node.numa_capacity(i, static_cast<size_t>(slot));
      free += slot == 0 ? cpu_free[i] : node.numa_free(i, static_cast<size_t>(slot));
    });
    share.requested =
        std::max<int64_t>(0, share.capacity - free) + demanded(node, shape, binds, resource);
    return share;
  });
}

}  // namespace koord::sched
