#include "sched/placing/numa_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "numa/narrowest.h"
#include "numa/provider.h"
#include "sched/placing/devices.h"
#include "sched/placing/numa_requests.h"

namespace koord::sched {
namespace {

using numa::Mask;

// What makes one set of NUMA nodes better than another of the same width; smaller is better.
struct Rank {
  bool mixes = false;  // pods of one and of several NUMA nodes would meet, and this one minds
  int held = 0;  // NUMA nodes, then CPUs short of open ones, that an exclusive policy would avoid
  int sockets = 0;          // where nothing is aligned
  int64_t by_strategy = 0;  // of the allocate strategy
  bool operator<(const Rank &other) const {
    if (mixes != other.mixes) return !mixes;
    if (held != other.held) return held < other.held;
    if (sockets != other.sockets) return sockets < other.sockets;
    return by_strategy < other.by_strategy;
  }
};

// Adds up over the nodes of a set.
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
    if (!spans_ || placement_.numa != object::NumaPolicy::kNone) return;
    if (const auto *place = node_.node().numa()[i].place)
      sockets_ |= uint64_t{1} << std::min(place->socket, 63);
  }
  Rank rank() const {
    Rank rank;
    rank.mixes = shape_.numa_exclusive && mixes_;
    rank.held = held();
    rank.sockets = std::popcount(sockets_);
    // Kubelet takes the lowest.
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

// The narrowest set of the first `n` nodes, those of `keep` among them, in which every want adds
// up, by amount_at(want, node); none: 0.
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

// Sets of `width` of the first `n` nodes, ascending, by Gosper's walk; until visit(mask) is false.
template <typename Visit>
bool for_each_set(size_t n, int width, Visit &&visit) {
  const Mask end = Mask{1} << n;
  for (Mask mask = (Mask{1} << width) - 1; mask < end;) {
    if (!visit(mask)) return false;
    const Mask low = mask & (~mask + 1);
    const Mask up = mask + low;
    mask = up | (((mask ^ up) >> 2) / low);
  }
  return true;
}

// Whether every want adds up on these nodes, by amount_at(want, node).
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
bool fits_empty(const NumaRequests &requests, Mask mask) {
  return adds_up(requests, mask,
                 [&](size_t request, size_t i) { return requests.capacity(request, i); });
}

// Sets of `width` of the first `n` nodes, those of `keep` among them, that have what is wanted.
template <typename Visit>
void for_each_fitting(const NumaRequests &requests, size_t n, int width, Mask keep, Visit &&visit) {
  for_each_set(n, width, [&](Mask mask) {
    if ((keep & ~mask) == 0 && fits_now(requests, mask)) visit(mask);
    return true;
  });
}

// ConstrainedBurst: single nodes whose shared pool holds the pod's limit.
std::vector<numa::Hint> pool_hints(const View &node, const Shape &shape) {
  const int64_t limit = std::max(shape.cpu_limit_milli, shape.cpu_milli);
  std::vector<numa::Hint> out;
  for (size_t i = 0; i < std::min(node.numa().size(), numa::kMaxNodes); ++i)
    if (int64_t{1000} * node.numa()[i].pool >= limit && node.numa_free(i, 0) >= shape.cpu_milli)
      out.push_back({Mask{1} << i, 0, true, true});
  return out;
}

constexpr size_t kMaxRanked =
    16;  // up to so many NUMA nodes the best of all narrowest sets is taken
constexpr size_t kMaxWalked = 4;  // up to so many there are few sets at all

// The narrowest sets, from `width` nodes on, that also have the devices, where these matter; their
// number is bounded.
template <typename Consider>
void walk_sets(const NumaRequests &requests, const DeviceFit &devices, size_t n, int width,
               Mask keep, Consider &&consider, NumaChoice &choice) {
  constexpr int kMostSets = 4096;
  const size_t nodes = std::min(n, kMaxRanked);
  int looked_at = 0;
  for (; width <= static_cast<int>(nodes) && choice.mask == 0; ++width)
    for_each_fitting(requests, nodes, width, keep, [&](Mask mask) {
      if (++looked_at <= kMostSets && devices.fits(mask)) consider(mask, width);
    });
  choice.gave_up = choice.mask == 0 && (looked_at > kMostSets || n > kMaxRanked);
  if (choice.mask == 0) return;
  // Whether fewer would do on an empty machine.
  for (int fewer = 1; fewer < choice.width && choice.narrowest; ++fewer)
    choice.narrowest = for_each_set(nodes, fewer, [&](Mask mask) {
      return ++looked_at > 2 * kMostSets || !fits_empty(requests, mask) ||
             !devices.fits_empty(mask);
    });
}

// No node has all that is wanted: how many it takes, and which.
template <typename Consider>
void choose_several(const NumaRequests &requests, const DeviceFit &devices, size_t n, Mask keep,
                    Consider &&consider, NumaChoice &choice) {
  if (n <= kMaxWalked && keep == 0 && !devices.matters()) {
    walk_sets(requests, devices, n, 2, keep, consider, choice);
    return;
  }
  const numa::Merged found = search(
      requests, n, keep, [&](size_t request, size_t i) { return requests.free(request, i); });
  choice.gave_up = found.reason == Reason::kSearchLimit;
  if (found.nodes == 0) return;
  int width = numa::width(found.nodes);
  if (devices.matters()) {
    walk_sets(requests, devices, n, width, keep, consider, choice);
    return;
  }
  if (n <= kMaxRanked)
    for_each_fitting(requests, n, width, keep, [&](Mask mask) { consider(mask, width); });
  else
    consider(found.nodes, width);
  const numa::Merged empty = search(
      requests, n, 0, [&](size_t request, size_t i) { return requests.capacity(request, i); });
  choice.narrowest = empty.nodes == 0 || numa::width(empty.nodes) >= width;
}

}  // namespace

bool fits_alone(const View &node, const Shape &shape, const Placement &placement, size_t i) {
  return NumaRequests(node, shape, placement).fits(i);
}

NumaChoice choose_numa(const View &node, const Shape &shape, const Placement &placement) {
  const NumaRequests requests(node, shape, placement);
  const DeviceFit devices(node, shape, placement);
  const size_t n = std::min(node.numa().size(), numa::kMaxNodes);
  NumaChoice choice;
  Rank best;
  const auto consider = [&](Mask mask, int width, const Ranking &ranking) {
    const Rank rank = ranking.rank();
    if (choice.mask != 0 && !(rank < best)) return;
    choice.mask = mask;
    choice.width = width;
    best = rank;
  };
  for (size_t i = 0; i < n; ++i) {
    const int64_t free = requests.free(0, i);
    if (free > choice.best || choice.best_node < 0) {
      choice.best = free;
      choice.best_node = node.numa()[i].id;
    }
    if ((placement.keep & ~(Mask{1} << i)) != 0) continue;
    if (free < requests.amount(0) || !requests.others_fit(i) || !devices.fits(Mask{1} << i))
      continue;
    Ranking ranking(node, shape, placement, false);
    ranking.add(i, free);
    consider(Mask{1} << i, 1, ranking);
  }
  if (choice.mask == 0 && n > 1)
    choose_several(
        requests, devices, n, placement.keep,
        [&](Mask mask, int width) {
          Ranking ranking(node, shape, placement, true);
          numa::for_each_node(mask, [&](size_t i) { ranking.add(i, requests.free(0, i)); });
          consider(mask, width, ranking);
        },
        choice);
  choice.mixes = choice.mask != 0 && best.mixes;
  return choice;
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
  std::vector<int64_t> free(node.numa().size());
  for (size_t request = 0; request < requests.count(); ++request) {
    if (requests.amount(request) <= 0) continue;
    if (request == 0 && shape.constrained_burst) {
      out.push_back({Resources::kCpu, pool_hints(node, shape)});
      continue;
    }
    for (size_t i = 0; i < free.size(); ++i)
      free[i] = requests.capacity(request, i) > 0 ? requests.free(request, i) : -1;
    const numa::AmountProvider provider("", free, requests.amount(request));
    out.push_back({requests.resource(request),
                   numa::collect_hints(provider, free.size(),
                                       placement.numa == object::NumaPolicy::kRestricted)});
  }
  return out;
}

}  // namespace koord::sched
