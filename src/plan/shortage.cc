#include "plan/shortage.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sched/placing/numa_choice.h"

namespace koord::plan {
namespace {

using object::NumaPolicy;
using sched::Resources;

__extension__ using Wide = __int128;

// With more kinds of shortages, NUMA nodes are ignored and kinds are not compared.
constexpr size_t kMaxKinds = 64;

int64_t cpus_of(const sched::Holding &holding) { return CpuSet::count_in(holding.cpus()); }

// Returns the milli-CPU that a pod is charged for its own CPUs beyond their number.
int64_t surcharge(const sched::Node &node, int64_t cpus) {
  if (node.amplification() <= 1 || cpus == 0) return 0;
  return static_cast<int64_t>(
             std::ceil(static_cast<double>(1000 * cpus) * (node.amplification() - 1))) +
         1;
}

}  // namespace

void Shortage::lack_on_node(const sched::View &node, const sched::Query &query, bool binds) {
  for (const sched::ResourceAmount &request : query.shape->requests) {
    if (query.skip_fit) break;
    if (node->has_devices && node.node().is_of_devices(request.resource)) continue;
    const bool cpu = request.resource == Resources::kCpu;
    const int64_t needed = cpu && binds ? node.amplified(request.amount) : request.amount;
    int64_t free = node.free(request.resource);
    // The surcharge is not counted if pods hold more CPUs than they requested.
    if (cpu && !cpus_match_requests_) free = node.node().total(request.resource).free();
    if (needed <= free) continue;
    kinds_.push_back({Type::kAmount, request.resource, 0});
    lacks_.push_back(needed - free);
  }
  if (!binds || !node->has_machine) return;
  int64_t cpus = 0;
  for (const sched::NumaSummary &numa : node.numa()) cpus += numa.free;
  if (query.shape->cpus <= cpus) return;
  kinds_.push_back({Type::kCpus, Resources::kCpu, 0});
  lacks_.push_back(query.shape->cpus - cpus);
}

void Shortage::lack_devices(std::vector<device::Shortfall> lacks) {
  for (device::Shortfall &lack : lacks) {
    kinds_.push_back({Type::kDevices, Resources::kCpu, devices_.size()});
    lacks_.push_back(lack.missing);
    devices_.push_back(std::move(lack));
  }
}

void Shortage::lack_on_numa(const sched::View &node, const sched::Shape &shape,
                            const sched::Placement &placement, bool with_devices) {
  const bool binds = placement.binds;
  for (size_t i = 0; i < std::min(node.numa_count(), numa::kMaxNodes); ++i) {
    const size_t before = kinds_.size();
    for (const sched::ResourceAmount &request : shape.requests) {
      const int slot = node.numa_slot(request.resource);
      const bool cpu = request.resource == Resources::kCpu;
      if (slot < 0 || (cpu && binds)) continue;
      const int64_t free = node.numa_free(i, static_cast<size_t>(slot));
      if (request.amount <= free) continue;
      kinds_.push_back({Type::kNumaAmount, request.resource, i});
      lacks_.push_back(request.amount - free);
    }
    if (binds && shape.cpus > node.numa()[i].free) {
      kinds_.push_back({Type::kNumaCpus, Resources::kCpu, i});
      lacks_.push_back(shape.cpus - node.numa()[i].free);
    }
    if (with_devices) lack_devices(sched::device_shortfalls(node.node(), shape, i));
    ends_.push_back(kinds_.size());
    if (kinds_.size() != before && kinds_.size() <= kMaxKinds) continue;
    // Nothing is known to be lacking there, or too many kinds are.
    ends_.clear();
    kinds_.resize(common_);
    lacks_.resize(common_);
    return;
  }
}

int64_t Shortage::freed_by(const sched::Node &node, const sched::Holding &holding,
                           const CpuSet &cpus, int64_t count, const Kind &kind) const {
  if (kind.type == Type::kCpus) return count;
  if (kind.type == Type::kAmount) {
    if (kind.resource == Resources::kUnknown) return 0;
    int64_t amount = request_of(holding.shape(), kind.resource);
    if (kind.resource == Resources::kCpu && cpus_match_requests_) amount += surcharge(node, count);
    return amount;
  }
  if (kind.type == Type::kDevices) {
    if (holding.devices() == nullptr) return 0;
    const device::Shortfall &lack = devices_[kind.at];
    return lack.given_back(node.devices()->inventory().pools[lack.pool], *holding.devices());
  }
  const sched::NumaAccount &numa = node.numa()[kind.at];
  const bool cpu = kind.resource == Resources::kCpu;
  const int64_t own = cpu && numa.place != nullptr ? numa.place->cpus.count_and(cpus) : 0;
  if (kind.type == Type::kNumaCpus) return own;
  int64_t amount = 0;
  bool granted = false;
  for (const sched::NumaGrant &grant : holding.grants())
    if (grant.node == numa.id && grant.resource == kind.resource) {
      amount += grant.amount;
      granted = true;
    }
  const bool by_cpus = !cpus.empty() && node.options().rules().cpu_amounts_follow_cpus;
  if (cpu && (by_cpus || !granted)) amount = 1000 * own;
  return cpu ? amount + surcharge(node, own) : amount;
}

// Returns true if the devices of a pod that keeps to one NUMA node must be there, too. Profile
// upstream accepts devices on any NUMA node if the merged hint names all NUMA nodes or none.
bool Shortage::keeps_devices_to_numa(const sched::View &node, const sched::Shape &shape,
                                     const sched::Options &options) {
  if (options.devices_ignore_numa) return false;
  if (options.rules().hint_merge == HintMerge::kOneSet) return true;
  return node.numa_count() > 1 &&
         std::ranges::any_of(shape.requests, [&](const sched::ResourceAmount &request) {
           return node.numa_slot(request.resource) >= 0;
         });
}

void Shortage::measure(const sched::View &node, const sched::Query &query,
                       const sched::Options &options, std::span<const Candidate> candidates) {
  kinds_.clear();
  lacks_.clear();
  ends_.clear();
  freed_.clear();
  devices_.clear();
  common_ = 0;
  dropped_implied_ = false;
  const sched::Shape &shape = *query.shape;
  const sched::Judgement prepared = sched::prepare(node, shape, options, sched::Fit::kNone);
  // Only isolated CPUs would count for a pod that requires them.
  if (prepared.refusal.refused() || shape.isolated) return;
  const sched::Placement &placement = prepared.placement;
  cpus_match_requests_ =
      node->amplification <= 1 ||
      std::all_of(candidates.begin(), candidates.end(), [](const Candidate &each) {
        return request_of(each.holding->shape(), Resources::kCpu) >= 1000 * cpus_of(*each.holding);
      });
  lack_on_node(node, query, placement.binds);
  const bool with_devices = sched::requests_devices_of(node, shape);
  if (with_devices) lack_devices(sched::device_shortfalls(node.node(), shape));
  common_ = kinds_.size();
  const bool aligned = placement.numa == NumaPolicy::kSingleNode ||
                       (placement.numa == NumaPolicy::kRestricted &&
                        options.rules().hint_merge == HintMerge::kOneSet &&
                        sched::preferred_width(node, shape, placement) == 1);
  if (aligned && node->has_machine && !shape.constrained_burst)
    lack_on_numa(node, shape, placement,
                 with_devices && keeps_devices_to_numa(node, shape, options));
  freed_.reserve(candidates.size() * kinds_.size());
  for (const Candidate &candidate : candidates) {
    const CpuSet cpus = node.node().owned(*candidate.holding);
    const int count = cpus.count();
    for (const Kind &kind : kinds_)
      freed_.push_back(freed_by(node.node(), *candidate.holding, cpus, count, kind));
  }
}

// Returns true if victims that cover the shortage of `by` always cover that of `kind`, too.
bool Shortage::is_implied(size_t kind, size_t by) const {
  const Wide lacks = lacks_[kind];
  const Wide lacks_by = lacks_[by];
  for (const int64_t *freed = freed_.data(); freed != freed_.data() + freed_.size();
       freed += kinds())
    if (freed[kind] * lacks_by < freed[by] * lacks) return false;
  return true;
}

void Shortage::drop_implied() {
  if (dropped_implied_ || kinds() < 2 || kinds() > kMaxKinds) return;
  dropped_implied_ = true;
  dropped_.assign(kinds(), false);
  const auto implied_by_any = [&](size_t kind, size_t from, size_t to) {
    for (size_t by = from; by < to; ++by)
      if (by != kind && !dropped_[by] && is_implied(kind, by)) return true;
    return false;
  };
  for (size_t kind = 0; kind < common_; ++kind) {
    // Implied by a kind of each NUMA node, or by another kind that must be covered in any case.
    bool by_each = !ends_.empty();
    size_t from = common_;
    for (const size_t end : ends_) {
      by_each = by_each && implied_by_any(kind, from, end);
      from = end;
    }
    dropped_[kind] = by_each || implied_by_any(kind, 0, common_);
  }
  size_t from = common_;
  for (const size_t end : ends_) {
    for (size_t kind = from; kind < end; ++kind)
      dropped_[kind] = implied_by_any(kind, 0, common_) || implied_by_any(kind, from, end);
    from = end;
  }
  const auto kept_until = [&](size_t kind) {
    return static_cast<size_t>(
        std::count(dropped_.begin(), dropped_.begin() + static_cast<ptrdiff_t>(kind), false));
  };
  const auto compact = [&](auto &values) {
    size_t to = 0;
    for (size_t i = 0; i < values.size(); ++i)
      if (!dropped_[i % dropped_.size()]) values[to++] = values[i];
    values.resize(to);
  };
  for (size_t &end : ends_) end = kept_until(end);
  common_ = kept_until(common_);
  compact(freed_);
  compact(lacks_);
}

size_t Shortage::fewest(std::span<const uint32_t> candidates) {
  const size_t none = candidates.size() + 1;
  const auto fewest_of = [&](size_t kind) -> size_t {
    int64_t lacks = lacks_[kind];
    int64_t most = 0;
    int64_t as_much = 0;
    for (const uint32_t i : candidates) {
      const int64_t amount = freed(i)[kind];
      if (amount > most) most = amount, as_much = 0;
      as_much += amount == most ? 1 : 0;
    }
    if (most == 0) return none;
    if (const int64_t of_these = (lacks - 1) / most + 1; of_these <= as_much)
      return static_cast<size_t>(of_these);
    sorted_.clear();
    for (const uint32_t i : candidates) sorted_.push_back(freed(i)[kind]);
    std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    for (size_t i = 0; i < sorted_.size(); ++i) {
      lacks -= sorted_[i];
      if (lacks <= 0) return i + 1;
    }
    return none;
  };
  size_t fewest = 0;
  for (size_t kind = 0; kind < common_; ++kind) fewest = std::max(fewest, fewest_of(kind));
  if (ends_.empty()) return fewest;
  size_t on_one = none;
  size_t from = common_;
  for (const size_t end : ends_) {
    size_t here = 0;
    for (size_t kind = from; kind < end; ++kind) here = std::max(here, fewest_of(kind));
    on_one = std::min(on_one, here);
    from = end;
  }
  return std::max(fewest, on_one);
}

}  // namespace koord::plan
