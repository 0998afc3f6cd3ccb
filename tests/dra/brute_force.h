// The best allocation by trying all of them, with the rules of resource.k8s.io/v1 written plainly.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "dra/claims.h"
#include "dra/inventory.h"

namespace koord::dra::test {

// By request: the alternative and its devices.
struct Allocation {
  std::vector<int> alternatives{};
  std::vector<std::vector<int>> devices{};
  // Alternatives, the score, devices.
  std::tuple<std::vector<int>, std::vector<size_t>, std::vector<std::vector<int>>> rank{};
};

class BruteForce {
 public:
  BruteForce(const Inventory &inventory, const Claims &claims)
      : inventory_(inventory), claims_(claims) {
    for (int i = 0; i < static_cast<int>(claims.alternatives.size()); ++i) {
      const Alternative &alternative = claims.alternatives[i];
      if (requests_.empty() || last_ != std::pair(alternative.claim, alternative.request))
        requests_.emplace_back();
      last_ = {alternative.claim, alternative.request};
      requests_.back().push_back(i);
    }
  }

  std::optional<Allocation> best() {
    place(0);
    return best_;
  }

 private:
  void place(size_t request) {
    if (request == requests_.size()) {
      if (!is_valid()) return;
      current_.rank = rank();
      if (!best_ || current_.rank < best_->rank) best_ = current_;
      return;
    }
    for (const int alternative : requests_[request]) {
      std::vector<int> devices;
      const Alternative &given = claims_.alternatives[alternative];
      for (int i = 0; i < static_cast<int>(inventory_.devices.size()); ++i)
        if (given.selected.has(i) && is_large_enough(given, i)) devices.push_back(i);
      const size_t count = given.all ? devices.size() : given.count;
      if (count > devices.size() || (given.all && (count == 0 || has_unusable()))) continue;
      std::vector<bool> mask(devices.size(), false);
      std::fill_n(mask.begin(), count, true);
      do {
        std::vector<int> chosen;
        for (size_t i = 0; i < mask.size(); ++i)
          if (mask[i]) chosen.push_back(devices[i]);
        current_.alternatives.push_back(alternative);
        current_.devices.push_back(chosen);
        if (each_is_allowed(given, chosen)) place(request + 1);
        current_.alternatives.pop_back();
        current_.devices.pop_back();
      } while (std::prev_permutation(mask.begin(), mask.end()));
    }
  }

  bool has_unusable() const {
    return std::any_of(inventory_.devices.begin(), inventory_.devices.end(),
                       [](const Device &d) { return d.unusable; });
  }
  bool each_is_allowed(const Alternative &given, const std::vector<int> &chosen) const {
    return std::all_of(chosen.begin(), chosen.end(), [&](int i) {
      const Device &device = inventory_.devices[i];
      return !device.unusable && tolerates_all(given, i) &&
             (given.admin || device.shared || !device.allocated);
    });
  }

  bool tolerates_all(const Alternative &given, int device) const {
    std::set<uint32_t> left;
    for (uint32_t i = 0; i < 64; ++i)
      if ((inventory_.devices[device].taints >> i & 1) != 0) left.insert(i);
    for (const Taint &taint : inventory_.taints)
      if (taint.device == static_cast<uint32_t>(device)) left.insert(taint.number);
    for (uint32_t i = 0; i < 64; ++i)
      if ((given.tolerated >> i & 1) != 0) left.erase(i);
    for (uint32_t word = 0; word < given.tolerated_more.size(); ++word)
      for (uint32_t i = 0; i < 64; ++i)
        if ((given.tolerated_more[word] >> i & 1) != 0) left.erase(64 * (word + 1) + i);
    return left.empty();
  }

  // The least amount that the policy allows and that is enough.
  static std::optional<int64_t> consumed(const Capacity &capacity, const Alternative &given) {
    std::optional<int64_t> wanted;
    for (const Amount &amount : given.amounts)
      if (amount.name == capacity.name) wanted = amount.amount;
    if (!wanted) wanted = capacity.fallback.value_or(capacity.value);
    for (int64_t amount = *wanted; amount <= capacity.value; ++amount) {
      const bool listed = std::count(capacity.values.begin(), capacity.values.end(), amount) > 0;
      const bool in_range = amount >= capacity.min && (!capacity.max || amount <= *capacity.max) &&
                            (!capacity.step || (amount - capacity.min) % *capacity.step == 0);
      if (capacity.policy == RequestPolicy::kNone ||
          (capacity.policy == RequestPolicy::kValues ? listed : in_range))
        return amount;
    }
    return std::nullopt;
  }
  bool is_large_enough(const Alternative &given, int device) const {
    for (const Amount &amount : given.amounts)
      if (std::none_of(inventory_.capacities.begin(), inventory_.capacities.end(),
                       [&](const Capacity &c) {
                         return c.device == static_cast<uint32_t>(device) && c.name == amount.name;
                       }))
        return false;
    return std::all_of(inventory_.capacities.begin(), inventory_.capacities.end(),
                       [&](const Capacity &c) {
                         return c.device != static_cast<uint32_t>(device) || consumed(c, given);
                       });
  }

  template <typename Visit>
  void for_each(Visit &&visit) const {
    for (size_t request = 0; request < current_.devices.size(); ++request)
      for (const int device : current_.devices[request])
        visit(claims_.alternatives[current_.alternatives[request]], current_.alternatives[request],
              device);
  }

  bool is_valid() const {
    return devices_are_free() && counters_suffice() && capacities_suffice() &&
           std::all_of(claims_.constraints.begin(), claims_.constraints.end(),
                       [&](const Constraint &constraint) { return holds(constraint); });
  }
  bool devices_are_free() const {
    std::map<int, int> owners;
    std::map<std::pair<uint32_t, int>, int> in_claim;
    std::map<uint32_t, size_t> total;
    bool ok = true;
    for_each([&](const Alternative &given, int, int device) {
      ok &= ++total[given.claim] <= 32;
      if (inventory_.devices[device].shared) return;
      if (!given.admin) ok &= ++owners[device] == 1;
      ok &= ++in_claim[{given.claim, device}] == 1;
    });
    return ok;
  }
  bool counters_suffice() const {
    std::set<int> added;
    for_each([&](const Alternative &given, int, int device) {
      if (!given.admin && !inventory_.devices[device].allocated) added.insert(device);
    });
    std::vector<int64_t> left = inventory_.counters;
    for (const Amount &amount : inventory_.consumed)
      if (inventory_.devices[amount.owner].allocated ||
          added.count(static_cast<int>(amount.owner)) > 0)
        left[amount.name] -= amount.amount;
    return std::all_of(
        inventory_.consumed.begin(), inventory_.consumed.end(), [&](const Amount &amount) {
          return added.count(static_cast<int>(amount.owner)) == 0 || left[amount.name] >= 0;
        });
  }
  bool capacities_suffice() const {
    for (const Capacity &capacity : inventory_.capacities) {
      if (!inventory_.devices[capacity.device].shared) continue;
      int64_t used = capacity.used;
      bool taken = false;
      for_each([&](const Alternative &given, int, int device) {
        if (given.admin || static_cast<uint32_t>(device) != capacity.device) return;
        used += *consumed(capacity, given);
        taken = true;
      });
      if (taken && used > capacity.value) return false;
    }
    return true;
  }

  std::set<uint64_t> values(int device, uint32_t attribute) const {
    std::set<uint64_t> out;
    for (const Attribute &row : inventory_.attributes)
      if (row.device == static_cast<uint32_t>(device) && row.name == attribute)
        out.insert(row.value);
    return out;
  }
  bool holds(const Constraint &constraint) const {
    std::vector<std::set<uint64_t>> all;
    for_each([&](const Alternative &, int alternative, int device) {
      if (constraint.scope[alternative]) all.push_back(values(device, constraint.attribute));
    });
    std::map<uint64_t, size_t> uses;
    for (const auto &set : all) {
      if (set.empty()) return false;
      for (const uint64_t value : set) ++uses[value];
    }
    if (all.empty()) return true;
    const auto has_all = [&](const auto &use) { return use.second == all.size(); };
    const auto has_one = [](const auto &use) { return use.second == 1; };
    return constraint.distinct ? std::all_of(uses.begin(), uses.end(), has_one)
                               : std::any_of(uses.begin(), uses.end(), has_all);
  }

  decltype(Allocation::rank) rank() const {
    std::set<int> numa, pcie, added, far, no_root;
    for_each([&](const Alternative &given, int, int i) {
      if (given.admin) return;
      const Device &device = inventory_.devices[i];
      if (device.numa_node != kNoGroup) numa.insert(device.numa_node);
      if (device.numa_node == kNoGroup) far.insert(i);
      if (device.pcie_root != kNoGroup) pcie.insert(device.pcie_root);
      if (device.pcie_root == kNoGroup) no_root.insert(i);
      if (!device.allocated) added.insert(i);
    });
    std::vector<bool> busy(inventory_.counters.size(), false), opened = busy;
    for (const Amount &amount : inventory_.consumed)
      if (inventory_.devices[amount.owner].allocated && amount.amount > 0) busy[amount.name] = true;
    for (const Amount &amount : inventory_.consumed)
      if (added.count(static_cast<int>(amount.owner)) > 0 && amount.amount > 0 &&
          !busy[amount.name])
        opened[amount.name] = true;
    size_t open = std::count(opened.begin(), opened.end(), true), idle = 0;
    for (const int i : added) open += inventory_.devices[i].shared ? 1 : 0;
    for (const Device &device : inventory_.devices)
      if (!device.allocated && numa.count(device.numa_node) > 0 && is_wanted(device.kind)) ++idle;
    return {current_.alternatives,
            {numa.size() + far.size(), far.size(), pcie.size() + no_root.size(), open, idle},
            current_.devices};
  }

  bool is_wanted(uint32_t kind) const {
    for (const Alternative &alternative : claims_.alternatives)
      for (size_t i = 0; i < inventory_.devices.size(); ++i)
        if (!alternative.admin && alternative.selected.has(i) && inventory_.devices[i].kind == kind)
          return true;
    return false;
  }

  const Inventory &inventory_;
  const Claims &claims_;
  std::vector<std::vector<int>> requests_{};
  std::pair<uint32_t, uint32_t> last_{};
  Allocation current_{};
  std::optional<Allocation> best_{};
};

}  // namespace koord::dra::test
