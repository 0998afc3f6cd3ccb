#include "dra/fleet.h"

#include <algorithm>
#include <utility>

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
  // Sets with equal devices have equal words, but perhaps more or fewer zeros behind them.
  void add_set(const DeviceSet &set) {
    size_t words = set.word_count();
    while (words > 0 && set.word(words - 1) == 0) --words;
    add(words);
    for (size_t i = 0; i < words; ++i) add(set.word(i));
  }
  std::vector<uint64_t> take() { return std::move(out_); }

 private:
  std::vector<uint64_t> out_{};
};

// Inventory::index() has sorted the rows.
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
    uint64_t word = 0;
    for (size_t i = 0; i < c.scope.size(); ++i) {
      word |= uint64_t{c.scope[i]} << i % 64;
      if (i % 64 == 63 || i + 1 == c.scope.size()) key.add(std::exchange(word, 0));
    }
  }
  return key.take();
}

}  // namespace

void Fleet::set(size_t node, const Inventory *inventory) {
  if (node >= inventory_of_.size()) {
    if (inventory == nullptr) return;
    make_room(inventory_of_, node + 1);
  }
  const size_t next = inventory != nullptr ? find_inventory(*inventory) : kNone;
  if (node >= inventory_of_.size()) inventory_of_.resize(node + 1, kNone);
  if (next != kNone) ++inventories_[next].nodes;
  if (inventory_of_[node] != kNone) release(inventory_of_[node]);
  inventory_of_[node] = next;
}

// Returns the entry of an inventory. A new one has no nodes; if it gets none, it is found again.
size_t Fleet::find_inventory(const Inventory &inventory) {
  Key key = key_of(inventory);
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) return found->second;
  Entry added{inventory, {}, 0, generation_ + 1};
  make_room(free_, inventories_.size() + 1);  // so that release() needs no memory
  if (free_.empty()) {
    inventories_.emplace_back();
    free_.push_back(inventories_.size() - 1);
  }
  const size_t number = free_.back();
  added.number = numbers_.emplace(std::move(key), number).first;
  free_.pop_back();
  inventories_[number] = std::move(added);
  ++generation_;
  return number;
}

void Fleet::release(size_t entry) {
  if (--inventories_[entry].nodes > 0) return;
  numbers_.erase(inventories_[entry].number);
  inventories_[entry] = {};
  free_.push_back(entry);
}

// Returns the answers for claims, with room for each inventory.
Fleet::Answers &Fleet::find_answers(const Claims &claims, Wanted wanted, uint64_t max_steps) {
  Key key = key_of(claims, wanted, max_steps);
  const auto found = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Answers &answers) { return answers.key == key; });
  auto at = static_cast<size_t>(found - answers_.begin());
  if (at == answers_.size()) {
    if (answers_.size() < kMostClaims)
      answers_.emplace_back();
    else
      at = least_used(kNone);
    answers_[at] = {std::move(key), 0, {}};
  }
  answers_[at].last_use = ++uses_;
  // resize() would double the memory.
  answers_[at].by_inventory.reserve(inventories_.size());
  answers_[at].by_inventory.resize(inventories_.size());
  while (answers_.size() > 1 && answer_bytes() > kMostBytes) {
    const size_t dropped = least_used(at);
    if (at == answers_.size() - 1) at = dropped;
    std::swap(answers_[dropped], answers_.back());
    answers_.pop_back();
  }
  return answers_[at];
}

size_t Fleet::least_used(size_t but) const {
  size_t out = but == 0 ? 1 : 0;
  for (size_t i = 0; i < answers_.size(); ++i)
    if (i != but && answers_[i].last_use < answers_[out].last_use) out = i;
  return out;
}

size_t Fleet::answer_bytes() const {
  size_t out = 0;
  for (const Answers &answers : answers_) out += answers.bytes();
  return out;
}

}  // namespace koord::dra
