// Short builders and random draws of nodes with devices and of requests.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "device/allocation/allocate.h"
#include "wording/sentence.h"

namespace koord::device::testing {

inline constexpr int64_t kGi = int64_t{1} << 30;

inline object::DeviceInfo info(const std::string &type, int32_t minor, object::Amounts resources) {
  object::DeviceInfo out;
  out.type = type;
  out.minor = minor;
  out.id = type + "-" + std::to_string(minor);
  out.healthy = true;
  out.resources = std::move(resources);
  return out;
}
inline object::DeviceInfo gpu(int32_t minor, int64_t memory = 80 * kGi) {
  return info("gpu", minor,
              {{"koordinator.sh/gpu-core", 100},
               {"koordinator.sh/gpu-memory", memory},
               {"koordinator.sh/gpu-memory-ratio", 100}});
}
inline object::DeviceInfo rdma(int32_t minor) {
  return info("rdma", minor, {{"koordinator.sh/rdma", 100}});
}
inline object::DeviceInfo placed(object::DeviceInfo device, int32_t numa, const std::string &pcie) {
  device.placed = true;
  device.place.node = numa;
  device.place.pcie = pcie;
  return device;
}
inline object::DeviceInfo with_vfs(object::DeviceInfo device, int count) {
  object::VfGroup group;
  group.labels = {{"type", "general"}};
  for (int i = 0; i < count; ++i)
    group.vfs.push_back(
        {i, "0000:" + std::to_string(10 + device.minor) + ":00." + std::to_string(i + 2)});
  device.vf_groups.push_back(std::move(group));
  return device;
}

// A pod's requests by their Kubernetes names.
using Request = std::vector<std::pair<std::string, int64_t>>;

// One node and the wishes of pods. Names belong to one cluster.
class World {
 public:
  object::DeviceObject object;
  object::PodDevices stated;
  NodeConditions conditions;
  Templates templates;

  World() = default;
  explicit World(std::vector<object::DeviceInfo> devices) { object.devices = std::move(devices); }

  object::Resources &resources() { return resources_; }
  std::shared_ptr<const Inventory> inventory() { return make_inventory(object, resources_); }
  Ledger ledger() { return Ledger(inventory()); }

  ResourceAmounts parts(const Request &request) {
    ResourceAmounts out;
    for (const auto &[name, amount] : request) out.push_back({resources_.intern(name), amount});
    std::sort(out.begin(), out.end(), [](const ResourceAmount &a, const ResourceAmount &b) {
      return a.resource < b.resource;
    });
    return out;
  }
  Refusal ask(const Request &request, device::Request &out) {
    return make_request(parts(request), stated, resources_, {conditions.profile, &templates}, out);
  }
  Refusal try_allocate(const Ledger &ledger, const Request &request, Grants &out) {
    device::Request asked;
    if (const Refusal refusal = ask(request, asked); refusal.refused()) return refusal;
    return allocate(ledger, asked, conditions, out);
  }
  // Allocates and expects success.
  Grants allocated(const Ledger &ledger, const Request &request) {
    Grants out;
    const Refusal refusal = try_allocate(ledger, request, out);
    EXPECT_FALSE(refusal.refused()) << to_sentence(refusal);
    return out;
  }
  Refusal refused(const Ledger &ledger, const Request &request) {
    Grants out;
    const Refusal refusal = try_allocate(ledger, request, out);
    EXPECT_TRUE(refusal.refused());
    EXPECT_TRUE(out.empty()) << "a refusal leaves nothing";
    return refusal;
  }
  // Returns minors in the order in which they were chosen, or an empty list if refused.
  std::vector<int32_t> minors(const Ledger &ledger, const Request &request,
                              TypeId type = kTypeGpu) {
    Grants grants;
    (void)try_allocate(ledger, request, grants);
    return minors_of(grants, type);
  }
  static std::vector<int32_t> minors_of(const Grants &grants, TypeId type = kTypeGpu) {
    std::vector<int32_t> out;
    for (const Grant &grant : grants)
      if (grant.type == type) out.push_back(grant.minor);
    return out;
  }

  object::DeviceHint &hint(const std::string &type) {
    for (object::DeviceHint &hint : stated.hints)
      if (hint.type == type) return hint;
    stated.hints.push_back({});
    stated.hints.back().type = type;
    return stated.hints.back();
  }

 private:
  object::Resources resources_;
};

inline int64_t part(const Grant &grant, ResourceId resource) {
  return amount_of(grant.parts, resource);
}

// Checks that no device is overcommitted, no virtual function is
// assigned twice, and unhealthy devices are not used.
inline void check_accounts(const Ledger &ledger) {
  const Inventory &inventory = ledger.inventory();
  for (size_t p = 0; p < inventory.pools.size(); ++p) {
    const Pool &pool = inventory.pools[p];
    for (size_t d = 0; d < pool.devices.size(); ++d)
      for (size_t c = 0; c < pool.columns.size(); ++c) {
        const int64_t total = pool.total(d)[c];
        const int64_t used = ledger.used(p, d)[c];
        RC_ASSERT(used >= 0);
        if (!pool.devices[d].healthy) RC_ASSERT(used == 0);
        if (total == kAbsent) continue;
        RC_ASSERT(used <= total);
        RC_ASSERT(ledger.free(p, d)[c] == total - used);
      }
  }
}

}  // namespace koord::device::testing
