#include "dra/shares.h"

#include <algorithm>

#include "dra/capacity.h"

namespace koord::dra {

namespace {

constexpr size_t kMostNames = 64;  // more capacities cost time and hardly ever bound anything

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
  DeviceSet usable(problem_->inventory().devices.size());
  comparisons_ += demands.size() + names_.size();
  for (const Demand &demand : demands) {
    comparisons_ += uses_[demand.option].size();
    if (uses_[demand.option].empty()) continue;
    usable |= demand.domain;
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
      if (!usable.has(supply.device) || amount < sum.smallest) continue;
      left += amount;
      shares += amount / sum.smallest;
    }
    if (left < sum.needed || shares < sum.shares) return false;
  }
  return true;
}

}  // namespace koord::dra
