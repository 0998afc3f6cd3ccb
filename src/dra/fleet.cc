#include "dra/fleet.h"

#include <algorithm>

namespace koord::dra {

namespace {

// Reserves memory for `size` elements, so that adding them cannot fail.
void make_room(std::vector<size_t> &to, size_t size) {
  if (size > to.capacity()) to.reserve(std::max(size, 2 * to.capacity()));
}

class KeyWriter {
 public:
  template <typename... Values>
  void add(Values... values) {
    (out_.push_back(static_cast<uint64_t>(values)), ...);
  }
  void add_optional(const std::optional<int64_t> &value) {
    add(value.has_value(), value.value_or(0));
  }
  void add_set(const DeviceSet &set) {
    add(set.count());
    for (size_t i = set.next(0); i < kMaxDevices; i = set.next(i + 1)) add(i);
  }
  std::vector<uint64_t> take() { return std::move(out_); }

 private:
  std::vector<uint64_t> out_{};
};

// Equal inventories, and no others, have one key. Inventory::index() has sorted the rows.
std::vector<uint64_t> key_of(const Inventory &inventory) {
  KeyWriter key;
  key.add(inventory.devices.size(), inventory.attributes.size(), inventory.capacities.size(),
          inventory.counters.size(), inventory.consumed.size());
  for (const Device &d : inventory.devices)
    key.add(d.shared, d.allocated, d.unusable, d.numa_node, d.pcie_root, d.taints, d.kind);
  for (const Attribute &a : inventory.attributes) key.add(a.device, a.name, a.value);
  for (const Capacity &c : inventory.capacities) {
    key.add(c.device, c.name, c.value, c.used, c.policy, c.min, c.values.size());
    for (const auto &value : {c.fallback, c.max, c.step}) key.add_optional(value);
    for (const int64_t value : c.values) key.add(value);
  }
  for (const int64_t counter : inventory.counters) key.add(counter);
  for (const Amount &a : inventory.consumed) key.add(a.owner, a.name, a.amount);
  for (const Taint &t : inventory.taints) key.add(t.device, t.number);
  return key.take();
}

std::vector<uint64_t> key_of(const Claims &claims, Wanted wanted, uint64_t max_steps) {
  KeyWriter key;
  key.add(wanted, max_steps, claims.alternatives.size());
  for (const Alternative &a : claims.alternatives) {
    key.add(a.claim, a.request, a.all, a.admin, a.count, a.tolerated, a.tolerated_more.size(),
            a.amounts.size());
    for (const uint64_t word : a.tolerated_more) key.add(word);
    for (const Amount &amount : a.amounts) key.add(amount.name, amount.amount);
    key.add_set(a.selected);
  }
  for (const Constraint &c : claims.constraints) {
    key.add(c.distinct, c.claim, c.attribute);
    for (const bool in_scope : c.scope) key.add(in_scope);
  }
  return key.take();
}

}  // namespace

void Fleet::set(size_t node, const Inventory *inventory) {
  if (node >= state_of_.size()) {
    if (inventory == nullptr) return;
    make_room(state_of_, node + 1);
  }
  const size_t next = inventory != nullptr ? find_state(*inventory) : kNoState;
  if (node >= state_of_.size()) state_of_.resize(node + 1, kNoState);
  if (next != kNoState) ++states_[next].nodes;
  if (state_of_[node] != kNoState) release(state_of_[node]);
  state_of_[node] = next;
}

// Returns the state of an inventory. A new one has no nodes; if it gets none, it is found again.
size_t Fleet::find_state(const Inventory &inventory) {
  Key key = key_of(inventory);
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) return found->second;
  State added{inventory, key, 0, generation_ + 1};
  make_room(free_, states_.size() + 1);  // so that release() needs no memory
  if (free_.empty()) {
    states_.emplace_back();
    free_.push_back(states_.size() - 1);
  }
  const size_t number = free_.back();
  numbers_.emplace(std::move(key), number);
  free_.pop_back();
  states_[number] = std::move(added);
  ++generation_;
  return number;
}

void Fleet::release(size_t state) {
  if (--states_[state].nodes > 0) return;
  numbers_.erase(states_[state].key);
  states_[state] = {};
  free_.push_back(state);
}

// Returns the answers for the claims. The claims that were not used for the longest time make room.
Fleet::Shape &Fleet::find_shape(const Claims &claims, Wanted wanted, uint64_t max_steps) {
  Key key = key_of(claims, wanted, max_steps);
  ++uses_;
  auto at = std::find_if(shapes_.begin(), shapes_.end(),
                         [&](const Shape &shape) { return shape.key == key; });
  if (at == shapes_.end()) {
    if (shapes_.size() < kMostShapes)
      at = shapes_.emplace(shapes_.end());
    else
      at = std::min_element(shapes_.begin(), shapes_.end(),
                            [](const Shape &a, const Shape &b) { return a.last_use < b.last_use; });
    *at = {std::move(key), 0, {}};
  }
  at->last_use = uses_;
  return *at;
}

}  // namespace koord::dra
