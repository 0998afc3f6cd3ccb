// Computes how many pods a node takes if that follows from amounts.
#include <algorithm>
#include <limits>
#include <vector>

#include "plan/capacity.h"

namespace koord::plan {
namespace {

using object::NumaPolicy;
using sched::Resources;

constexpr int64_t kAny = std::numeric_limits<int64_t>::max();

// Counts pods of one shape on one node.
class LinearCapacity {
 public:
  LinearCapacity(const sched::View &node, const sched::Query &query, const sched::Options &options,
                 const sched::Placement &placement)
      : node_(node),
        query_(query),
        shape_(*query.shape),
        options_(options),
        placement_(placement),
        whole_(placement.required && placement.bind == cpu::BindPolicy::kFullPcpus) {
    for (const sched::ResourceAmount &request : shape_.requests)
      if (request.resource == Resources::kMemory) memory_ = request.amount;
  }

  // Returns true if each pod takes as much as the one before it, wherever it is placed.
  bool is_linear() const {
    if (!options_.rules().computes_capacity || node_->amplification > 1) return false;
    if (shape_.isolated) return false;
    if (shape_.constrained_burst) return false;
    // Kubelet's own managers decide pod by pod.
    if (node_->kubelet_pins && node_.node().pinned_cpus(shape_) > 0) return false;
    if ((node_->memory_gate || node_->device_gate) && shape_.managed != nullptr) return false;
    if (node_->has_devices && shape_.devices != nullptr) return false;
    if (placement_.numa == NumaPolicy::kRestricted && !keeps_to_one()) return false;
    // Other resources count if the node or its NUMA nodes must have them.
    if (shape_.requests.back().resource >= sched::Summary::kAmounts &&
        (!query_.skip_fit || placement_.numa >= NumaPolicy::kRestricted))
      return false;
    if (!placement_.binds) return true;
    // Pods that are spread over cores leave halves of cores to later
    // pods, and cores of several widths have sizes that do not add up.
    return placement_.exclusive == ExclusivePolicy::kNone && shape_.cpus > 0 &&
           (!placement_.required || (whole_ && cores_are_alike()));
  }

  void count(int64_t most, Room &out) {
    const bool single = placement_.numa >= NumaPolicy::kRestricted;
    const int64_t by_amounts = query_.skip_fit ? kAny : fit_amounts();
    const int64_t by_places = single ? fit_numa_nodes() : placement_.binds ? fit_cpus() : kAny;
    const int64_t pods = std::min({most, by_amounts, by_places});
    out.pods = static_cast<uint32_t>(pods);
    out.reason = Reason::kNone;
    if (pods < most) {
      if (by_amounts <= by_places)
        out.reason = Reason::kInsufficientResource;
      else
        out.reason = single ? reason_of_numa(pods) : reason_of_cpus(pods);
    }
    out.left_milli = left(Resources::kCpu, shape_.cpu_milli, pods);
    out.left_memory = left(Resources::kMemory, memory_, pods);
  }

 private:
  // Returns true if the pod fits on one empty NUMA node: Restricted then allows no more than one.
  bool keeps_to_one() const {
    const auto places = node_.numa().first(std::min(node_.numa_count(), numa::kMaxNodes));
    return std::any_of(places.begin(), places.end(), [&](const auto &numa) {
      const bool cpus = placement_.binds ? numa.capacity[0] / 1000 >= shape_.cpus
                                         : numa.capacity[0] >= shape_.cpu_milli;
      return cpus && (!node_->memory_reported || numa.capacity[1] >= memory_);
    });
  }
  bool cores_are_alike() const {
    const Topology &machine = node_.node().machine();
    return machine.smt_width() == machine.cpus_per_core();
  }
  int64_t left(sched::ResourceId resource, int64_t amount, int64_t pods) const {
    const int64_t free = std::max<int64_t>(0, node_->free_amount[resource]);
    return pods > 0 && amount > free / pods ? 0 : free - amount * pods;
  }
  int64_t cpus_of(const sched::NumaSummary &numa) const { return whole_ ? numa.whole : numa.free; }

  int64_t fit_amounts() const {
    int64_t pods = kAny;
    for (const sched::ResourceAmount &request : shape_.requests)
      pods = std::min(pods, node_->free_amount[request.resource] / request.amount);
    return pods;
  }

  int64_t fit_cpus() const {
    int64_t cpus = 0;
    for (const sched::NumaSummary &numa : node_.numa()) cpus += cpus_of(numa);
    return cpus / shape_.cpus;
  }
  Reason reason_of_cpus(int64_t pods) const {
    int64_t free = -pods * shape_.cpus;
    for (const sched::NumaSummary &numa : node_.numa()) free += numa.free;
    return placement_.required && shape_.cpus <= free ? Reason::kRequiredBindPolicy
                                                      : Reason::kNotEnoughCpus;
  }

  int64_t fit_numa_node(const sched::NumaSummary &numa) const {
    // NUMA nodes with pods that span several are excluded by pods with numa_exclusive.
    if (shape_.numa_exclusive && numa.spanning) return 0;
    int64_t pods = kAny;
    if (shape_.cpu_milli > 0) pods = numa.free_amount[0] / shape_.cpu_milli;
    if (placement_.binds) pods = std::min(pods, cpus_of(numa) / shape_.cpus);
    if (memory_ > 0 && node_->memory_reported) pods = std::min(pods, numa.free_amount[1] / memory_);
    return pods;
  }
  int64_t fit_numa_nodes() const {
    int64_t pods = 0;
    for (size_t i = 0; i < std::min(node_.numa_count(), numa::kMaxNodes); ++i) {
      const int64_t here = fit_numa_node(node_.numa()[i]);
      if (here > kAny - pods) return kAny;
      pods += here;
    }
    return pods;
  }
  // Judges the node with numbers that count as many pods on every NUMA node as it takes.
  Reason reason_of_numa(int64_t pods) const {
    sched::Summary summary = *node_.operator->();
    std::vector<sched::NumaSummary> numa(node_.numa().begin(), node_.numa().end());
    summary.first_numa = 0;
    if (!query_.skip_fit)
      for (const sched::ResourceAmount &request : shape_.requests)
        summary.free_amount[request.resource] -= request.amount * pods;
    for (size_t i = 0; i < std::min(numa.size(), numa::kMaxNodes); ++i) {
      const int64_t here = fit_numa_node(numa[i]);
      if (here == 0) continue;
      numa[i].single = true;
      numa[i].free_amount[0] -= shape_.cpu_milli * here;
      if (node_->memory_reported) numa[i].free_amount[1] -= memory_ * here;
      if (!placement_.binds) continue;
      const auto cpus = static_cast<int32_t>(shape_.cpus * here);
      numa[i].free -= cpus;
      numa[i].whole -= whole_ ? cpus : 0;
    }
    return sched::judge(node_.with(summary, numa), shape_, options_, query_.conditions())
        .refusal.reason;
  }

  const sched::View &node_;
  const sched::Query &query_;
  const sched::Shape &shape_;
  const sched::Options &options_;
  const sched::Placement &placement_;
  const bool whole_;  // each pod takes only whole cores
  int64_t memory_ = 0;
};

}  // namespace

bool capacity_from_amounts(const sched::View &node, const sched::Query &query,
                           const sched::Options &options, const sched::Placement &placement,
                           uint32_t most, Room &out) {
  LinearCapacity linear(node, query, options, placement);
  if (!linear.is_linear()) return false;
  linear.count(most, out);
  return true;
}

}  // namespace koord::plan
