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
  const std::span<const Capacity> capacities = problem_->inventory().capacities_of(first);
  comparisons_ += capacities.size() * option.eligible.count() * (1 + option.given->amounts.size());
  for (const Capacity &capacity : capacities) {
    const int64_t least = least_use(option, capacity.name);
    const uint32_t name = least > 0 ? number(capacity.name) : kMostNames;
    if (name < kMostNames) to.push_back({name, least});
  }
}

// Returns 0 if a device is not shared or has no such capacity.
int64_t Shares::least_use(const Option &option, uint32_t name) const {
  int64_t out = INT64_MAX;
  for (size_t i = option.eligible.next(0); i < kMaxDevices && out > 0;
       i = option.eligible.next(i + 1)) {
    int64_t amount = 0;
    if (problem_->inventory().devices[i].shared)
      for (const Capacity &capacity : problem_->inventory().capacities_of(i))
        if (capacity.name == name)
          amount = consumption(capacity, requested(*option.given, name)).value_or(0);
    out = std::min(out, amount);
  }
  return out;
}

uint32_t Shares::number(uint32_t name) {
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
  comparisons_ += demands.size();
  for (const Demand &demand : demands) {
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
