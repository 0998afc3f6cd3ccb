#include "sched/upstream/score.h"

#include <algorithm>

#include "sched/placing/shares.h"
#include "sched/upstream/fit.h"

namespace koord::sched {
namespace {

using object::NumaPolicy;

// CPU that the pod owns is amplified.
int64_t requested_of(const View &node, const Shape &shape, bool binds, ResourceId resource) {
  const int64_t request = request_of(shape, resource);
  return binds && resource == Resources::kCpu ? node.amplified(request) : request;
}

int64_t bound_milli(const View &node) {
  int64_t cpus = 0;
  for (const NumaSummary &numa : node.numa()) cpus += numa.bound;
  return 1000 * cpus;
}

// Reads the view if it has the amounts, because the node itself is on another cache line.
Share whole_share(const View &node, ResourceId resource) {
  const bool tells =
      resource == Resources::kMemory || (resource == Resources::kCpu && node->amplification <= 1);
  if (tells) return {node.capacity(resource), node.capacity(resource) - node.free(resource)};
  const Account account = node.node().total(resource);
  return {account.capacity, account.used};
}

// Use can exceed the capacity.
int64_t numa_used(const View &node, size_t i, size_t slot) {
  const int64_t free = node.numa_free(i, slot);
  return free > 0 ? node.numa_capacity(i, slot) - free : node.node().numa_used(i, slot);
}

int64_t score_unaligned(const View &node, const Shape &shape, const Options &options, bool binds) {
  const bool amplifies = node->amplification > 1 && shape.cpu_milli > 0;
  const int64_t bound = amplifies ? bound_milli(node) : 0;
  return weighted_mean(options, options.scoring, shape, [&](ResourceId resource) {
    Share share = whole_share(node, resource);
    share.requested += requested_of(node, shape, binds, resource);
    if (resource == Resources::kCpu && amplifies) share.requested += node.amplified(bound) - bound;
    return share;
  });
}

// Under a NUMA policy and for a pod that owns CPUs, used CPU is the sum of all CPUs that pods own
// on the whole node, even if single NUMA nodes are scored.
int64_t score_on(const View &node, const Shape &shape, const Options &options, bool binds,
                 numa::Mask mask) {
  return weighted_mean(options, options.scoring, shape, [&](ResourceId resource) {
    Share share;
    if (mask == 0)
      share = whole_share(node, resource);
    else if (const int slot = node.numa_slot(resource); slot >= 0)
      numa::for_each_node(mask, [&](size_t i) {
        share.capacity += node.numa_capacity(i, static_cast<size_t>(slot));
        share.requested += numa_used(node, i, static_cast<size_t>(slot));
      });
    if (binds && resource == Resources::kCpu) share.requested = node.amplified(bound_milli(node));
    share.requested += requested_of(node, shape, binds, resource);
    return share;
  });
}

}  // namespace

int64_t upstream_score(const View &node, const Shape &shape, const Options &options,
                       const Placement &placement) {
  if (placement.numa == NumaPolicy::kNone)
    return score_unaligned(node, shape, options, placement.binds);
  // BestEffort chooses NUMA nodes only when the pod is reserved.
  if (placement.numa != NumaPolicy::kBestEffort)
    return score_on(node, shape, options, placement.binds, placement.granted);
  if (!UpstreamFit(node, shape, options, placement).fits_anywhere()) return 0;
  return score_on(node, shape, options, placement.binds, 0);
}

int64_t hint_score(const View &node, const Shape &shape, const Options &options, bool binds,
                   numa::Mask mask, std::span<const int64_t> cpu_free) {
  return weighted_mean(options, options.numa_scoring, shape, [&](ResourceId resource) {
    Share share;
    const int slot = node.numa_slot(resource);
    if (slot < 0) return share;
    int64_t free = 0;
    numa::for_each_node(mask, [&](size_t i) {
      share.capacity += node.numa_capacity(i, static_cast<size_t>(slot));
      free += slot == 0 ? cpu_free[i] : node.numa_free(i, static_cast<size_t>(slot));
    });
    share.requested =
        std::max<int64_t>(0, share.capacity - free) + requested_of(node, shape, binds, resource);
    return share;
  });
}

}  // namespace koord::sched
