#include "device/choice/tree_choice.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace koord::device {
namespace {

struct Branch {
  object::DeviceScope level;
  DeviceMask devices;
  int used;  // how many of this branch and its ancestors have a device in use
};

// Returns the branches depth first: the node, then its NUMA
// nodes by id, each followed by its PCIe switches by name.
std::vector<Branch> branches_of(const Candidates &site) {
  std::map<int32_t, std::map<std::string, DeviceMask>> tree;
  for_each_device(site.allowed, [&](int d) {
    const Device &device = site.pool().devices[static_cast<size_t>(d)];
    tree[device.numa][device.pcie] |= device_bit(d);
  });
  const DeviceMask in_use = site.ledger.in_use(site.index);
  const auto used = [&](DeviceMask devices) { return (devices & in_use) != 0 ? 1 : 0; };
  std::vector<Branch> out{{object::DeviceScope::kNode, site.allowed, used(site.allowed)}};
  for (const auto &[numa, switches] : tree) {
    DeviceMask all = 0;
    for (const auto &[pcie, devices] : switches) all |= devices;
    const int around = out.front().used + used(all);
    out.push_back({object::DeviceScope::kNumaNode, all, around});
    for (const auto &[pcie, devices] : switches)
      out.push_back({object::DeviceScope::kPcie, devices, around + used(devices)});
  }
  return out;
}

}  // namespace

Choice choose_in_tree(const Candidates &site, const GpuRequest &request) {
  const DeviceMask fitting = site.fitting(request.each);
  // Upstream swaps total and free amounts here.
  const auto score = [&](int device) {
    return site.scorer == nullptr || !request.shared
               ? 0
               : score_device(*site.scorer, site.pool().columns, site.free(device),
                              site.total(device), request.each);
  };
  const auto best_score = [&](DeviceMask devices) {
    int64_t best = 0;
    for_each_device(devices, [&](int device) { best = std::max(best, score(device)); });
    return best;
  };
  const Branch *best = nullptr;
  int64_t score_of_best = 0;
  const std::vector<Branch> branches = branches_of(site);
  for (const Branch &branch : branches) {
    if (width(branch.devices & fitting) < request.count || branch.level < request.scope) continue;
    const int64_t branch_score = best_score(branch.devices & fitting);
    if (best != nullptr && std::tuple(branch.level, branch.used, branch_score) <=
                               std::tuple(best->level, best->used, score_of_best))
      continue;
    best = &branch;
    score_of_best = branch_score;
  }
  if (best == nullptr) {
    const bool scoped = request.scope != object::DeviceScope::kAny;
    Refusal refusal = site.refuse(scoped ? Reason::kDeviceScope : Reason::kNotEnoughDevices,
                                  request.count, width(fitting));
    refusal.where_object = Object::kNumaNode;
    return {refusal, {}};
  }
  Choice out;
  for_each_device(best->devices & fitting, [&](int device) { out.devices.push_back(device); });
  if (request.shared)
    std::stable_sort(out.devices.begin(), out.devices.end(),
                     [&](int a, int b) { return score(a) > score(b); });
  out.devices.resize(static_cast<size_t>(request.count));
  return out;
}

}  // namespace koord::device
