#include "device/choice/set_choice.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "device/link/set_search.h"

namespace koord::device {
namespace {

using object::DeviceScope;

std::vector<DeviceMask> groups_of(const Pool &pool, DeviceMask devices, DeviceScope scope) {
  if (scope <= DeviceScope::kNode) return {devices};
  std::vector<DeviceMask> out;
  std::map<std::pair<int32_t, std::string>, size_t> known;
  for_each_device(devices, [&](int d) {
    const Device &device = pool.devices[static_cast<size_t>(d)];
    const bool by_pcie = scope >= DeviceScope::kPcie;
    const bool alone =
        !device.placed || scope == DeviceScope::kDevice || (by_pcie && device.pcie.empty());
    if (alone) return out.push_back(device_bit(d));
    const auto [at, is_new] =
        known.try_emplace({device.numa, by_pcie ? device.pcie : ""}, out.size());
    if (is_new) out.push_back(0);
    out[at->second] |= device_bit(d);
  });
  return out;
}

class SetChoice {
 public:
  SetChoice(const Candidates &site, const SetRequest &request)
      : site_(site), request_(request), fitting_(site.fitting(request.each)) {
    const std::optional<LinkGraph> &links = site.ledger.inventory().links;
    if (site.pool().type == kTypeGpu && links) links_ = &*links;
    for_each_device(fitting_, [&](int d) {
      preference_[static_cast<size_t>(d)] = site.preference(d, request.each);
    });
  }

  Choice run() {
    const std::vector<DeviceMask> groups = groups_in_scope(site_, fitting_);
    for (const DeviceMask group : groups) search_group(group);
    if (!best_) return {refuse(groups), {}};
    Choice out;
    for_each_device(*best_, [&](int d) { out.devices.push_back(d); });
    return out;
  }

 private:
  // The smaller rank is better.
  struct Rank {
    int64_t links = 0;  // their negated sum
    Preference preference;
    auto operator<=>(const Rank &) const = default;
  };

  int count() const { return static_cast<int>(request_.count); }

  Rank rank(DeviceMask set) const {
    Rank out;
    if (links_ != nullptr) out.links = -links_->total(set);
    for_each_device(set, [&](int d) { out.preference += preference_[static_cast<size_t>(d)]; });
    return out;
  }
  // Returns how well the devices that remain for other pods are linked.
  int64_t leftover(DeviceMask set) const {
    return links_ == nullptr || !request_.whole ? 0 : links_->total(fitting_ & ~set);
  }

  bool offer(DeviceMask set) {
    if (!site_.accepts(set)) return false;
    const Rank found = rank(set);
    if (best_) {
      if (found > rank_) return false;
      if (found == rank_) {
        const int64_t left = leftover(set);
        const int64_t left_of_best = leftover(*best_);
        if (left < left_of_best) return false;
        if (left == left_of_best && !smaller_minors(set, *best_)) return false;
      }
    }
    best_ = set;
    rank_ = found;
    return true;
  }

  // Returns the best set when links are ignored.
  DeviceMask most_preferred(DeviceMask group) const {
    std::vector<int> devices;
    for_each_device(group, [&](int d) { devices.push_back(d); });
    std::stable_sort(devices.begin(), devices.end(), [&](int a, int b) {
      return preference_[static_cast<size_t>(a)] < preference_[static_cast<size_t>(b)];
    });
    DeviceMask out = 0;
    for (size_t i = 0; i < static_cast<size_t>(count()); ++i) out |= device_bit(devices[i]);
    return out;
  }

  DeviceMask linked(DeviceMask group) const {
    return best_set(*links_, {group, 0, count(), request_.mode}).devices;
  }

  // Returns true if all remaining devices lie within the
  // group, or if the mode ranks by a split of the group.
  bool only_links_decide(DeviceMask group) const {
    return group == fitting_ || request_.mode == PickMode::kPartition;
  }

  void search_group(DeviceMask group) {
    if (request_.count < 1 || width(group) < request_.count) return;
    if (!site_.lacks && links_ == nullptr) {
      offer(most_preferred(group));
    } else if (!site_.lacks && request_.whole && only_links_decide(group)) {
      offer(linked(group));
    } else if (sets_of(count(), width(group)) <= kExactSets) {
      const auto visit = [&](DeviceMask set) { offer(set); };
      for_each_subset(group, count(), 0, visit);
    } else {
      search_locally(group);
    }
  }

  void search_locally(DeviceMask group) {
    for (const DeviceScope scope : {DeviceScope::kNode, DeviceScope::kNumaNode, DeviceScope::kPcie})
      for (const DeviceMask subgroup : groups_of(site_.pool(), group, scope)) {
        if (width(subgroup) < request_.count) continue;
        offer(most_preferred(subgroup));
        if (links_ != nullptr) offer(linked(subgroup));
      }
    if (!best_) offer(completed(group, most_preferred(group)));
    for (int i = 0; i < kMaxExchanges && best_ && contains(group, *best_); ++i)
      if (!exchange(group)) break;
  }

  // Exchanges devices as long as this reduces what is lacking. With one following type this finds
  // an acceptable set if one exists.
  DeviceMask completed(DeviceMask group, DeviceMask set) const {
    for (int64_t lacking = site_.lacks(set); lacking > 0;) {
      DeviceMask less = set;
      for_each_device(set, [&](int out) {
        for_each_device(group & ~set, [&](int in) {
          const DeviceMask changed = (set & ~device_bit(out)) | device_bit(in);
          const int64_t left = site_.lacks(changed);
          if (left < lacking) {
            lacking = left;
            less = changed;
          }
        });
      });
      if (less == set) break;
      set = less;
    }
    return set;
  }

  bool exchange(DeviceMask group) {
    bool improved = false;
    const DeviceMask from = *best_;
    for_each_device(from, [&](int out) {
      for_each_device(group & ~from, [&](int in) {
        improved = offer((from & ~device_bit(out)) | device_bit(in)) || improved;
      });
    });
    return improved;
  }

  Refusal refuse(const std::vector<DeviceMask> &groups) const {
    const int64_t fitting = width(fitting_);
    if (fitting < request_.count)
      return site_.refuse(Reason::kNotEnoughDevices, request_.count, fitting);
    int64_t most = 0;
    for (const DeviceMask group : groups) most = std::max<int64_t>(most, width(group));
    if (most >= request_.count) return site_.refuse(Reason::kDevicesApart, request_.count, 0);
    return site_.refuse(are_too_few_placed() ? Reason::kDevicesUnplaced : Reason::kDeviceScope,
                        request_.count, most);
  }

  // Considers all devices, free or not. Returns true if no group of devices with a topology could
  // hold the set, but groups completed by devices without one might.
  bool are_too_few_placed() const {
    if (site_.scope == DeviceScope::kDevice) return false;
    const std::vector<Device> &devices = site_.pool().devices;
    DeviceMask placed = 0;
    for (size_t d = 0; d < devices.size(); ++d)
      if (devices[d].placed) placed |= device_bit(static_cast<int>(d));
    int64_t most = 0;
    for (const DeviceMask group : groups_of(site_.pool(), placed, site_.scope))
      most = std::max<int64_t>(most, width(group));
    const auto unplaced = static_cast<int64_t>(devices.size()) - width(placed);
    return most < request_.count && most + unplaced >= request_.count;
  }

  const Candidates &site_;
  const SetRequest &request_;
  const DeviceMask fitting_;
  const LinkGraph *links_ = nullptr;
  std::array<Preference, kMaxDevices> preference_{};
  std::optional<DeviceMask> best_;
  Rank rank_;
};

}  // namespace

std::vector<DeviceMask> groups_in_scope(const Candidates &site, DeviceMask devices) {
  return groups_of(site.pool(), devices, site.scope);
}

Choice choose_set(const Candidates &site, const SetRequest &request) {
  return SetChoice(site, request).run();
}

}  // namespace koord::device
