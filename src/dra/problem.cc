#include "dra/problem.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "dra/capacity.h"
#include "dra/hash.h"

namespace koord::dra {

namespace {

bool same_amounts(std::span<const Amount> a, std::span<const Amount> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Amount &x, const Amount &y) {
    return x.name == y.name && x.amount == y.amount;
  });
}

bool same_capacities(std::span<const Capacity> a, std::span<const Capacity> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Capacity &x, const Capacity &y) {
                      return x.name == y.name && x.value == y.value && x.used == y.used &&
                             x.policy == y.policy && x.fallback == y.fallback && x.min == y.min &&
                             x.max == y.max && x.step == y.step && x.values == y.values;
                    });
}

}  // namespace

std::optional<int64_t> requested(const Alternative &alternative, uint32_t capacity) {
  for (const Amount &amount : alternative.amounts)
    if (amount.name == capacity) return amount.amount;
  return std::nullopt;
}

void Problem::prepare(const Inventory &inventory, const Claims &claims,
                      const Relaxation &relaxation, uint64_t max_steps) {
  inventory_ = &inventory;
  claims_ = &claims;
  relaxation_ = relaxation;
  max_steps_ = max_steps;
  comparisons_ = claims.alternatives.size() * (1 + claims.constraints.size());
  if (!is_prepared()) return;
  prepare_slots();
  prepare_constraints();
  options_.resize(claims.alternatives.size());
  relevant_ = DeviceSet(inventory.devices.size());
  prepare_amounts();
  for (size_t i = 0; i < options_.size() && is_prepared(); ++i) {
    prepare_option(i);
    if (options_[i].possible && !options_[i].given->admin) relevant_ |= options_[i].eligible;
  }
  if (is_prepared()) find_wanted_kinds();
  if (is_prepared()) find_twins();
  if (is_prepared()) find_classes();
}

void Problem::find_wanted_kinds() {
  of_wanted_kinds_ = DeviceSet(inventory_->devices.size());
  const std::vector<DeviceSet> &kinds = inventory_->kinds();
  DeviceSet selected(inventory_->devices.size());
  for (const Option &option : options_)
    if (!option.given->admin) selected |= option.selected;
  comparisons_ += options_.size() + kinds.size();
  for (const DeviceSet &kind : kinds)
    if (kind.intersects(selected)) of_wanted_kinds_ |= kind;
}

size_t Problem::most_devices() const {
  size_t out = 0, of_claim = 0;
  for (size_t i = 0; i < slots_.size(); ++i) {
    size_t most = 0;
    for (uint32_t at = slots_[i].first; at < slots_[i].end; ++at) {
      const Option &option = options_[at];
      most = std::max<size_t>(most, option.given->all ? option.count : option.given->count);
    }
    of_claim = std::min(of_claim + most, kMaxClaimDevices);
    if (i + 1 < slots_.size() && slots_[i + 1].claim == slots_[i].claim) continue;
    out += of_claim;
    of_claim = 0;
  }
  return out;
}

void Problem::prepare_slots() {
  slots_.clear();
  for (uint32_t i = 0; i < claims_->alternatives.size(); ++i) {
    const Alternative &alternative = claims_->alternatives[i];
    const Alternative *last = i > 0 ? &claims_->alternatives[i - 1] : nullptr;
    if (last == nullptr || last->claim != alternative.claim || last->request != alternative.request)
      slots_.push_back({i, i, alternative.claim, kNoIndex});
    slots_.back().end = i + 1;
  }
}

void Problem::prepare_amounts() {
  amounts_.clear();
  for (uint32_t i = 0; i < options_.size(); ++i)
    for (const Amount &amount : claims_->alternatives[i].amounts)
      amounts_.push_back({i, amount.name, amount.amount});
  const auto key = [](const Amount &a) { return std::tuple(a.owner, a.name); };
  if (!std::ranges::is_sorted(amounts_, {}, key)) std::ranges::sort(amounts_, {}, key);
  comparisons_ += amounts_.size();
  size_t first = 0;
  for (size_t i = 0; i < options_.size(); ++i) {
    const size_t count = claims_->alternatives[i].amounts.size();
    options_[i].amounts = std::span(amounts_).subspan(first, count);
    first += count;
  }
}

void Problem::prepare_constraints() {
  constraints_.clear();
  attributes_.clear();
  of_claim_.assign(claims_->constraints.empty() ? 0 : slots_.back().claim + 1, 0);
  for (size_t i = 0; i < claims_->constraints.size(); ++i) {
    const Constraint &given = claims_->constraints[i];
    if (static_cast<int>(i) != relaxation_.without_constraint)
      constraints_.push_back(
          {&given, inventory_->attribute(given.attribute), of_claim_[given.claim]++});
  }
  for (const PreparedConstraint &constraint : constraints_)
    if (constraint.index != nullptr) attributes_.push_back(constraint.index);
  std::sort(attributes_.begin(), attributes_.end());
  attributes_.erase(std::unique(attributes_.begin(), attributes_.end()), attributes_.end());
  scoped_.clear();
  first_scoped_.assign(1, 0);
  for (size_t option = 0; option < claims_->alternatives.size(); ++option) {
    for (uint32_t c = 0; c < constraints_.size(); ++c)
      if (constraints_[c].given->scope[option]) scoped_.push_back(c);
    first_scoped_.push_back(static_cast<uint32_t>(scoped_.size()));
  }
}

// Devices of a request for all must all be allocated, even if they are in use or tainted.
void Problem::prepare_option(size_t at) {
  const Alternative &given = claims_->alternatives[at];
  Option &option = options_[at];
  option.given = &given;
  option.selected = given.selected.within(inventory_->devices.size());
  option.eligible = DeviceSet(inventory_->devices.size());
  DeviceSet wanted(inventory_->devices.size());
  for (size_t i = option.selected.next(0); i < kMaxDevices && is_prepared();
       i = option.selected.next(i + 1)) {
    comparisons_ += 1 + inventory_->consumed_by(i).size() + inventory_->taints_of(i).size() +
                    2 * (inventory_->capacities_of(i).size() + given.amounts.size());
    if (given.all && has_capacity(option, i, false)) wanted.add(i);
    if (fits(option, i)) option.eligible.add(i);
  }
  for (const uint32_t c : constraints_of(at))
    option.eligible = constraints_[c].index != nullptr
                          ? option.eligible & constraints_[c].index->having
                          : DeviceSet(inventory_->devices.size());
  if (given.all) {
    option.count = static_cast<uint32_t>(wanted.count());
    option.possible =
        option.count > 0 && !inventory_->has_unusable() && wanted.is_within(option.eligible);
    option.eligible &= wanted;
  } else {
    int slot = 0;
    while (slots_[slot].end <= at) ++slot;
    option.count = given.count -
                   (slot == relaxation_.fewer_slot ? std::min(given.count, relaxation_.fewer) : 0);
    option.possible = option.eligible.count() >= option.count;
  }
  option.possible &= option.count <= kMaxClaimDevices;
}

bool Problem::has_capacity(const Option &option, size_t device, bool count_used) const {
  if (inventory_->capacities.empty()) return option.amounts.empty();
  RequestedAmounts requested(option.amounts);
  for (const Capacity &capacity : inventory_->capacities_of(device)) {
    const std::optional<int64_t> amount = consumption(capacity, requested.of(capacity.name));
    if (!amount) return false;
    if (count_used && *amount > capacity.value - used(capacity)) return false;
  }
  return requested.found_all();
}

bool Problem::tolerates(const Alternative &alternative, size_t i) const {
  if ((inventory_->devices[i].taints & ~alternative.tolerated) != 0) return false;
  const std::span<const Taint> more = inventory_->taints_of(i);
  return std::all_of(more.begin(), more.end(),
                     [&](const Taint &taint) { return alternative.tolerates(taint.number); });
}

bool Problem::fits(const Option &option, size_t i) const {
  const Alternative &alternative = *option.given;
  const Device &device = inventory_->devices[i];
  if (device.unusable) return false;
  if (!relaxation_.tolerate && !tolerates(alternative, i)) return false;
  if (alternative.admin) return has_capacity(option, i, false);
  if (is_allocated(i) && !device.shared) return false;
  if (!has_capacity(option, i, true)) return false;
  if (is_allocated(i)) return true;  // the counters of a device in use are already counted
  const std::span<const Amount> consumed = inventory_->consumed_by(i);
  return std::all_of(consumed.begin(), consumed.end(), [&](const Amount &amount) {
    return amount.amount <= counters()[amount.name];
  });
}

// Compares alternatives without their constraints.
bool Problem::are_equal(const Option &a, const Option &b) const {
  return a.possible == b.possible && a.count == b.count && a.given->admin == b.given->admin &&
         same_amounts(a.amounts, b.amounts) && a.eligible == b.eligible;
}

// Compares the alternatives of two requests in their order.
template <typename AreEqual>
bool Problem::are_twins(const Slot &a, const Slot &b, AreEqual &&have_equal_constraints) {
  if (a.end - a.first != b.end - b.first) return false;
  for (uint32_t i = 0; i < a.end - a.first; ++i) {
    const auto of_a = constraints_of(a.first + i), of_b = constraints_of(b.first + i);
    comparisons_ += 1 + of_a.size();
    if (!are_equal(options_[a.first + i], options_[b.first + i]) ||
        !std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), have_equal_constraints))
      return false;
  }
  return true;
}

bool Problem::are_twin_requests(size_t a, size_t b) {
  return are_twins(slots_[a], slots_[b], std::equal_to<>());
}

// Compares claims by their first requests. Their requests and constraints have the same order. Only
// the first request may have several alternatives: the search compares those of other requests
// before the devices of the first one.
bool Problem::are_twin_claims(size_t a, size_t b) {
  const uint32_t claim_a = slots_[a].claim, claim_b = slots_[b].claim;
  const auto have_equal_place = [&](uint32_t x, uint32_t y) {
    return constraints_[x].position == constraints_[y].position &&
           constraints_[x].index == constraints_[y].index &&
           constraints_[x].given->distinct == constraints_[y].given->distinct;
  };
  for (bool first = true;; ++a, ++b, first = false) {
    const bool in_a = a < slots_.size() && slots_[a].claim == claim_a;
    const bool in_b = b < slots_.size() && slots_[b].claim == claim_b;
    if (!in_a || !in_b) return in_a == in_b;
    if (!first && slots_[a].end - slots_[a].first != 1) return false;
    if (!are_twins(slots_[a], slots_[b], have_equal_place)) return false;
  }
}

void Problem::find_twins() {
  for (size_t i = 1; i < slots_.size(); ++i) {
    const bool first = slots_[i].claim != slots_[i - 1].claim;
    for (size_t j = i; j-- > 0 && slots_[i].twin == kNoIndex && is_prepared();) {
      ++comparisons_;
      if (!first && slots_[j].claim != slots_[i].claim) break;
      const bool twins =
          first ? (j == 0 || slots_[j].claim != slots_[j - 1].claim) && are_twin_claims(j, i)
                : are_twin_requests(j, i);
      if (twins) slots_[i].twin = static_cast<int>(j);
    }
  }
}

uint64_t Problem::own_signature(size_t i) const {
  const Device &device = inventory_->devices[i];
  uint64_t hash = mixed(device.shared ? 1 : 0, is_allocated(i) ? 1 : 0);
  for (const Option &option : options_) hash = mixed(hash, option.eligible.has(i) ? 1 : 0);
  if (device.shared)
    for (const Capacity &capacity : inventory_->capacities_of(i))
      hash = mixed(mixed(hash, static_cast<uint64_t>(capacity.value)),
                   static_cast<uint64_t>(capacity.used));
  return hash;
}

size_t Problem::signature_size(size_t i) const {
  return options_.size() +
         (inventory_->devices[i].shared ? inventory_->capacities_of(i).size() : 0);
}

bool Problem::are_alike_alone(size_t a, size_t b) const {
  const bool shared = inventory_->devices[a].shared;
  if (shared != inventory_->devices[b].shared || is_allocated(a) != is_allocated(b)) return false;
  for (const Option &option : options_)
    if (option.eligible.has(a) != option.eligible.has(b)) return false;
  return !shared || same_capacities(inventory_->capacities_of(a), inventory_->capacities_of(b));
}

uint64_t Problem::signature(size_t i) const {
  uint64_t hash = own_signature(i);
  hash = mixed(hash, static_cast<uint64_t>(inventory_->numa_group(i)));
  hash = mixed(hash, static_cast<uint64_t>(inventory_->pcie_group(i)));
  for (const AttributeIndex *attribute : attributes_)
    for (const uint32_t value : attribute->of(i)) hash = mixed(hash, value);
  return hash;
}

bool Problem::are_alike(size_t a, size_t b) const {
  if (inventory_->numa_group(a) != inventory_->numa_group(b) ||
      inventory_->pcie_group(a) != inventory_->pcie_group(b) || !are_alike_alone(a, b))
    return false;
  return std::all_of(attributes_.begin(), attributes_.end(), [&](const AttributeIndex *attribute) {
    const auto mine = attribute->of(a), others = attribute->of(b);
    return std::equal(mine.begin(), mine.end(), others.begin(), others.end());
  });
}

uint64_t Problem::drop_alike(size_t device, const DeviceSet &touched, DeviceSet &candidates) const {
  if (!inventory_->counters.empty()) return symmetry_.drop(device, touched, candidates);
  candidates -= classes_[class_of_[device]] - touched;
  return 0;
}

void Problem::find_classes() {
  if (!inventory_->counters.empty()) {
    symmetry_.find(*this, comparisons_);
    return;
  }
  classes_.clear();
  class_signatures_.clear();
  class_members_.clear();
  class_of_.resize(inventory_->devices.size());
  for (uint32_t i = 0; i < inventory_->devices.size() && is_prepared(); ++i) {
    const uint64_t sign = signature(i);
    comparisons_ += signature_size(i) + attributes_.size();
    for (const AttributeIndex *attribute : attributes_) comparisons_ += attribute->of(i).size();
    uint32_t found = 0;
    while (found < classes_.size() &&
           !(class_signatures_[found] == sign && are_alike(class_members_[found], i)))
      ++found;
    comparisons_ += found;
    if (found == classes_.size()) {
      classes_.emplace_back(inventory_->devices.size());
      class_signatures_.push_back(sign);
      class_members_.push_back(i);
    }
    classes_[found].add(i);
    class_of_[i] = found;
  }
}

}  // namespace koord::dra
