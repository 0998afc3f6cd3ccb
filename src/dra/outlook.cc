#include "dra/outlook.h"

#include <algorithm>
#include <numeric>

#include "dra/hash.h"

namespace koord::dra {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr uint32_t kMostClasses = 64;  // more classes cost time and hardly ever bound anything
// Sums are cut so that they do not overflow: what 1,024 devices need is at most kMostSum, and a cut
// sum is never less than that.
constexpr int64_t kMostSum = int64_t{1} << 61;
constexpr int64_t kMostOfDevice = kMostSum / static_cast<int64_t>(kMaxPodDevices);

void add(int64_t &sum, int64_t amount) { sum = std::min(sum + amount, kMostSum); }

constexpr int64_t kMostCover = 1 << 10;  // more is not worth the time

}  // namespace

void Outlook::prepare(const Problem &problem) {
  problem_ = &problem;
  comparisons_ = problem.inventory().consumed.size();
  find_groups();
  find_classes();
  uses_.resize(problem.inventory().counters.size());
  own_of_.resize(problem.inventory().devices.size());
}

void Outlook::find_groups() {
  const Inventory &inventory = problem_->inventory();
  const auto devices = static_cast<uint32_t>(inventory.devices.size());
  std::vector<uint32_t> roots(devices), first_user(inventory.counters.size(), kNone);
  std::iota(roots.begin(), roots.end(), 0);
  const auto root_of = [&](uint32_t device) {
    while (roots[device] != device) device = roots[device] = roots[roots[device]];
    return device;
  };
  for (uint32_t i = 0; i < devices; ++i) {
    if (!problem_->relevant().has(i)) continue;
    for (const Amount &amount : inventory.consumed_by(i)) {
      uint32_t &first = first_user[amount.name];
      if (first == kNone) first = i;
      const uint32_t a = root_of(first), b = root_of(i);
      roots[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<std::pair<uint32_t, uint32_t>> order;
  for (uint32_t i = 0; i < devices; ++i)
    if (problem_->relevant().has(i)) order.emplace_back(root_of(i), i);
  std::sort(order.begin(), order.end());
  members_.clear();
  first_member_.assign(1, 0);
  for (size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].first != order[i - 1].first)
      first_member_.push_back(static_cast<uint32_t>(i));
    members_.push_back(order[i].second);
  }
  first_member_.push_back(static_cast<uint32_t>(members_.size()));
  group_of_.assign(inventory.counters.size(), kNone);
  groups_.assign(first_member_.size() - 1, {});
  for (uint32_t i = 0; i < groups_.size(); ++i) {
    Group &group = groups_[i];
    for (uint32_t at = first_member_[i]; at < first_member_[i + 1]; ++at) {
      const int numa = inventory.numa_group(members_[at]),
                pcie = inventory.pcie_group(members_[at]);
      const bool first = at == first_member_[i];
      group.numa = first || group.numa == numa ? numa : kNoGroup;
      group.pcie = first || group.pcie == pcie ? pcie : kNoGroup;
      for (const Amount &amount : inventory.consumed_by(members_[at])) group_of_[amount.name] = i;
    }
  }
}

void Outlook::find_classes() {
  const Inventory &inventory = problem_->inventory();
  std::vector<std::pair<uint32_t, int64_t>> amounts;
  for (const Amount &amount : inventory.consumed)
    if (amount.amount > 0 && problem_->relevant().has(amount.owner))
      amounts.emplace_back(amount.name, amount.amount);
  std::sort(amounts.begin(), amounts.end());
  amounts.erase(std::unique(amounts.begin(), amounts.end()), amounts.end());
  class_of_.assign(inventory.counters.size(), kNone);
  smallest_.assign(inventory.counters.size(), 0);
  std::vector<uint64_t> hashes;  // by class
  for (size_t i = 0; i < amounts.size();) {
    const uint32_t counter = amounts[i].first;
    smallest_[counter] = amounts[i].second;
    auto hash = static_cast<uint64_t>(inventory.counters[counter]);
    for (; i < amounts.size() && amounts[i].first == counter; ++i)
      hash = mixed(hash, static_cast<uint64_t>(amounts[i].second));
    const auto found = std::find(hashes.begin(), hashes.end(), hash);
    if (found == hashes.end() && hashes.size() == kMostClasses) continue;
    class_of_[counter] = static_cast<uint32_t>(found - hashes.begin());
    if (found == hashes.end()) hashes.push_back(hash);
  }
  class_count_ = static_cast<uint32_t>(hashes.size());
}

bool Outlook::suffices(const State &state, std::span<const Demand> demands) {
  usable_ = DeviceSet(problem_->inventory().devices.size());
  more_ = 0;
  for (const Demand &demand : demands) {
    if (!demand.exclusive) continue;
    usable_ |= demand.domain;
    more_ += demand.needed;
  }
  comparisons_ += groups_.size() + members_.size() + demands.size();
  size_t room = 0;
  for (size_t i = 0; i < groups_.size(); ++i) {
    measure_group(state, i);
    room += groups_[i].room;
  }
  return room >= more_ && sums_suffice(state, demands);
}

// Adds up what is left of the counters of each class, in groups with usable devices.
void Outlook::sum_classes(const State &state) {
  left_.assign(groups_.size() * class_count_, 0);
  for (size_t i = 0; i < class_of_.size(); ++i)
    if (class_of_[i] != kNone && groups_[group_of_[i]].room > 0 &&
        state.counter_left(i) >= smallest_[i])
      add(left_[group_of_[i] * class_count_ + class_of_[i]], state.counter_left(i));
  comparisons_ += class_of_.size() + left_.size();
}

bool Outlook::sums_suffice(const State &state, std::span<const Demand> demands) {
  sum_classes(state);
  needed_.assign(class_count_, 0);
  own_ = 0;
  const DeviceSet *last = nullptr;
  for (const Demand &demand : demands) {
    if (!demand.exclusive) continue;
    if (last == nullptr || !(*last == demand.domain)) add_least(demand.domain);
    last = &demand.domain;
    own_ += least_own_ * demand.needed;
    for (uint32_t i = 0; i < class_count_; ++i) needed_[i] += least_[i] * demand.needed;
  }
  for (uint32_t c = 0; c < class_count_; ++c) {
    int64_t left = 0;
    for (size_t i = 0; i < groups_.size(); ++i) add(left, left_[i * class_count_ + c]);
    if (needed_[c] > left) return false;
  }
  return true;
}

// Sets least_ to the smallest sums of a device, by class, and least_own_.
void Outlook::add_least(const DeviceSet &domain) {
  least_.assign(class_count_, INT64_MAX);
  least_own_ = kNone;
  for (size_t i = domain.next(0); i < kMaxDevices; i = domain.next(i + 1)) {
    device_.assign(class_count_, 0);
    const std::span<const Amount> consumed = problem_->inventory().consumed_by(i);
    comparisons_ += class_count_ + consumed.size();
    for (const Amount &amount : consumed)
      if (class_of_[amount.name] != kNone) add(device_[class_of_[amount.name]], amount.amount);
    for (uint32_t c = 0; c < class_count_; ++c)
      least_[c] = std::min({least_[c], device_[c], kMostOfDevice});
    least_own_ = std::min(least_own_, own_of_[i]);
  }
}

void Outlook::measure_group(const State &state, size_t number) {
  Group &group = groups_[number];
  group.usable = group.room = group.opened = 0;
  const Inventory &inventory = problem_->inventory();
  const uint32_t begin = first_member_[number], end = first_member_[number + 1];
  for (uint32_t i = begin; i < end; ++i) {
    if (!usable_.has(members_[i])) continue;
    ++group.usable;
    for (const Amount &amount : inventory.consumed_by(members_[i]))
      uses_[amount.name] = {0, INT64_MAX};
  }
  group.room = group.usable;
  if (group.usable == 0) return;
  for (uint32_t i = begin; i < end; ++i) {
    if (!usable_.has(members_[i])) continue;
    for (const Amount &amount : inventory.consumed_by(members_[i])) {
      if (amount.amount == 0) continue;
      CounterUse &use = uses_[amount.name];
      ++use.users;
      use.least = std::min(use.least, amount.amount);
    }
  }
  bool first = true;
  for (uint32_t i = begin; i < end; ++i) {
    if (!usable_.has(members_[i])) continue;
    uint32_t own = 0;
    for (const Amount &amount : inventory.consumed_by(members_[i])) {
      if (amount.amount == 0) continue;
      ++comparisons_;
      const CounterUse &use = uses_[amount.name];
      const int64_t left = state.counter_left(amount.name);
      const bool is_idle = state.is_idle_counter(amount.name);
      const bool is_own = use.least > left - use.least;  // no two devices fit
      if (is_idle && is_own) ++own;
      if (use.users != group.usable || !first) continue;
      // The first device visits the counters that all consume.
      group.room = static_cast<uint32_t>(std::min<int64_t>(group.room, left / use.least));
      if (is_idle && !is_own) ++group.opened;
    }
    own_of_[members_[i]] = own;
    first = false;
  }
}

Score Outlook::at_least(const State &state) {
  Score out = state.at_least(0);
  if (more_ == 0) return out;
  const auto numa = [&](size_t i) { return groups_[i].numa; };
  const auto pcie = [&](size_t i) { return groups_[i].pcie; };
  const size_t numa_count = problem_->inventory().numa_group_count();
  out.numa_nodes +=
      cost(numa_count, numa, [&](int i) { return state.numa().is_used(i) ? 0u : 1u; });
  out.pcie_roots += cost(problem_->inventory().pcie_group_count(), pcie,
                         [&](int i) { return state.pcie().is_used(i) ? 0u : 1u; });
  out.opened += own_ + cost(
                           groups_.size(), [](size_t i) { return static_cast<int>(i); },
                           [&](int i) { return groups_[i].opened; });
  out.idle +=
      cost(numa_count, numa, [&](int i) { return state.numa().is_used(i) ? 0u : state.idle(i); });
  return out;
}

// Groups without a part have no cost.
template <typename PartOf, typename CostOf>
uint32_t Outlook::cost(size_t parts, PartOf &&part_of, CostOf &&cost_of) {
  uint32_t out = 0;
  for (uint32_t c = 0; c <= class_count_; ++c) {
    const int64_t needed = c < class_count_ ? needed_[c] : more_;
    if (needed == 0) continue;
    pools_.assign(parts + 1, {0, 0});
    for (size_t i = 0; i < groups_.size(); ++i) {
      const int part = part_of(i);
      add(pools_[part == kNoGroup ? parts : part].room,
          c < class_count_ ? left_[i * class_count_ + c] : groups_[i].room);
    }
    for (size_t i = 0; i < parts; ++i) pools_[i].cost = cost_of(static_cast<int>(i));
    comparisons_ += groups_.size() + 2 * parts;
    out = std::max(out, cover(needed));
  }
  return out;
}

// Returns a lower bound of the costs of pools with that much room.
uint32_t Outlook::cover(int64_t needed) {
  for (const Pool &pool : pools_)
    if (pool.cost == 0 && needed > 0) needed -= pool.room;
  if (needed <= 0) return 0;
  std::erase_if(pools_, [](const Pool &pool) { return pool.cost == 0 || pool.room == 0; });
  if (needed <= kMostCover && needed * static_cast<int64_t>(pools_.size()) <= kMostCover)
    return cover_exactly(needed);
  // The fewest pools are the largest ones, and they cost no less than the cheapest ones.
  std::sort(pools_.begin(), pools_.end(),
            [](const Pool &a, const Pool &b) { return a.room > b.room; });
  size_t fewest = 0;
  while (fewest < pools_.size() && needed > 0) needed -= pools_[fewest++].room;
  std::sort(pools_.begin(), pools_.end(),
            [](const Pool &a, const Pool &b) { return a.cost < b.cost; });
  uint32_t out = 0;
  for (size_t i = 0; i < fewest; ++i) out += pools_[i].cost;
  return out;
}

uint32_t Outlook::cover_exactly(int64_t needed) {
  comparisons_ += needed * pools_.size() / 4;
  costs_.assign(needed + 1, kNone / 2);
  costs_[0] = 0;
  for (const Pool &pool : pools_)
    for (int64_t i = needed; i > 0; --i)
      costs_[i] = std::min(costs_[i], costs_[i - std::min(i, pool.room)] + pool.cost);
  return costs_[needed];
}

}  // namespace koord::dra
