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

void Search::add_demand(uint32_t option, uint32_t needed) {
  const Option &wanted = problem_->options()[option];
  Demand demand{option, needed, false, domain(option)};
  demand.exclusive = !wanted.given->admin && !demand.domain.intersects(shared_);
  // Many claims request the same: one demand stands for them. The first one is the request that
  // gets devices now.
  if (demands_.size() > 1 && demand.exclusive && demands_.back().exclusive &&
      demands_.back().domain == demand.domain && have_same_scope(demands_.back().option, option))
    demands_.back().needed += needed;
  else
    demands_.push_back(demand);
}

bool Search::have_same_scope(uint32_t a, uint32_t b) const {
  const auto of_a = problem_->constraints_of(a), of_b = problem_->constraints_of(b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end());
}

// A later request with one possible alternative is a demand. If it has several, one of them must
// have enough devices.
bool Search::add_demands(uint32_t slot, uint32_t option, uint32_t needed, size_t from) {
  demands_.clear();
  add_demand(option, needed);
  demands_.front().domain.remove_below(from);
  for (uint32_t later = slot + 1; later < problem_->slots().size(); ++later) {
    const Slot &at = problem_->slots()[later];
    const uint32_t first = first_possible_[later];
    uint32_t last = first;
    for (uint32_t i = first; i < at.end; ++i)
      if (problem_->options()[i].possible) last = i;
    if (first == last) {
      add_demand(first, problem_->options()[first].count);
      continue;
    }
    const auto is_possible = [&](uint32_t i) {
      const Option &tried = problem_->options()[i];
      return tried.possible && domain(i).count() >= tried.count;
    };
    uint32_t tried = first;
    while (tried <= last && !is_possible(tried)) ++tried;
    if (tried > last) return false;
  }
  return true;
}

void Search::list_scope(uint32_t constraint) {
  comparisons_ += demands_.size();
  scope_.clear();
  for (uint32_t i = 0; i < demands_.size(); ++i)
    if (problem_->constraints()[constraint].given->scope[demands_[i].option]) scope_.push_back(i);
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
