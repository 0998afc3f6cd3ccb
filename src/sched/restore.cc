// Pods as the API server shows them become holdings, and holdings become what the API server is told.
#include <algorithm>
#include <set>

#include "base/error.h"
#include "object/pod_request.h"
#include "sched/mention.h"

namespace koord::sched {
namespace {

void check_grant(const object::PodObject &pod, int32_t node, const object::Amount &amount) {
  if (amount.value > most_of(amount.resource))
    throw Error(Status::kLimit, object::describe(pod) + ": " + in_quotes(amount.resource) +
                                    " on NUMA node " + std::to_string(node) + ": found " +
                                    std::to_string(amount.value) + ", a cluster counts up to " +
                                    std::to_string(most_of(amount.resource)));
}

void check_device(const object::PodObject &pod, const object::AllocatedDevice &device,
                  const object::Amount &amount) {
  if (amount.value > most_of(amount.resource))
    throw Error(Status::kLimit, object::describe(pod) + ": " + in_quotes(amount.resource) + " of " +
                                    in_quotes(device.type, 63) + " device of minor " +
                                    std::to_string(device.minor) + ": found " +
                                    std::to_string(amount.value) + ", a cluster counts up to " +
                                    std::to_string(most_of(amount.resource)));
}

int32_t socket_of(const Node &node, int32_t numa_node) {
  for (const NumaNode &numa : node.numa())
    if (numa.id == numa_node && numa.place != nullptr)
      return node.machine().sockets()[static_cast<size_t>(numa.place->socket)].id;
  return 0;
}

// The proposal's shape names pools without amounts: even shares of all the pod asks for.
std::vector<NumaGrant> even_shares(const Node &node, const Shape &shape,
                                   const std::vector<int32_t> &pools) {
  const auto reported = [&](ResourceId resource) {
    if (node.has_topology()) return node.numa_slot(resource) >= 0;
    return resource == Resources::kCpu || resource == Resources::kMemory;
  };
  std::vector<NumaGrant> out;
  for (const Demand &demand : shape.demands) {
    if (!reported(demand.resource)) continue;
    int64_t left = demand.amount;
    for (size_t i = 0; i < pools.size(); ++i) {
      const int64_t share = left / static_cast<int64_t>(pools.size() - i);
      if (share > 0) out.push_back({pools[i], demand.resource, share});
      left -= share;
    }
  }
  return out;
}

Conflicts look_for_conflicts(const Node &node, const Holding &holding, const CpuSet &cpus) {
  Conflicts conflicts;
  if (!cpus.empty()) {
    conflicts.cpus_withheld = cpus.count_and(node.withheld());
    conflicts.cpus_unknown =
        node.has_machine() ? (cpus - node.machine().all_cpus()).count() : cpus.count();
  }
  for (const NumaGrant &grant : holding.grants()) {
    const auto numa = node.numa();
    const auto at = std::lower_bound(numa.begin(), numa.end(), grant.node,
                                     [](const NumaNode &n, int32_t id) { return n.id < id; });
    const bool there = at != numa.end() && at->id == grant.node;
    if (!there || node.numa_slot(grant.resource) < 0) ++conflicts.grants_unknown;
  }
  return conflicts;
}

// What others hold is on the node already.
void look_for_device_conflicts(const Node &node, const Holding &holding, Conflicts &conflicts) {
  for (const device::Grant &grant : *holding.devices()) {
    const device::Inventory *inventory =
        node.devices() == nullptr ? nullptr : &node.devices()->inventory();
    const int index = inventory == nullptr ? -1 : inventory->find(grant.type);
    const device::Pool *pool = index < 0 ? nullptr : &inventory->pools[static_cast<size_t>(index)];
    const int device = pool == nullptr ? -1 : pool->find(grant.minor);
    if (device < 0 || !pool->devices[static_cast<size_t>(device)].healthy)
      ++conflicts.devices_unknown;
    else if (!node.devices()->has({grant}))
      ++conflicts.devices_short;
  }
}

}  // namespace

Conflicts Cluster::conflicts_of(uint32_t node, std::string_view pod, const Holding &holding) const {
  const CpuSet cpus = holding.cpu_set();
  Conflicts conflicts = look_for_conflicts(*nodes_[node].node, holding, cpus);
  CpuSet others;
  for (const auto *other : nodes_[node].pods)
    if (other->first != pod) others |= other->second.holding.cpu_set() & cpus;
  conflicts.cpus_held = others.count();
  if (holding.devices() == nullptr) return conflicts;
  std::vector<const Holding *> held;
  for (const auto *other : nodes_[node].pods)
    if (other->first != pod) held.push_back(&other->second.holding);
  Node without = *nodes_[node].node;
  without.hold_only(held);
  count_kubelet(node, without, pod);
  look_for_device_conflicts(without, holding, conflicts);
  return conflicts;
}

Outcome Cluster::set_pod(const object::PodObject &pod, Conflicts &conflicts) {
  conflicts = {};
  if (pod.terminated) return remove_pod(pod.uid);
  if (pod.node.empty()) {
    // Assumed here, and not bound there yet: it keeps what was reserved.
    const std::shared_lock lock(mutex_);
    return pods_.find(pod.uid) == pods_.end() ? Outcome::kUnknownPod : Outcome::kDone;
  }

  CpuSet cpus;
  std::vector<int32_t> pools;
  std::set<std::string_view> names;
  if (pod.status) {
    if (pod.status->cpus) cpus = *pod.status->cpus;
    for (const object::SharedPool &pool : pod.status->pools) pools.push_back(pool.node);
    std::sort(pools.begin(), pools.end());
    pools.erase(std::unique(pools.begin(), pools.end()), pools.end());
    for (const object::NumaAmounts &numa : pod.status->numa)
      for (const object::Amount &amount : numa.amounts) {
        check_grant(pod, numa.node, amount);
        names.insert(amount.resource);
      }
  }
  for (const object::AllocatedDevice &device : pod.devices.allocated)
    for (const object::Amount &amount : device.resources) {
      check_device(pod, device, amount);
      names.insert(amount.resource);
    }
  const ShapePtr shape = shape_of(pod, Names::kIntern);
  resources_.make_room(names);
  std::vector<NumaGrant> grants;
  if (pod.status) {
    for (const object::NumaAmounts &numa : pod.status->numa)
      for (const object::Amount &amount : numa.amounts)
        grants.push_back({numa.node, resources_.intern(amount.resource), amount.value});
  }

  const std::unique_lock lock(mutex_);
  const auto known = pods_.find(pod.uid);
  if (known != pods_.end()) make_room_to_touch(*nodes_[known->second.node].node);
  Mention mention(*this, pod.node);
  if (grants.empty() && options_.profile == Profile::kSpec)
    grants = even_shares(*nodes_[mention.id()].node, *shape, pools);
  Holding holding(shape, cpus, std::move(grants), pools);
  const Node &node = *nodes_[mention.id()].node;
  auto visible = visible_to(pod, *shape);
  int unknown = 0;
  holding.set_devices(visible ? devices_visible(node, pod.uid, *visible, unknown)
                              : devices_held(node, pod));
  conflicts = conflicts_of(mention.id(), pod.uid, holding);
  conflicts.devices_unknown += unknown;
  if (is_linked(pod.uid)) {
    if (known->second.node == mention.id()) return replace_linked(pod, std::move(holding));
    conflicts = {};
    return Outcome::kElsewhere;
  }
  make_room_for(mention.id(), holding);
  const bool is_new = known == pods_.end();
  const bool was_there = !is_new && known->second.node == mention.id();
  const auto at = is_new ? pods_.emplace(pod.uid, Pod{}).first : known;
  mention.keep();
  if (!is_new) take_off(at);
  // One that nobody reserved here was there before, and the zones may tell of it.
  if (!was_there) nodes_[mention.id()].node->explain(holding);
  at->second = {mention.id(), pod.priority, std::move(holding), true, std::move(visible)};
  put_on(at);
  return Outcome::kDone;
}

Outcome Cluster::pod_cpus(std::string_view uid, uint32_t &node, CpuSet &cpus) const {
  const std::shared_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  node = at->second.node;
  cpus = nodes_[node].node->owned(at->second.holding.cpu_set());
  return Outcome::kDone;
}

Outcome Cluster::pod_minors(std::string_view uid, std::string_view type,
                            std::vector<int32_t> &minors) const {
  minors.clear();
  const std::shared_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  const DeviceGrants &held = at->second.holding.devices();
  if (held == nullptr) return Outcome::kDone;
  const object::TypeId wanted = resources_.types().find(type);
  minors.reserve(held->size());
  for (const device::Grant &grant : *held)
    if (grant.type == wanted) minors.push_back(grant.minor);
  std::sort(minors.begin(), minors.end());
  minors.erase(std::unique(minors.begin(), minors.end()), minors.end());
  return Outcome::kDone;
}

Outcome Cluster::allocation(std::string_view uid, Allocation &out) const {
  const std::shared_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  out = description(at->second.node, at->second.holding);
  return Outcome::kDone;
}

Outcome Cluster::describe(uint32_t node, const Holding &holding, Allocation &out) const {
  const std::shared_lock lock(mutex_);
  if (!is_there(node)) return Outcome::kUnknownNode;
  out = description(node, holding);
  return Outcome::kDone;
}

// With the id that the node reports today.
object::AllocatedDevice Cluster::allocated_device(const Node &node,
                                                  const device::Grant &grant) const {
  object::AllocatedDevice out;
  out.type = resources_.types().name(grant.type);
  out.minor = grant.minor;
  for (const device::Part &part : grant.parts)
    out.resources.push_back({resources_.name(part.resource), part.amount});
  std::sort(out.resources.begin(), out.resources.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  out.vfs = grant.vfs;
  out.share_template = grant.share_template;
  if (node.devices() == nullptr) return out;
  const device::Inventory &inventory = node.devices()->inventory();
  const int index = inventory.find(grant.type);
  if (index < 0) return out;
  const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
  if (const int device = pool.find(grant.minor); device >= 0)
    out.id = pool.devices[static_cast<size_t>(device)].id;
  return out;
}

Allocation Cluster::description(uint32_t id, const Holding &holding) const {
  const Node &node = *nodes_[id].node;
  Allocation out;
  out.node = id;
  if (const CpuSet cpus = holding.cpu_set(); !cpus.empty()) {
    out.status.cpus = cpus;
    if (node.policies().full_only) out.node_bind = object::PodBind::kFullPcpus;
    if (node.policies().spread_only) out.node_bind = object::PodBind::kSpreadByPcpus;
    out.default_bind = holding.shape().preferred_bind;
  }
  for (const NumaGrant &grant : holding.grants()) {
    if (out.status.numa.empty() || out.status.numa.back().node != grant.node) {
      out.status.numa.push_back({grant.node, {}});
    }
    out.status.numa.back().amounts.push_back({resources_.name(grant.resource), grant.amount});
  }
  if (holding.devices() != nullptr)
    for (const device::Grant &grant : *holding.devices())
      out.devices.push_back(allocated_device(node, grant));
  for (const int32_t pool : holding.pools())
    out.status.pools.push_back({socket_of(node, pool), pool});
  for (auto &numa : out.status.numa)
    std::sort(numa.amounts.begin(), numa.amounts.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
  return out;
}

}  // namespace koord::sched
