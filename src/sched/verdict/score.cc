#include "sched/verdict/score.h"

#include <algorithm>

#include "sched/node/shape_view.h"
#include "sched/placing/devices.h"
#include "sched/placing/gpu_placing.h"
#include "sched/placing/numa_choice.h"
#include "sched/placing/shares.h"
#include "sched/upstream/score.h"

namespace koord::sched {
namespace {

using object::NumaPolicy;

Share numa_share(const View &node, const Shape &shape, size_t i, ResourceId resource) {
  const int slot = node.numa_slot(resource);
  if (slot < 0) return {};
  const int64_t capacity = node.numa_capacity(i, static_cast<size_t>(slot));
  return {capacity,
          capacity - node.numa_free(i, static_cast<size_t>(slot)) + request_of(shape, resource)};
}

// A: the lowest score among the NUMA nodes that could take the pod alone.
int64_t alignment_score(const View &node, const Shape &shape, const Options &options,
                        const Placement &placement) {
  const numa::Mask alone =
      placement.lone_nodes ? *placement.lone_nodes : lone_nodes(node, shape, placement);
  int64_t least = -1;
  numa::for_each_node(alone, [&](size_t i) {
    const int64_t score = weighted_mean(options, options.scoring, shape, [&](ResourceId resource) {
      return numa_share(node, shape, i, resource);
    });
    least = least < 0 ? score : std::min(least, score);
  });
  return std::max<int64_t>(0, least);
}

// Returns the number of NUMA nodes used if CPUs are
// spread evenly over all of them; 0 if they cannot be.
int even_width(const View &node, const Shape &shape, const Placement &placement) {
  const int unit = placement.bind == cpu::BindPolicy::kFullPcpus ? int{node->cpus_per_core} : 1;
  int nodes = 0;
  for (const NumaSummary &numa : node.numa())
    nodes += (unit > 1 ? numa.whole : numa.free) >= unit ? 1 : 0;
  return std::min(nodes, shape.cpus / unit);
}

// B: the number of NUMA nodes that the pod's CPUs would use.
int64_t cpu_score(const View &node, const Shape &shape, const Options &options,
                  const Placement &placement) {
  int width = placement.width;
  if (!placement.aligned) {
    width = placement.binds && node->strategy == cpu::NumaStrategy::kDistributeEvenly
                ? even_width(node, shape, placement)
                : 0;
    if (width == 0) width = narrowest_width(node, shape, placement);
  }
  const auto nodes = static_cast<int>(node.numa_count());
  if (width == 0 || nodes == 0) return 0;
  return (options.scoring == Strategy::kMostAllocated ? width : nodes - width) * 100 / nodes;
}

// Koordinator's present formula under the proposal's rules: requested relative to allocatable, on
// the chosen NUMA nodes if the pod is aligned, else on the whole node.
int64_t todays_score(const View &node, const Shape &shape, const Options &options,
                     const Placement &placement) {
  const int64_t bound = int64_t{1000} * node.node().bound_cpus();
  if (!placement.aligned)
    return weighted_mean(options, options.scoring, shape, [&](ResourceId resource) {
      const Account account = node.node().total(resource);
      int64_t requested = account.used + request_of(shape, resource);
      if (resource == Resources::kCpu && account.used >= bound)
        requested += node.amplified(bound) - bound;
      return Share{account.capacity, requested};
    });
  return weighted_mean(options, options.numa_scoring, shape, [&](ResourceId resource) {
    Share sum;
    const int slot = node.numa_slot(resource);
    if (slot < 0) return sum;
    numa::for_each_node(placement.mask, [&](size_t i) {
      const int64_t capacity = node.numa_capacity(i, static_cast<size_t>(slot));
      sum.capacity += capacity;
      sum.requested += capacity - node.numa_free(i, static_cast<size_t>(slot));
    });
    sum.requested += request_of(shape, resource);
    // Upstream counts the CPUs bound on the whole node against the chosen NUMA nodes.
    if (resource == Resources::kCpu && placement.binds)
      sum.requested = node.amplified(bound + shape.cpu_milli);
    return sum;
  });
}

}  // namespace

namespace {

int32_t score_amounts(const View &node, const Shape &shape, const Options &options,
                      const Placement &placement) {
  if (options.rules().scores_what_is_given)
    return static_cast<int32_t>(upstream_score(node, shape, options, placement));
  if (options.upstream_score)
    return static_cast<int32_t>(todays_score(node, shape, options, placement));
  if ((!node->has_machine && !node->has_zones) || shape.best_effort) return 0;
  int64_t sum = 0;
  if (placement.numa != NumaPolicy::kNone) sum += alignment_score(node, shape, options, placement);
  if (placement.binds || (shape.kube_qos == object::KubeQos::kGuaranteed &&
                          shape.qos == object::Qos::kNone && shape.cpu_milli % 1000 == 0))
    sum += cpu_score(node, shape, options, placement);
  return static_cast<int32_t>(sum);
}

}  // namespace

int32_t score_as_configured(const View &whole, const Shape &shape, const Options &options,
                            const Placement &placement) {
  const ShapeView seen(whole, shape);
  const View &node = *seen;
  const int32_t amounts = score_amounts(node, shape, options, placement);
  if (!requests_devices_of(node, shape)) return amounts;
  return amounts + static_cast<int32_t>(score_devices(node, shape, options, placement));
}

int32_t score(const View &node, const Shape &shape, const Options &options,
              const Placement &placement) {
  if (options.gpu_policy) return score_by_policy(node, shape, placement, *options.gpu_policy);
  return score_as_configured(node, shape, options, placement);
}

}  // namespace koord::sched
