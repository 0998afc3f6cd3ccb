#include "dra/shares.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "dra/capacity.h"

namespace koord::dra {

namespace {

constexpr size_t kMostNames = 64;  // more capacities cost time and hardly ever bound anything

// Returns the fewest pools with that much room.
uint32_t fewest(std::vector<int64_t> &rooms, int64_t needed) {
  std::sort(rooms.begin(), rooms.end(), std::greater<>());
  uint32_t out = 0;
  for (const int64_t room : rooms) {
    if (needed <= 0) break;
    needed -= room;
    ++out;
  }
  return out;
}

}  // namespace

void Shares::prepare(const Problem &problem) {
  problem_ = &problem;
  comparisons_ = 0;
  names_.clear();
  uses_.assign(problem.options().size(), {});
  for (size_t i = 0; i < uses_.size(); ++i) {
    const Option &option = problem.options()[i];
    if (option.possible && !option.given->admin) add_uses(option, uses_[i]);
  }
  const Inventory &inventory = problem.inventory();
  for (size_t i = 0; i < inventory.capacities.size(); ++i) {
    const Capacity &capacity = inventory.capacities[i];
    if (!inventory.devices[capacity.device].shared) continue;
    comparisons_ += names_.size();
    for (Name &name : names_)
      if (name.name == capacity.name) name.supplies.push_back({capacity.device, i});
  }
}

void Shares::add_uses(const Option &option, std::vector<Use> &to) {
  const size_t first = option.eligible.next(0);
  if (first == kMaxDevices) return;
  const Inventory &inventory = problem_->inventory();
  for (const Capacity &capacity : inventory.capacities_of(first))
    to.push_back({capacity.name, INT64_MAX});
  for (size_t i = first; i < kMaxDevices && !to.empty(); i = option.eligible.next(i + 1))
    lower_uses(
        option,
        inventory.devices[i].shared ? inventory.capacities_of(i) : std::span<const Capacity>(), to);
  uint32_t next = 0;  // names of a request are mostly in the order of those of an earlier one
  for (Use &use : to) {
    use.name = number(use.name, next);
    next = use.name + 1;
  }
  std::erase_if(to, [](const Use &use) { return use.name == kMostNames; });
}

// Lowers uses to those of one device. Removes the capacities that the device has not.
void Shares::lower_uses(const Option &option, std::span<const Capacity> capacities,
                        std::vector<Use> &uses) {
  comparisons_ += capacities.size() + option.amounts.size() + uses.size();
  RequestedAmounts requested(option.amounts);
  size_t next = 0;
  for (Use &use : uses) {
    while (next < capacities.size() && capacities[next].name < use.name) ++next;
    const bool has = next < capacities.size() && capacities[next].name == use.name;
    const int64_t amount =
        has ? consumption(capacities[next], requested.of(use.name)).value_or(0) : 0;
    use.least = std::min(use.least, amount);
  }
  std::erase_if(uses, [](const Use &use) { return use.least == 0; });
}

// Returns the position of a name, which is perhaps `expected`, or kMostNames.
uint32_t Shares::number(uint32_t name, uint32_t expected) {
  if (expected < names_.size() && names_[expected].name == name) return expected;
  comparisons_ += names_.size();
  const auto at =
      std::find_if(names_.begin(), names_.end(), [&](const Name &n) { return n.name == name; });
  const auto out = static_cast<uint32_t>(at - names_.begin());
  if (at == names_.end() && names_.size() < kMostNames) names_.push_back({name});
  return out;
}

// Returns the least that each alternative of a demand uses of a capacity, or 0 if one uses none.
int64_t Shares::least_of_all(const Demand &demand, const Use &first) {
  int64_t out = first.least;
  for (uint32_t i = demand.option + 1; i < demand.end; ++i) {
    if (!problem_->options()[i].possible) continue;
    comparisons_ += uses_[i].size();
    const auto at = std::find_if(uses_[i].begin(), uses_[i].end(),
                                 [&](const Use &use) { return use.name == first.name; });
    out = std::min(out, at == uses_[i].end() ? 0 : at->least);
  }
  return out;
}

bool Shares::suffices(const State &state, std::span<const Demand> demands) {
  sums_.assign(names_.size(), {});
  usable_ = DeviceSet(problem_->inventory().devices.size());
  comparisons_ += demands.size() + names_.size();
  for (const Demand &demand : demands) {
    comparisons_ += uses_[demand.option].size();
    if (uses_[demand.option].empty()) continue;
    usable_ |= demand.domain;
    for (const Use &use : uses_[demand.option]) {
      const int64_t least = least_of_all(demand, use);
      if (least == 0) continue;
      Sum &sum = sums_[use.name];
      sum.needed += least * demand.needed;
      sum.shares += demand.needed;
      sum.smallest = std::min(sum.smallest, least);
    }
  }
  for (size_t i = 0; i < names_.size(); ++i) {
    const Sum &sum = sums_[i];
    if (sum.shares == 0) continue;
    int64_t left = 0, shares = 0;
    comparisons_ += names_[i].supplies.size();
    for (const Supply &supply : names_[i].supplies) {
      const int64_t amount = state.capacity_left(supply.capacity);
      if (!usable_.has(supply.device) || amount < sum.smallest) continue;
      left += amount;
      shares += amount / sum.smallest;
    }
    if (left < sum.needed || shares < sum.shares) return false;
  }
  return true;
}

void Shares::raise(const State &state, Score &least) {
  const Score now = state.at_least(0);
  Score most = now;
  for (size_t i = 0; i < names_.size(); ++i)
    if (sums_[i].shares > 0) raise_for(state, i, now, most);
  least.numa_nodes = std::max(least.numa_nodes, most.numa_nodes);
  least.unplaced = std::max(least.unplaced, most.unplaced);
  least.pcie_roots = std::max(least.pcie_roots, most.pcie_roots);
  least.opened += most.opened - now.opened;  // the rest are counters
  least.idle = std::max(least.idle, most.idle);
}

// Each share takes at least the smallest amount.
void Shares::raise_for(const State &state, size_t name, const Score &now, Score &least) {
  const Inventory &inventory = problem_->inventory();
  const uint32_t nodes = fewest_groups(state, name, state.numa(), inventory.numa_groups());
  least.numa_nodes = std::max(least.numa_nodes, now.numa_nodes + nodes);
  idle_.clear();
  for (size_t i = 0; i < inventory.numa_group_count(); ++i)
    if (!state.numa().is_used(static_cast<int>(i)) && rooms_[i] > 0) idle_.push_back(state.idle(i));
  idle_.resize(idle_.size() + rooms_.size() - inventory.numa_group_count(), 0);
  std::sort(idle_.begin(), idle_.end());
  const size_t counted = std::min<size_t>(nodes, idle_.size());
  const uint32_t idle = std::accumulate(idle_.begin(), idle_.begin() + counted, now.idle);
  least.idle = std::max(least.idle, idle);
  const uint32_t roots = fewest_groups(state, name, state.pcie(), inventory.pcie_groups());
  least.pcie_roots = std::max(least.pcie_roots, now.pcie_roots + roots);

  int64_t idle_needed = sums_[name].shares, unplaced_needed = idle_needed;
  rooms_.clear();
  unplaced_.clear();
  for (const Supply &supply : names_[name].supplies) {
    const int64_t room = room_of(state, name, supply);
    if (state.is_in_use(supply.device))
      idle_needed -= room;
    else
      rooms_.push_back(room);
    if (state.is_taken(supply.device) || inventory.numa_group(supply.device) != kNoGroup)
      unplaced_needed -= room;
    else
      unplaced_.push_back(room);
  }
  least.opened = std::max(least.opened, now.opened + fewest(rooms_, idle_needed));
  least.unplaced = std::max(least.unplaced, now.unplaced + fewest(unplaced_, unplaced_needed));
}

// Returns the shares for which a device has room.
int64_t Shares::room_of(const State &state, size_t name, const Supply &supply) {
  comparisons_ += 4;
  if (!usable_.has(supply.device)) return 0;
  return state.capacity_left(supply.capacity) / sums_[name].smallest;
}

// Returns the fewest groups, not in use yet, that have room for all shares. A device without a
// group is a group of its own. Leaves the room of groups in rooms_.
uint32_t Shares::fewest_groups(const State &state, size_t name, const Spread &spread,
                               const std::vector<int> &group_of) {
  int64_t needed = sums_[name].shares;
  rooms_.assign(spread.group_count(), 0);
  for (const Supply &supply : names_[name].supplies) {
    const int group = group_of[supply.device];
    const int64_t room = room_of(state, name, supply);
    if (group == kNoGroup ? state.is_taken(supply.device) : spread.is_used(group))
      needed -= room;
    else if (group != kNoGroup)
      rooms_[group] += room;
    else
      rooms_.push_back(room);
  }
  sorted_ = rooms_;
  return fewest(sorted_, needed);
}

}  // namespace koord::dra
