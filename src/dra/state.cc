#include "dra/state.h"

#include <algorithm>
#include <numeric>

#include "dra/capacity.h"

namespace koord::dra {

void Spread::reset(size_t groups) {
  uses_.assign(groups, 0);
  candidates_.assign(groups, 0);
  ungrouped_used_ = used_ = 0;
}

void Spread::add_candidate(int group) {
  if (group != kNoGroup) ++candidates_[group];
}

void Spread::finish() {
  order_.resize(candidates_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    return candidates_[a] != candidates_[b] ? candidates_[a] > candidates_[b] : a < b;
  });
}

void Spread::take(int group) {
  if (group == kNoGroup) {
    ++ungrouped_used_;
    return;
  }
  if (uses_[group]++ == 0) ++used_;
  --candidates_[group];
}

void Spread::give(int group) {
  if (group == kNoGroup) {
    --ungrouped_used_;
    return;
  }
  if (--uses_[group] == 0) --used_;
  ++candidates_[group];
}

// Devices that fit into no known group need one each.
uint32_t Spread::at_least(size_t more) const {
  size_t room = 0;
  for (size_t group = 0; group < uses_.size(); ++group)
    if (uses_[group] > 0) room += candidates_[group];
  uint32_t out = used_ + ungrouped_used_;
  for (const uint32_t group : order_) {
    if (room >= more) return out;
    if (uses_[group] > 0 || candidates_[group] == 0) continue;
    room += candidates_[group];
    ++out;
  }
  return room >= more ? out : out + static_cast<uint32_t>(more - room);
}

void State::reset(const Problem &problem) {
  problem_ = &problem;
  const Inventory &inventory = problem.inventory();
  const size_t devices = inventory.devices.size();
  taken_ = touched_ = DeviceSet(devices);
  in_claim_.assign(problem.slots().empty() ? 0 : problem.slots().back().claim + 1,
                   DeviceSet(devices));
  uses_.assign(devices, 0);
  shares_.assign(devices, 0);
  counters_ = problem.counters();
  counter_uses_.assign(counters_.size(), 0);
  capacities_.clear();
  for (const Capacity &capacity : inventory.capacities)
    capacities_.push_back(capacity.value - problem.used(capacity));
  constraints_.resize(problem.constraints().size());
  for (Values &values : constraints_) {
    values.values.clear();
    values.frames.clear();
  }
  idle_.assign(inventory.numa_group_count(), 0);
  numa_.reset(inventory.numa_group_count());
  pcie_.reset(inventory.pcie_group_count());
  for (size_t i = 0; i < devices; ++i) {
    const int group = inventory.numa_group(i);
    if (group != kNoGroup && problem.is_idle_of_wanted_kind(i)) ++idle_[group];
    if (!problem.relevant().has(i)) continue;
    numa_.add_candidate(group);
    pcie_.add_candidate(inventory.pcie_group(i));
  }
  numa_.finish();
  pcie_.finish();
  score_ = {};
  comparisons_ = 0;
}

bool State::take(size_t option, size_t device) {
  const Option &taken = problem_->options()[option];
  ++comparisons_;
  if (!push_constraints(option, device)) return false;
  if (!taken.given->admin) {
    if (!take_capacity(option, device)) {
      for (const uint32_t c : problem_->constraints_of(option)) pop(c);
      return false;
    }
    if (shares_[device]++ == 0) count(device);
    if (!problem_->inventory().devices[device].shared) taken_.add(device);
  }
  if (!problem_->inventory().devices[device].shared) in_claim_[taken.given->claim].add(device);
  if (uses_[device]++ == 0) touched_.add(device);
  return true;
}

void State::give(size_t option, size_t device) {
  const Option &taken = problem_->options()[option];
  const bool shared = problem_->inventory().devices[device].shared;
  if (--uses_[device] == 0) touched_.remove(device);
  if (!shared) in_claim_[taken.given->claim].remove(device);
  if (!taken.given->admin) {
    if (!shared) taken_.remove(device);
    if (--shares_[device] == 0) uncount(device);
    give_capacity(option, device);
  }
  for (const uint32_t c : problem_->constraints_of(option)) pop(c);
}

bool State::push_constraints(size_t option, size_t device) {
  const std::span<const uint32_t> all = problem_->constraints_of(option);
  for (size_t i = 0; i < all.size(); ++i)
    if (!push(all[i], device)) {
      while (i-- > 0) pop(all[i]);
      return false;
    }
  return true;
}

bool State::push(size_t constraint, size_t device) {
  Values &state = constraints_[constraint];
  const PreparedConstraint &prepared = problem_->constraints()[constraint];
  const bool distinct = prepared.given->distinct;
  const std::span<const uint32_t> added = prepared.index->of(device);
  const size_t end = state.values.size();
  comparisons_ += 1 + added.size() + end - (distinct || end == 0 ? 0 : state.frames.back());
  const auto is_added = [&](uint32_t value) {
    return std::binary_search(added.begin(), added.end(), value);
  };
  if (distinct) {
    if (std::any_of(state.values.begin(), state.values.end(), is_added)) return false;
    state.values.insert(state.values.end(), added.begin(), added.end());
  } else if (state.frames.empty()) {
    state.values.assign(added.begin(), added.end());
  } else {
    for (size_t i = state.frames.back(); i < end; ++i) {
      const uint32_t value = state.values[i];
      if (is_added(value)) state.values.push_back(value);
    }
    if (state.values.size() == end) return false;
  }
  state.frames.push_back(end);
  return true;
}

void State::pop(size_t constraint) {
  Values &state = constraints_[constraint];
  state.values.resize(state.frames.back());
  state.frames.pop_back();
}

bool State::take_capacity(size_t option, size_t device) {
  const Inventory &inventory = problem_->inventory();
  const bool in_use = problem_->is_allocated(device) || shares_[device] > 0;
  if (!in_use && !take_counters(device)) return false;
  if (!inventory.devices[device].shared) return true;  // checked by Problem
  RequestedAmounts requested(problem_->options()[option].amounts);
  const std::span<const Capacity> all = inventory.capacities_of(device);
  comparisons_ += all.size() + problem_->options()[option].amounts.size();
  for (size_t i = 0; i < all.size(); ++i) {
    const int64_t amount = *consumption(all[i], requested.of(all[i].name));
    int64_t &left = capacities_[inventory.capacity_number(all[i])];
    if (amount > left) {
      give_shares(option, all.first(i));
      if (!in_use) give_counters(device);
      return false;
    }
    left -= amount;
  }
  return true;
}

// Called after the share was removed from shares_.
void State::give_capacity(size_t option, size_t device) {
  const Inventory &inventory = problem_->inventory();
  if (!problem_->is_allocated(device) && shares_[device] == 0) give_counters(device);
  if (inventory.devices[device].shared) give_shares(option, inventory.capacities_of(device));
}

void State::give_shares(size_t option, std::span<const Capacity> capacities) {
  RequestedAmounts requested(problem_->options()[option].amounts);
  for (const Capacity &capacity : capacities)
    capacities_[problem_->inventory().capacity_number(capacity)] +=
        *consumption(capacity, requested.of(capacity.name));
}

bool State::take_counters(size_t device) {
  const std::span<const Amount> consumed = problem_->inventory().consumed_by(device);
  comparisons_ += consumed.size();
  for (const Amount &amount : consumed)
    if (amount.amount > counters_[amount.name]) return false;
  for (const Amount &amount : consumed) {
    if (amount.amount == 0) continue;
    counters_[amount.name] -= amount.amount;
    const bool idle =
        problem_->counters()[amount.name] == problem_->inventory().counters[amount.name];
    if (counter_uses_[amount.name]++ == 0 && idle) ++score_.opened;
  }
  return true;
}

void State::give_counters(size_t device) {
  for (const Amount &amount : problem_->inventory().consumed_by(device)) {
    if (amount.amount == 0) continue;
    counters_[amount.name] += amount.amount;
    const bool idle =
        problem_->counters()[amount.name] == problem_->inventory().counters[amount.name];
    if (--counter_uses_[amount.name] == 0 && idle) --score_.opened;
  }
}

void State::count(size_t device) {
  const Inventory &inventory = problem_->inventory();
  const int group = inventory.numa_group(device);
  if (group != kNoGroup && !numa_.is_used(group)) score_.idle += idle_[group];
  numa_.take(group);
  pcie_.take(inventory.pcie_group(device));
  if (inventory.devices[device].shared && !problem_->is_allocated(device)) ++score_.opened;
}

void State::uncount(size_t device) {
  const Inventory &inventory = problem_->inventory();
  const int group = inventory.numa_group(device);
  numa_.give(group);
  pcie_.give(inventory.pcie_group(device));
  if (group != kNoGroup && !numa_.is_used(group)) score_.idle -= idle_[group];
  if (inventory.devices[device].shared && !problem_->is_allocated(device)) --score_.opened;
}

DeviceSet State::available(size_t option) const {
  const Option &wanted = problem_->options()[option];
  DeviceSet out = wanted.eligible - in_claim_[wanted.given->claim];
  return wanted.given->admin ? out : out -= taken_;
}

DeviceSet State::allowed(size_t constraint) const {
  const AttributeIndex *index = problem_->constraints()[constraint].index;
  if (index == nullptr) return DeviceSet(problem_->inventory().devices.size());
  const Values &state = constraints_[constraint];
  if (state.frames.empty()) return index->having;
  if (problem_->constraints()[constraint].given->distinct) {
    DeviceSet out = index->having;
    for (const uint32_t value : state.values) out -= index->devices[value];
    return out;
  }
  DeviceSet out(problem_->inventory().devices.size());
  for (const uint32_t value : common_values(constraint)) out |= index->devices[value];
  return out;
}

std::span<const uint32_t> State::common_values(size_t constraint) const {
  const Values &state = constraints_[constraint];
  if (state.frames.empty()) return {};
  return std::span(state.values).subspan(state.frames.back());
}

DeviceSet State::exhausted() const {
  const Inventory &inventory = problem_->inventory();
  DeviceSet out(inventory.devices.size());
  for (size_t i = problem_->relevant().next(0); i < kMaxDevices;
       i = problem_->relevant().next(i + 1)) {
    if (problem_->is_allocated(i) || shares_[i] > 0) continue;
    for (const Amount &amount : inventory.consumed_by(i))
      if (amount.amount > counters_[amount.name]) out.add(i);
  }
  return out;
}

Score State::at_least(size_t more) const {
  return {numa_.at_least(more), numa_.ungrouped_used(), pcie_.at_least(more), score_.opened,
          score_.idle};
}

}  // namespace koord::dra
