#include "dra/symmetry.h"

#include <algorithm>
#include <numeric>

#include "dra/hash.h"
#include "dra/problem.h"

namespace koord::dra {

namespace {

constexpr uint32_t kUnknown = UINT32_MAX;
// Blocks with the same hash are almost always equal. More attempts cost time without a use.
constexpr size_t kMostAttempts = 8;
constexpr uint64_t kMostCompared = 64 * kDefaultSteps / 16;

uint32_t root_of(std::vector<uint32_t> &roots, uint32_t device) {
  while (roots[device] != device) device = roots[device] = roots[roots[device]];
  return device;
}

}  // namespace

void Symmetry::find(const Problem &problem, uint64_t &comparisons) {
  problem_ = &problem;
  level_count_ = 0;
  work_ = compared_ = 0;
  devices_ = DeviceSet(problem.inventory().devices.size());
  for (const Option &option : problem.options())
    if (option.possible) devices_ |= option.eligible;
  list_items();
  roots_.resize(problem.inventory().devices.size());
  std::iota(roots_.begin(), roots_.end(), 0);
  const std::pair<uint32_t, uint32_t> joined[] = {
      {0, 0}, {0, first_numa_}, {first_pcie_, end_pcie_}, {first_numa_, first_pcie_}};
  for (const auto &[first, end] : joined) {
    join(first, end);
    add_level();
    comparisons += std::exchange(work_, 0);
    if (!problem.is_prepared()) return;
  }
}

// Items are numbered: counters, NUMA nodes, PCIe roots, values of each attribute.
void Symmetry::list_items() {
  const Inventory &inventory = problem_->inventory();
  first_numa_ = static_cast<uint32_t>(inventory.counters.size());
  first_pcie_ = first_numa_ + static_cast<uint32_t>(inventory.numa_group_count());
  end_pcie_ = first_pcie_ + static_cast<uint32_t>(inventory.pcie_group_count());
  uses_.clear();
  first_use_.assign(1, 0);
  uint32_t items = end_pcie_;
  for (const AttributeIndex *attribute : problem_->attributes())
    items += static_cast<uint32_t>(attribute->values.size());
  first_user_.assign(items + 1, 0);
  for (size_t i = 0; i < inventory.devices.size(); ++i) {
    const auto add = [&](uint32_t item, int64_t amount) {
      uses_.push_back({item, amount});
      ++first_user_[item + 1];
    };
    if (devices_.has(i)) {
      for (const Amount &amount : inventory.consumed_by(i)) add(amount.name, amount.amount);
      if (inventory.numa_group(i) != kNoGroup) add(first_numa_ + inventory.numa_group(i), 1);
      if (inventory.pcie_group(i) != kNoGroup) add(first_pcie_ + inventory.pcie_group(i), 1);
      uint32_t first = end_pcie_;
      for (const AttributeIndex *attribute : problem_->attributes()) {
        for (const uint32_t value : attribute->of(i)) add(first + value, 1);
        first += static_cast<uint32_t>(attribute->values.size());
      }
    }
    first_use_.push_back(uses_.size());
  }
  for (uint32_t i = 0; i < items; ++i) first_user_[i + 1] += first_user_[i];
  users_.resize(uses_.size());
  std::vector<size_t> next(first_user_.begin(), first_user_.end() - 1);
  for (uint32_t i = 0; i < inventory.devices.size(); ++i)
    for (const Use &use : items_of(i)) users_[next[use.item]++] = {i, use.amount};
  values_.assign(items, {});
  for (size_t i = 0; i < inventory.counters.size(); ++i)
    values_[i] = {0, inventory.counters[i], problem_->counters()[i]};
  for (uint32_t i = first_numa_; i < end_pcie_; ++i) values_[i].kind = i < first_pcie_ ? 1 : 2;
  for (size_t i = 0; i < inventory.devices.size(); ++i)
    if (inventory.numa_group(i) != kNoGroup && problem_->is_idle_of_wanted_kind(i))
      ++values_[first_numa_ + inventory.numa_group(i)].amount;
  uint32_t first = end_pcie_, kind = 3;
  for (const AttributeIndex *attribute : problem_->attributes()) {
    for (size_t i = 0; i < attribute->values.size(); ++i) values_[first++].kind = kind;
    ++kind;
  }
  partner_.assign(items, kUnknown);
  work_ += uses_.size() + items + inventory.devices.size();
  signatures_.assign(inventory.devices.size(), 0);
  for (size_t i = devices_.next(0); i < kMaxDevices; i = devices_.next(i + 1)) {
    signatures_[i] = problem_->own_signature(i);
    work_ += problem_->signature_size(i);
  }
}

// Joins the devices that use one of these items.
void Symmetry::join(uint32_t first_item, uint32_t end_item) {
  for (uint32_t item = first_item; item < end_item; ++item)
    for (const User &user : users_of(item)) {
      const uint32_t a = root_of(roots_, users_of(item).front().device);
      const uint32_t b = root_of(roots_, user.device);
      roots_[std::max(a, b)] = std::min(a, b);
    }
}

// Adds the level whose blocks are the joined devices, unless it is the last level again.
void Symmetry::add_level() {
  const auto devices = static_cast<uint32_t>(roots_.size());
  Level &level = levels_[level_count_];
  level.block_of.assign(devices, kUnknown);
  level.position.assign(devices, 0);
  level.sets.clear();
  level.first_device.assign(1, 0);
  for (uint32_t i = 0; i < devices; ++i) {
    if (!devices_.has(i)) continue;
    const uint32_t root = root_of(roots_, i);  // the lowest device of the block
    if (root == i) {
      level.block_of[i] = static_cast<uint32_t>(level.sets.size());
      level.sets.emplace_back(devices);
      level.first_device.push_back(0);
    }
    const uint32_t block = level.block_of[i] = level.block_of[root];
    level.position[i] = level.first_device[block + 1]++;
    level.sets[block].add(i);
  }
  level.count = static_cast<uint32_t>(level.sets.size());
  work_ += devices;
  if (level_count_ > 0 && levels_[level_count_ - 1].count == level.count) return;
  for (uint32_t i = 0; i < level.count; ++i) level.first_device[i + 1] += level.first_device[i];
  level.devices.resize(level.first_device.back());
  for (uint32_t i = 0; i < devices; ++i)
    if (devices_.has(i))
      level.devices[level.first_device[level.block_of[i]] + level.position[i]] = i;
  find_kinds(level);
  ++level_count_;
}

void Symmetry::find_kinds(Level &level) {
  hashes_.clear();
  for (uint32_t i = 0; i < level.count; ++i) hashes_.emplace_back(hash(level, i), i);
  std::sort(hashes_.begin(), hashes_.end());
  level.kind_of.assign(level.count, 0);
  examples_.clear();
  for (size_t i = 0, first = 0; i < hashes_.size(); ++i) {
    if (i > 0 && hashes_[i].first != hashes_[i - 1].first) first = examples_.size();
    const size_t end = std::min(examples_.size(), first + kMostAttempts);
    size_t kind = first;
    while (kind < end && compared_ < kMostCompared &&
           !are_equal(level, examples_[kind], hashes_[i].second))
      ++kind;
    if (kind >= end || compared_ >= kMostCompared) {
      kind = examples_.size();
      examples_.push_back(hashes_[i].second);
    }
    level.kind_of[hashes_[i].second] = static_cast<uint32_t>(kind);
  }
  level.first_block.assign(examples_.size() + 1, 0);
  for (const uint32_t kind : level.kind_of) ++level.first_block[kind + 1];
  for (size_t i = 0; i < examples_.size(); ++i) level.first_block[i + 1] += level.first_block[i];
  level.blocks.resize(level.count);
  examples_.assign(level.first_block.begin(), level.first_block.end());
  for (uint32_t i = 0; i < level.count; ++i) level.blocks[examples_[level.kind_of[i]]++] = i;
}

uint64_t Symmetry::hash(const Level &level, uint32_t block) {
  uint64_t out = 0;
  for (const uint32_t device : level.devices_of(block)) {
    out = mixed(out, signatures_[device]);
    work_ += 1 + items_of(device).size();
    uint64_t sum = 0;  // independent of the numbers of items
    for (const Use &use : items_of(device)) {
      const Value &value = values_[use.item];
      sum += mixed(mixed(value.kind, static_cast<uint64_t>(value.left)),
                   static_cast<uint64_t>(use.amount));
    }
    out = mixed(out, sum);
  }
  return out;
}

bool Symmetry::are_equal(const Level &level, uint32_t a, uint32_t b) {
  for (const uint32_t item : paired_) partner_[item] = kUnknown;
  paired_.clear();
  const std::span<const uint32_t> of_a = level.devices_of(a), of_b = level.devices_of(b);
  if (of_a.size() != of_b.size()) return false;
  for (size_t i = 0; i < of_a.size(); ++i) {
    count_comparison(problem_->signature_size(of_a[i]) + items_of(of_a[i]).size());
    if (!problem_->are_alike_alone(of_a[i], of_b[i]) || !pair_items(of_a[i], of_b[i])) return false;
  }
  DeviceSet both = level.sets[a];
  both |= level.sets[b];
  return std::all_of(paired_.begin(), paired_.end(), [&](uint32_t item) {
    return partner_[item] <= item || are_used_alike(item, partner_[item], both);
  });
}

// Pairs the items of two devices: equal ones with themselves, and the others in their order.
bool Symmetry::pair_items(uint32_t a, uint32_t b) {
  const std::span<const Use> of_a = items_of(a), of_b = items_of(b);
  if (of_a.size() != of_b.size()) return false;
  rest_a_.clear();
  rest_b_.clear();
  for (size_t i = 0, j = 0; i < of_a.size() || j < of_b.size();) {
    if (j == of_b.size() || (i < of_a.size() && of_a[i].item < of_b[j].item))
      rest_a_.push_back(of_a[i++]);
    else if (i == of_a.size() || of_b[j].item < of_a[i].item)
      rest_b_.push_back(of_b[j++]);
    else if (!pair(of_a[i++], of_b[j++]))
      return false;
  }
  for (size_t i = 0; i < rest_a_.size(); ++i)
    if (!pair(rest_a_[i], rest_b_[i])) return false;
  return true;
}

bool Symmetry::pair(const Use &a, const Use &b) {
  if (a.amount != b.amount || values_[a.item] != values_[b.item]) return false;
  if (partner_[a.item] == kUnknown && partner_[b.item] == kUnknown) {
    partner_[a.item] = b.item;
    partner_[b.item] = a.item;
    paired_.push_back(a.item);
    if (a.item != b.item) paired_.push_back(b.item);
  }
  return partner_[a.item] == b.item && partner_[b.item] == a.item;
}

// Returns true if all devices but `both` use two items alike.
bool Symmetry::are_used_alike(uint32_t a, uint32_t b, const DeviceSet &both) {
  const std::span<const User> of_a = users_of(a), of_b = users_of(b);
  count_comparison(of_a.size() + of_b.size());
  size_t i = 0, j = 0;
  while (true) {
    while (i < of_a.size() && both.has(of_a[i].device)) ++i;
    while (j < of_b.size() && both.has(of_b[j].device)) ++j;
    if (i == of_a.size() || j == of_b.size()) return i == of_a.size() && j == of_b.size();
    if (of_a[i].device != of_b[j].device || of_a[i].amount != of_b[j].amount) return false;
    ++i;
    ++j;
  }
}

uint64_t Symmetry::drop(size_t device, const DeviceSet &touched, DeviceSet &candidates) const {
  uint64_t work = 0;
  for (size_t i = 0; i < level_count_; ++i) {
    const Level &level = levels_[i];
    const uint32_t block = level.block_of[device];
    if (level.sets[block].intersects(touched)) break;  // the blocks of the next level are larger
    work += level.equal_to(block).size();
    for (const uint32_t other : level.equal_to(block))
      if (!level.sets[other].intersects(touched))
        candidates.remove(level.devices_of(other)[level.position[device]]);
  }
  return work;
}

}  // namespace koord::dra
