// The rules by which a search leaves a branch before it has tried the branch's devices.
#include <algorithm>

#include "dra/search.h"

namespace koord::dra {

bool Search::is_hopeful(uint32_t slot, uint32_t option, uint32_t needed, size_t from) {
  const size_t constraints = problem_->constraints().size();
  allowed_.resize(constraints);
  for (size_t i = 0; i < constraints; ++i) {
    allowed_[i] = state_.allowed(i);
    comparisons_ += state_.value_count(i);
    if (is_out_of_steps()) return false;
  }
  comparisons_ += constraints + problem_->inventory().consumed.size();
  if (has_counters()) exhausted_ = state_.exhausted();
  if (!add_demands(slot, option, needed, from)) return false;
  for (uint32_t i = 0; i < constraints; ++i) {
    if (is_out_of_steps()) return false;
    const bool distinct = problem_->constraints()[i].given->distinct;
    list_scope(i);
    if (distinct ? !has_distinct_values(i) : !narrow_match(i)) return false;
  }
  return fits_together() && (!has_counters() || outlook_.suffices(state_, demands_)) &&
         (!problem_->inventory().has_shared() || shares_.suffices(state_, demands_));
}

DeviceSet Search::domain(uint32_t option) {
  DeviceSet out = state_.available(option);
  comparisons_ += 4 + problem_->constraints_of(option).size();
  for (const uint32_t constraint : problem_->constraints_of(option)) out &= allowed_[constraint];
  if (has_counters() && !problem_->options()[option].given->admin) out -= exhausted_;
  return out;
}

// Many claims request the same: one demand stands for them. The first one is the request that gets
// devices now.
void Search::add_demand(const Demand &added) {
  if (demands_.size() > 1 && added.exclusive && demands_.back().exclusive &&
      demands_.back().domain == added.domain && have_same_scope(demands_.back(), added))
    demands_.back().needed += added.needed;
  else
    demands_.push_back(added);
}

// Compares the constraints of each alternative.
bool Search::have_same_scope(const Demand &a, const Demand &b) const {
  if (a.end - a.option != b.end - b.option) return false;
  for (uint32_t i = 0; i < a.end - a.option; ++i) {
    const auto of_a = problem_->constraints_of(a.option + i);
    const auto of_b = problem_->constraints_of(b.option + i);
    if (!std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end())) return false;
  }
  return true;
}

Demand Search::demand_for(uint32_t option, uint32_t needed) {
  Demand out{option, option + 1, needed, false, domain(option)};
  out.exclusive = !problem_->options()[option].given->admin && !out.domain.intersects(shared_);
  return out;
}

bool Search::add_demands(uint32_t slot, uint32_t option, uint32_t needed, size_t from) {
  demands_.clear();
  demands_.push_back(demand_for(option, needed));
  demands_.front().domain.remove_below(from);
  for (uint32_t later = slot + 1; later < ranges_.size(); ++later)
    if (!add_later_demand(ranges_[later])) return false;
  return true;
}

// Adds the demand for one of the alternatives that have enough devices. Returns false if there is
// none.
bool Search::add_later_demand(const Range &range) {
  if (range.end - range.first == 1) {
    add_demand(demand_for(range.first, problem_->options()[range.first].count));
    return true;
  }
  Demand added{range.first, range.first, UINT32_MAX, true,
               DeviceSet(problem_->inventory().devices.size())};
  for (uint32_t i = range.first; i < range.end; ++i) {
    const Option &option = problem_->options()[i];
    if (!option.possible) continue;
    const Demand one = demand_for(i, option.count);
    if (one.domain.count() < one.needed) continue;
    if (added.needed == UINT32_MAX) added.option = i;
    added.end = i + 1;
    added.needed = std::min(added.needed, one.needed);
    added.exclusive &= one.exclusive;
    added.domain |= one.domain;
  }
  if (added.needed == UINT32_MAX) return false;
  add_demand(added);
  return true;
}

void Search::list_scope(uint32_t constraint) {
  comparisons_ += demands_.size();
  scope_.clear();
  for (uint32_t i = 0; i < demands_.size(); ++i)
    if (is_in_scope(constraint, demands_[i])) scope_.push_back(i);
}

// Returns true if the constraint applies to all alternatives.
bool Search::is_in_scope(uint32_t constraint, const Demand &demand) const {
  const std::vector<bool> &scope = problem_->constraints()[constraint].given->scope;
  for (uint32_t i = demand.option; i < demand.end; ++i)
    if (!scope[i]) return false;
  return true;
}

// Each demand needs enough devices with the value, and all exclusive ones together.
bool Search::supports(uint32_t constraint, uint32_t value) {
  comparisons_ += 1 + scope_.size();
  const DeviceSet &devices = problem_->constraints()[constraint].index->devices[value];
  DeviceSet together(problem_->inventory().devices.size());
  size_t needed = 0;
  for (const uint32_t i : scope_) {
    const Demand &demand = demands_[i];
    const DeviceSet with_value = demand.domain & devices;
    if (with_value.count() < demand.needed) return false;
    if (!demand.exclusive) continue;
    needed += demand.needed;
    together |= with_value;
  }
  return together.count() >= needed;
}

// Keeps only devices of values that can serve all demands of a matchAttribute. Returns false if the
// steps run out.
bool Search::narrow_match(uint32_t constraint) {
  const AttributeIndex *index = problem_->constraints()[constraint].index;
  if (index == nullptr) return true;  // no device is eligible for a request in its scope
  DeviceSet kept(problem_->inventory().devices.size());
  const bool has_devices = state_.has_devices(constraint);
  const std::span<const uint32_t> common = state_.common_values(constraint);
  const size_t values = has_devices ? common.size() : index->values.size();
  for (uint32_t i = 0; i < values; ++i) {
    if (is_out_of_steps()) return false;
    const uint32_t value = has_devices ? common[i] : i;
    if (supports(constraint, value)) kept |= index->devices[value];
  }
  for (const uint32_t i : scope_) demands_[i].domain &= kept;
  return true;
}

// Each device in the scope of a distinctAttribute needs a value of its own.
bool Search::has_distinct_values(uint32_t constraint) {
  const AttributeIndex *index = problem_->constraints()[constraint].index;
  if (index == nullptr) return true;
  DeviceSet together(problem_->inventory().devices.size());
  size_t needed = 0;
  for (const uint32_t i : scope_) {
    needed += demands_[i].needed;
    together |= demands_[i].domain;
  }
  comparisons_ += scope_.size() + index->values.size();
  size_t values = 0;
  for (uint32_t i = 0; i < index->values.size() && values < needed; ++i)
    if (!(index->devices[i] & together).empty()) ++values;
  return values >= needed;
}

// Hall's condition for each demand, with the demands whose devices are all among its own.
bool Search::fits_together() {
  comparisons_ += demands_.size() * demands_.size();
  for (const Demand &demand : demands_) {
    const size_t devices = demand.domain.count();
    if (devices < demand.needed) return false;
    if (!demand.exclusive) continue;
    size_t needed = 0;
    for (const Demand &other : demands_)
      if (other.exclusive && other.domain.is_within(demand.domain)) needed += other.needed;
    if (needed > devices) return false;
  }
  return true;
}

}  // namespace koord::dra
