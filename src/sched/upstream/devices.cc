#include "sched/upstream/devices.h"

#include <algorithm>
#include <set>

#include "device/allocation/allocate.h"
#include "numa/provider.h"
#include "sched/placing/devices.h"

namespace koord::sched {
namespace {

// Exceeds every score of CPUs, so that the nodes of the best devices win.
constexpr int64_t kBestScore = 500;

bool states_numa(const device::Device &device) { return device.placed && device.numa >= 0; }

// Returns the NUMA nodes that devices of any type name, ascending.
std::vector<int32_t> numa_of_devices(const device::Inventory &inventory) {
  std::set<int32_t> out;
  for (const device::Pool &pool : inventory.pools)
    for (const device::Device &device : pool.devices)
      if (states_numa(device)) out.insert(device.numa);
  return {out.begin(), out.end()};
}

// Tries to allocate the pod's devices from sets of these NUMA nodes. A set gets the best score if
// it yields the same GPUs as all NUMA nodes together; other devices do not affect the score.
class DeviceTrials : public numa::HintProvider {
 public:
  DeviceTrials(const Node &node, const Shape &shape, const std::vector<int32_t> &nodes)
      : ledger_(*node.devices()),
        request_(*shape.devices),
        nodes_(nodes),
        conditions_(device_conditions(node)) {
    conditions_.chooses_secondary = false;
    const device::NodeRequest node_request(ledger_, request_, conditions_);
    for (const device::TypeRequest *type : node_request.types_now()) {
      refusal_ = node_request.check(*type);
      if (refusal_.refused()) return;
      wanted_.push_back({node_request.pool_of(*type), node_request.count_request(*type).count});
    }
    conditions_.keeps_to_numa = true;
    refusal_ = allocate(numa::first_nodes(nodes_.size()), best_);
  }

  const Refusal &refusal() const { return refusal_; }
  size_t types() const { return wanted_.size(); }
  std::string_view resource() const override { return {}; }
  std::optional<int64_t> fit(numa::Mask nodes) const override {
    device::DeviceMask gpus = 0;
    if (allocate(nodes, gpus).refused()) return std::nullopt;
    return gpus == best_ ? kBestScore : 0;
  }

 private:
  struct Wanted {
    size_t pool;
    int64_t count;
  };

  // Allocates on trial. A set is rejected without a trial if it has some devices of a type, but
  // fewer than requested. Devices without a NUMA node are not counted.
  Refusal allocate(numa::Mask mask, device::DeviceMask &gpus) const {
    std::vector<int32_t> nodes;
    numa::for_each_node(mask, [&](size_t i) { nodes.push_back(nodes_[i]); });
    const auto &pools = ledger_.inventory().pools;
    for (const Wanted &wanted : wanted_) {
      const device::Pool &pool = pools[wanted.pool];
      const auto count = std::ranges::count_if(pool.devices, [&](const device::Device &device) {
        return states_numa(device) && std::ranges::binary_search(nodes, device.numa);
      });
      if (count == 0 || count >= wanted.count) continue;
      Refusal refusal = Refusal::of(Reason::kDeviceNuma, conditions_.profile);
      refusal.object = Object::kDevice;
      refusal.needed = wanted.count;
      refusal.best = count;
      refusal.device_type = pool.type;
      return refusal;
    }
    device::NodeConditions conditions = conditions_;
    conditions.numa = nodes;
    device::Grants grants;
    const Refusal refusal = device::allocate(ledger_, request_, conditions, grants);
    for (const device::Grant &grant : grants)
      if (grant.type == kTypeGpu && grant.minor < device::kMaxDevices)
        gpus |= device::device_bit(grant.minor);
    return refusal;
  }

  const device::Ledger &ledger_;
  const device::Request &request_;
  const std::vector<int32_t> &nodes_;
  device::NodeConditions conditions_;
  std::vector<Wanted> wanted_;
  Refusal refusal_;
  device::DeviceMask best_ = 0;  // GPUs that all NUMA nodes together yield, by minor
};

// Returns the positions of the NUMA nodes in
// Node::numa(). NUMA nodes that the machine lacks follow.
std::vector<size_t> positions_of(const std::vector<int32_t> &nodes, const View &node) {
  std::vector<size_t> out;
  size_t end = node.numa().size();
  for (const int32_t id : nodes) {
    const auto at = std::ranges::find(node.numa(), id, &NumaSummary::id);
    out.push_back(at == node.numa().end() ? end++ : static_cast<size_t>(at - node.numa().begin()));
  }
  return out;
}

// Returns the only hint of a pod that keeps its devices: the NUMA nodes of these devices. Returns
// no hint if a device is not on a NUMA node of the machine.
std::vector<numa::Hint> hints_of_kept(const device::Grants &grants,
                                      const device::Inventory &inventory, const View &node) {
  numa::Mask mask = 0;
  for (const device::Grant &grant : grants) {
    const int index = inventory.find(grant.type);
    if (index < 0) continue;
    const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
    const int device = pool.find(grant);
    if (device < 0) continue;
    const int32_t numa = pool.devices[static_cast<size_t>(device)].numa;
    const auto at = std::ranges::find(node.numa(), numa, &NumaSummary::id);
    if (at == node.numa().end()) return {};
    mask |= numa::Mask{1} << (at - node.numa().begin());
  }
  if (mask == 0) return {};
  return {{mask, kBestScore, true, true}};
}

}  // namespace

DeviceHints upstream_device_hints(const View &node, const Shape &shape,
                                  const Placement &placement) {
  DeviceHints out;
  if (!requests_devices_of(node, shape) || node->devices_anywhere) return out;
  const device::Inventory &inventory = node.node().devices()->inventory();
  if (placement.devices != nullptr) {
    out.hints = hints_of_kept(*placement.devices, inventory, node);
    out.types = out.hints.size();
    return out;
  }
  const std::vector<int32_t> nodes = numa_of_devices(inventory);
  if (nodes.empty()) return out;
  if (nodes.size() > numa::kMaxAskedNodes) {
    out.refusal = Refusal::of(Reason::kSearchLimit, Profile::kUpstream);
    return out;
  }
  const DeviceTrials trials(node.node(), shape, nodes);
  out.refusal = trials.refusal();
  if (out.refusal.refused()) return out;
  out.types = trials.types();
  out.hints = numa::collect_hints(trials, nodes.size(), false);
  const std::vector<size_t> positions = positions_of(nodes, node);
  for (numa::Hint &hint : out.hints) {
    numa::Mask mask = 0;
    numa::for_each_node(hint.nodes, [&](size_t i) { mask |= numa::Mask{1} << positions[i]; });
    hint.nodes = mask;
  }
  return out;
}

}  // namespace koord::sched
