#include "sched/placing/numa_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "numa/narrowest.h"
#include "numa/provider.h"
#include "numa/sets.h"
#include "sched/placing/devices.h"

namespace koord::sched {
namespace {

using numa::Mask;
using object::NumaPolicy;

// Criteria that order sets of NUMA nodes of the same width. Smaller is better.
struct Rank {
  // Pods of one and of several NUMA nodes would meet, and this pod excludes that.
  bool mixes = false;
  int held = 0;  // NUMA nodes, then CPUs short of open ones, that an exclusive policy would avoid
  int sockets = 0;          // counted if nothing is aligned
  int64_t links = 0;        // the best that the pod's GPUs can have; more is better
  int64_t by_strategy = 0;  // preference of the allocate strategy
  bool operator<(const Rank &other) const {
    if (mixes != other.mixes) return !mixes;
    if (held != other.held) return held < other.held;
    if (sockets != other.sockets) return sockets < other.sockets;
    if (links != other.links) return links > other.links;
    return by_strategy < other.by_strategy;
  }
};

// Accumulates the rank of a set over its NUMA nodes.
class Ranking {
 public:
  Ranking(const View &node, const Shape &shape, const Placement &placement, bool spans)
      : node_(node), shape_(shape), placement_(placement), spans_(spans) {}

  void add(size_t i, int64_t free) {
    const NumaSummary &numa = node_.numa()[i];
    free_ += free;
    open_ += numa.open;
    held_ += numa.node_held ? 1 : 0;
    mixes_ |= spans_ ? numa.single : numa.spanning;
    if (!spans_ || placement_.numa != NumaPolicy::kNone) return;
    if (const auto *place = node_.node().numa()[i].place)
      sockets_ |= uint64_t{1} << std::min(place->socket, 63);
  }
  Rank rank() const {
    Rank rank;
    rank.mixes = shape_.numa_exclusive && mixes_;
    rank.held = held();
    rank.sockets = count_bits(sockets_);
    // Kubelet takes the lowest set.
    if (node_->distributes && placement_.binds) return rank;
    rank.by_strategy = node_->strategy == cpu::NumaStrategy::kMostAllocated ? free_ : -free_;
    return rank;
  }

 private:
  int held() const {
    switch (placement_.exclusive) {
      case ExclusivePolicy::kNumaNodeLevel:
        // Sets with held NUMA nodes compare as under PCPULevel.
        return held_ == 0 ? 0 : held_ * (CpuSet::kCapacity + 1) + short_of_open();
      case ExclusivePolicy::kPcpuLevel:
        return short_of_open();
      case ExclusivePolicy::kNone:
      case ExclusivePolicy::kDefault:
        break;
    }
    return 0;
  }

  int short_of_open() const { return std::max(0, shape_.cpus - open_); }

  const View &node_;
  const Shape &shape_;
  const Placement &placement_;
  const bool spans_;
  uint64_t sockets_ = 0;  // by index
  bool mixes_ = false;
  int held_ = 0;
  int open_ = 0;
  int64_t free_ = 0;
};

// Returns the narrowest set of the first `n` NUMA nodes that contains
// `keep` and satisfies all requests; amount_at(request, node) is the
// amount of a NUMA node. Returns no nodes if there is no such set.
template <typename AmountAt>
numa::Merged search(const NumaRequests &requests, size_t n, Mask keep, AmountAt &&amount_at) {
  std::array<int64_t, NumaRequests::kMax * numa::kMaxNodes> amounts;
  std::array<numa::AmountRequest, NumaRequests::kMax> needs;
  std::array<int32_t, numa::kMaxNodes> ids;
  std::iota(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(n), 0);
  bool lacks = keep == 0;
  for (size_t request = 0; request < requests.count(); ++request) {
    int64_t needed = requests.amount(request);
    for (size_t i = 0; i < n; ++i) {
      int64_t &amount = amounts[request * n + i] = amount_at(request, i);
      if ((keep >> i & 1) == 0) continue;
      needed -= std::min(needed, amount);
      amount = 0;
    }
    lacks |= needed > 0;
    needs[request] = {needed, {&amounts[request * n], n}};
  }
  if (!lacks) {
    numa::Merged kept;
    kept.nodes = keep;
    kept.has_affinity = true;
    return kept;
  }
  numa::Query query;
  query.nodes.ids = {ids.data(), n};
  query.policy = object::NumaPolicy::kBestEffort;
  numa::Merged found = numa::narrowest(query, {needs.data(), requests.count()});
  found.nodes = found.has_affinity ? found.nodes | keep : 0;
  return found;
}

// Returns true if these NUMA nodes together satisfy all requests, by amount_at(request, node).
template <typename AmountAt>
bool adds_up(const NumaRequests &requests, Mask mask, AmountAt &&amount_at) {
  for (size_t request = 0; request < requests.count(); ++request) {
    int64_t sum = 0;
    numa::for_each_node(mask, [&](size_t i) { sum += amount_at(request, i); });
    if (sum < requests.amount(request)) return false;
  }
  return true;
}
bool fits_now(const NumaRequests &requests, Mask mask) {
  return adds_up(requests, mask,
                 [&](size_t request, size_t i) { return requests.free(request, i); });
}

// Calls visit(mask) for each set of `width` out of `nodes` that
// contains `keep` and satisfies all requests, until it returns false.
template <typename Visit>
void for_each_fitting(const NumaRequests &requests, Mask nodes, int width, Mask keep,
                      Visit &&visit) {
  numa::for_each_set(nodes, width, [&](Mask mask) {
    return (keep & ~mask) != 0 || !fits_now(requests, mask) || visit(mask);
  });
}

// ConstrainedBurst: hints are single NUMA nodes whose shared pool holds the pod's limit.
std::vector<numa::Hint> pool_hints(const View &node, const Shape &shape) {
  const int64_t limit = std::max(shape.cpu_limit_milli, shape.cpu_milli);
  std::vector<numa::Hint> out;
  for (size_t i = 0; i < std::min(node.numa().size(), numa::kMaxNodes); ++i)
    if (int64_t{1000} * node.numa()[i].pool >= limit && node.numa_free(i, 0) >= shape.cpu_milli)
      out.push_back({Mask{1} << i, 0, true, true});
  return out;
}

// Checks of a set of NUMA nodes beyond its amounts: devices, and sums of cores of different widths.
class SetFit {
 public:
  SetFit(const View &node, const Shape &shape, const Placement &placement)
      : devices_(node, shape, placement), cores_(node, shape, placement) {}

  bool matters() const { return devices_.matters() || cores_.matters(); }
  bool fits(Mask mask) const { return devices_.fits(mask) && cores_.fits(mask); }
  const DeviceFit &devices() const { return devices_; }
  const CoreFit &cores() const { return cores_; }

 private:
  DeviceFit devices_;
  CoreFit cores_;
};

// Up to this many NUMA nodes, the best of all narrowest sets is chosen.
constexpr int kMaxRanked = 16;
// Up to this many NUMA nodes, sets are few enough to enumerate without a search.
constexpr size_t kMaxWalked = 4;
// Limits the sets whose devices are checked.
constexpr int kMostChecked = 4096;

// Returns the NUMA nodes that a narrowest set can contain. A node that has nothing of the request
// is in none. On machines with GPU memory most NUMA nodes are empty.
Mask useful_nodes(const NumaRequests &requests, const SetFit &fit, size_t n, Mask keep) {
  Mask out = numa::first_nodes(n);
  if (n <= static_cast<size_t>(kMaxRanked)) return out;
  out = keep | fit.devices().nodes_with_any();
  for (size_t i = 0; i < n; ++i)
    for (size_t request = 0; request < requests.count(); ++request)
      if (requests.amount(request) > 0 && requests.free(request, i) > 0) out |= Mask{1} << i;
  return out;
}

// Considers the sets of `width` out of `nodes` that have the amounts and pass `fit`.
template <typename Consider>
void walk_sets(const NumaRequests &requests, const SetFit &fit, Mask nodes, int width, Mask keep,
               Consider &&consider, NumaChoice &choice) {
  int checked = 0;
  for_each_fitting(requests, nodes, width, keep, [&](Mask mask) {
    if (fit.matters() && ++checked > kMostChecked) return false;
    if (fit.fits(mask)) consider(mask, width);
    return true;
  });
  choice.gave_up = choice.mask == 0 && checked > kMostChecked;
}

// Chooses several NUMA nodes if no single one satisfies the
// request: the smallest number that does, then the set.
template <typename Consider>
void choose_several(const NumaRequests &requests, const SetFit &fit, size_t n, Mask keep,
                    Consider &&consider, NumaChoice &choice) {
  int width = 2;
  const Mask nodes = useful_nodes(requests, fit, n, keep);
  const bool few = numa::width(nodes) <= kMaxRanked;
  if (requests.are_empty()) {
    choice.gave_up = !few;
  } else if (n > kMaxWalked || keep != 0 || fit.matters()) {
    const numa::Merged found = search(
        requests, n, keep, [&](size_t request, size_t i) { return requests.free(request, i); });
    choice.gave_up = found.reason == Reason::kSearchLimit;
    if (found.nodes == 0) return;
    width = numa::width(found.nodes);
    if (!fit.matters() || !few) {
      if (few)
        walk_sets(requests, fit, nodes, width, keep, consider, choice);
      else if (fit.fits(found.nodes))
        consider(found.nodes, width);
      else
        choice.gave_up = true;
      return;
    }
  }
  for (; width <= numa::width(nodes) && choice.mask == 0 && !choice.gave_up; ++width)
    walk_sets(requests, fit, nodes, width, keep, consider, choice);
}

// Returns the number of NUMA nodes that all resources prefer, by the rules of kubelet's managers.
std::optional<int> preferred_width(const NumaRequests &requests, const DeviceFit &devices,
                                   size_t n) {
  int width = 0;
  std::array<int64_t, numa::kMaxNodes> capacities;
  for (size_t request = 0; request < requests.count(); ++request) {
    if (requests.amount(request) <= 0) continue;
    for (size_t i = 0; i < n; ++i) capacities[i] = requests.capacity(request, i);
    const int fewest = numa::fewest_nodes({requests.amount(request), {capacities.data(), n}},
                                          numa::first_nodes(n));
    if (fewest == 0 || (width != 0 && fewest != width)) return std::nullopt;
    width = fewest;
  }
  return devices.agree_on(width) ? std::optional(width) : std::nullopt;
}

// Chooses under Restricted as kubelet's topology manager does: a set of NUMA nodes that the hints
// of every resource prefer. A resource prefers sets of the fewest nodes that could hold its request
// on a node without pods. So all resources must prefer the same number of nodes, and each node of
// such a set has some of every resource: otherwise fewer nodes would suffice.
template <typename Consider>
void choose_preferred(const NumaRequests &requests, const SetFit &fit, size_t n, Mask keep,
                      Consider &&consider, NumaChoice &choice) {
  const std::optional<int> preferred = preferred_width(requests, fit.devices(), n);
  choice.unresolvable = !preferred;
  // Single NUMA nodes have been considered already.
  if (!preferred || *preferred == 1) return;
  if (*preferred == 0) return choose_several(requests, fit, n, keep, consider, choice);
  Mask nodes = 0;
  for (size_t i = 0; i < n; ++i) {
    bool has_all = true;
    for (size_t request = 0; request < requests.count(); ++request)
      has_all &= requests.amount(request) <= 0 || requests.capacity(request, i) > 0;
    if (has_all) nodes |= Mask{1} << i;
  }
  if (numa::width(nodes) <= kMaxRanked)
    return walk_sets(requests, fit, nodes, *preferred, keep, consider, choice);
  const numa::Merged found = search(
      requests, n, keep, [&](size_t request, size_t i) { return requests.free(request, i); });
  choice.gave_up = found.reason == Reason::kSearchLimit;
  if (numa::width(found.nodes) != *preferred) return;
  if (fit.fits(found.nodes))
    consider(found.nodes, *preferred);
  else
    choice.gave_up = true;
}

// Checks which NUMA nodes can hold the pod alone, without regard to devices.
class SingleNodeFit {
 public:
  SingleNodeFit(const View &node, const Shape &shape, const Placement &placement)
      : requests_(node, shape, placement),
        cores_(node, shape, placement),
        nodes_(std::min(node.numa().size(), numa::kMaxNodes)) {}

  size_t nodes() const { return nodes_; }
  bool fits(size_t i) const { return requests_.fits(i) && cores_.fits(Mask{1} << i); }

 private:
  NumaRequests requests_;
  CoreFit cores_;
  size_t nodes_;
};

}  // namespace

std::optional<int> preferred_width(const View &node, const Shape &shape,
                                   const Placement &placement) {
  return preferred_width(NumaRequests(node, shape, placement), DeviceFit(node, shape, placement),
                         std::min(node.numa().size(), numa::kMaxNodes));
}

NumaChoice choose_numa(const View &node, const Shape &shape, const Placement &placement) {
  const NumaRequests requests(node, shape, placement);
  const SetFit fit(node, shape, placement);
  const size_t n = std::min(node.numa().size(), numa::kMaxNodes);
  NumaChoice choice;
  Rank best;
  const bool by_links = placement.by_links && fit.devices().differ_by_links();
  const auto consider = [&](Mask mask, int width, const Ranking &ranking) {
    Rank rank = ranking.rank();
    if (by_links) rank.links = fit.devices().links(mask);
    if (choice.mask != 0 && !(rank < best)) return;
    choice.mask = mask;
    choice.width = width;
    best = rank;
  };
  for (size_t i = 0; i < n; ++i) {
    const int64_t free = requests.free(0, i);
    const int64_t most = fit.cores().matters() ? fit.cores().most(i) : free;
    if (most > choice.best || choice.best_node < 0) {
      choice.best = most;
      choice.best_node = node.numa()[i].id;
    }
    if (free < requests.amount(0) || !requests.others_fit(i) || !fit.cores().fits(Mask{1} << i))
      continue;
    choice.lone_nodes |= Mask{1} << i;
    if ((placement.keep & ~(Mask{1} << i)) != 0 || !fit.devices().fits(Mask{1} << i)) continue;
    Ranking ranking(node, shape, placement, false);
    ranking.add(i, free);
    consider(Mask{1} << i, 1, ranking);
  }
  if (choice.mask == 0 && n > 1) {
    const auto consider_several = [&](Mask mask, int width) {
      Ranking ranking(node, shape, placement, true);
      numa::for_each_node(mask, [&](size_t i) { ranking.add(i, requests.free(0, i)); });
      consider(mask, width, ranking);
    };
    if (placement.numa == NumaPolicy::kRestricted)
      choose_preferred(requests, fit, n, placement.keep, consider_several, choice);
    else if (placement.numa != NumaPolicy::kSingleNode)
      choose_several(requests, fit, n, placement.keep, consider_several, choice);
    const Mask all = numa::first_nodes(n);
    choice.apart = choice.mask == 0 && fits_now(requests, all) && fit.fits(all);
  }
  choice.mixes = choice.mask != 0 && best.mixes;
  return choice;
}

numa::Mask lone_nodes(const View &node, const Shape &shape, const Placement &placement) {
  const SingleNodeFit fit(node, shape, placement);
  Mask out = 0;
  for (size_t i = 0; i < fit.nodes(); ++i)
    if (fit.fits(i)) out |= Mask{1} << i;
  return out;
}

int narrowest_width(const View &node, const Shape &shape, const Placement &placement) {
  if (placement.keep == 0 && !requests_devices_of(node, shape)) {
    const SingleNodeFit fit(node, shape, placement);
    for (size_t i = 0; i < fit.nodes(); ++i)
      if (fit.fits(i)) return 1;
  }
  return choose_numa(node, shape, placement).width;
}

NumaChoice choose_numa_for_cpus(const View &node, const Shape &shape, const Placement &placement) {
  Placement apart = placement;
  apart.cpus_alone = true;
  apart.numa = object::NumaPolicy::kNone;
  if (!placement.required && placement.bind == cpu::BindPolicy::kFullPcpus &&
      (!node->even_cores || node.in_whole_cores(shape.cpus) == shape.cpus)) {
    apart.required = true;
    if (const NumaChoice whole = choose_numa(node, shape, apart); whole.mask != 0) return whole;
    apart.required = false;
  }
  return choose_numa(node, shape, apart);
}

NumaChoice choose_numa_for_devices(const View &node, const Shape &shape,
                                   const Placement &placement) {
  Placement near = placement;
  if (const NumaChoice whole = choose_numa(node, shape, near); whole.width == 1) return whole;
  near.devices_alone = true;
  return choose_numa(node, shape, near);
}

std::vector<ResourceHints> no_hints(const View &node, const Shape &shape) {
  std::vector<ResourceHints> out;
  for (const ResourceAmount &request : shape.requests)
    if (node.numa_slot(request.resource) >= 0)
      out.push_back({request.resource, std::vector<numa::Hint>()});
  return out;
}

std::vector<ResourceHints> resource_hints(const View &node, const Shape &shape,
                                          const Placement &placement) {
  const NumaRequests requests(node, shape, placement);
  std::vector<ResourceHints> out;
  std::vector<int64_t> free(std::min(node.numa().size(), numa::kMaxNodes));
  std::vector<int64_t> capacities(free.size());
  for (size_t request = 0; request < requests.count(); ++request) {
    if (requests.amount(request) <= 0) continue;
    if (request == 0 && shape.constrained_burst) {
      out.push_back({Resources::kCpu, pool_hints(node, shape)});
      continue;
    }
    Mask nodes = 0;  // NUMA nodes that have the resource
    for (size_t i = 0; i < free.size(); ++i) {
      free[i] = requests.free(request, i);
      capacities[i] = requests.capacity(request, i);
      if (capacities[i] > 0) nodes |= Mask{1} << i;
    }
    const int preferred = numa::fewest_nodes({requests.amount(request), capacities}, nodes);
    const numa::AmountProvider provider("", free, requests.amount(request));
    out.push_back(
        {requests.resource(request), numa::collect_hints_among(provider, nodes, preferred)});
  }
  return out;
}

}  // namespace koord::sched
