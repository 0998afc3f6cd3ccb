// Pods as the API server shows them become holdings, and holdings become what the API server is told.
#include <algorithm>

#include "base/error.h"
#include "object/pod_request.h"
#include "sched/cluster.h"

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

// The same pod's, who says that it holds what it does not ask for.
ShapePtr with_names(const Shape &shape, object::NamesPtr names) {
  auto out = std::make_shared<Shape>(shape);
  out->names_held = std::move(names);
  return out;
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

// Of a pod whose node is not there: nothing that it says is known.
Conflicts Cluster::conflicts_of(const std::string &node, std::string_view uid,
                                const BoundPod &pod) const {
  constexpr size_t kMostLookedAt = 1024;  // more than a node takes; anybody may name it
  const Node nothing(node, options_, resources_);
  const CpuSet cpus = pod.stated.cpu_set();
  Conflicts conflicts = look_for_conflicts(nothing, pod.stated, cpus);
  CpuSet others;
  const auto look = [&](std::string_view other, const BoundPod &bound) {
    if (other != uid) others |= bound.stated.cpu_set() & cpus;
  };
  if (!cpus.empty()) waiting_.for_each_of(node, look, kMostLookedAt);
  conflicts.cpus_held = others.count();
  if (pod.visible != nullptr)
    conflicts.devices_unknown = static_cast<int>(pod.visible->names.size());
  else if (pod.stated.devices() != nullptr)
    look_for_device_conflicts(nothing, pod.stated, conflicts);
  return conflicts;
}

BoundPod Cluster::read_bound(const object::PodObject &pod) const {
  CpuSet cpus;
  std::vector<int32_t> pools;
  if (pod.status) {
    if (pod.status->cpus) cpus = *pod.status->cpus;
    for (const object::SharedPool &pool : pod.status->pools) pools.push_back(pool.node);
    std::sort(pools.begin(), pools.end());
    pools.erase(std::unique(pools.begin(), pools.end()), pools.end());
    for (const object::NumaAmounts &numa : pod.status->numa)
      for (const object::Amount &amount : numa.amounts) check_grant(pod, numa.node, amount);
  }
  for (const object::AllocatedDevice &device : pod.devices.allocated)
    for (const object::Amount &amount : device.resources) check_device(pod, device, amount);
  ShapePtr shape = shape_of(pod, Purpose::kToHold);
  BoundPod out;
  out.priority = pod.priority;
  std::vector<NumaGrant> grants;
  if (pod.status) {
    const auto names = resources_.mention(object::Mention::kByPod);
    for (const object::NumaAmounts &numa : pod.status->numa)
      for (const object::Amount &amount : numa.amounts) {
        const ResourceId asked = resources_.find(amount.resource);
        const bool is_asked = asked != Resources::kUnknown && demand_of(*shape, asked) > 0;
        const ResourceId resource = is_asked ? asked : names->add(amount.resource);
        grants.push_back({numa.node, resource, amount.value});
      }
    if (!names->empty()) shape = with_names(*shape, names);
  }
  out.stated = Holding(shape, cpus, std::move(grants), pools);
  out.visible = visible_to(pod, *shape);
  if (out.visible == nullptr) out.stated.set_devices(devices_stated(pod, out.text));
  return out;
}

Holding Cluster::held_on(const Node &node, std::string_view uid, const BoundPod &pod,
                         int &unknown) const {
  Holding out = pod.stated;
  if (out.grants().empty() && !out.pools().empty() && options_.profile == Profile::kSpec) {
    const std::vector<int32_t> pools(out.pools().begin(), out.pools().end());
    out = Holding(out.shared_shape(), out.cpu_set(), even_shares(node, out.shape(), pools), pools);
    out.set_devices(pod.stated.devices());
  }
  unknown = 0;
  if (pod.visible != nullptr) {
    out.set_devices(devices_visible(node, uid, *pod.visible, unknown));
  } else if (out.devices() != nullptr && node.devices() != nullptr) {
    // Amounts of GPU memory that it leaves out, as far as the node's GPUs are known.
    auto filled = std::make_shared<device::Grants>(*out.devices());
    for (device::Grant &grant : *filled)
      device::fill_memory(*node.devices(), options_.profile, grant);
    out.set_devices(std::move(filled));
  }
  return out;
}

Outcome Cluster::set_pod(const object::PodObject &pod, Conflicts &conflicts) {
  conflicts = {};
  if (pod.terminated) return remove_pod(pod.uid);
  if (pod.node.empty()) {
    // Assumed here, and not bound there yet: it keeps what was reserved.
    const std::shared_lock lock(mutex_);
    const bool known = pods_.contains(pod.uid) || waiting_.contains(pod.uid);
    return known ? Outcome::kDone : Outcome::kUnknownPod;
  }
  BoundPod bound = read_bound(pod);

  const std::unique_lock lock(mutex_);
  const auto known = pods_.find(pod.uid);
  if (known != pods_.end()) make_room_to_touch(*nodes_[known->second.node].node);
  const auto named = ids_.find(pod.node);
  if (named == ids_.end()) {
    if (is_linked(pod.uid)) return Outcome::kElsewhere;
    conflicts = conflicts_of(pod.node, pod.uid, bound);
    waiting_.put(pod.uid, pod.node, std::move(bound));
    if (known == pods_.end()) return Outcome::kDone;
    take_off(known);
    pods_.erase(known);
    return Outcome::kDone;
  }
  const uint32_t id = named->second;
  int unknown = 0;
  Holding holding = held_on(*nodes_[id].node, pod.uid, bound, unknown);
  conflicts = conflicts_of(id, pod.uid, holding);
  conflicts.devices_unknown += unknown;
  if (is_linked(pod.uid)) {
    if (known->second.node == id) return replace_linked(pod, std::move(holding));
    conflicts = {};
    return Outcome::kElsewhere;
  }
  make_room_for(id, holding);
  const bool is_new = known == pods_.end();
  const bool was_there = !is_new && known->second.node == id;
  const auto at = is_new ? pods_.emplace(pod.uid, Pod{}).first : known;
  waiting_.erase(pod.uid);
  if (!is_new) take_off(at);
  // One that nobody reserved here was there before, and the zones may tell of it.
  if (!was_there) nodes_[id].node->explain(holding);
  at->second = {id, pod.priority, std::move(holding), true, std::move(bound.visible)};
  put_on(at);
  return Outcome::kDone;
}

Cluster::ByName<Cluster::Pod> Cluster::arrivals_on(uint32_t id, Node &node) {
  ByName<Pod> out;
  waiting_.for_each_of(node.name(), [&](std::string_view uid, const BoundPod &bound) {
    int unknown = 0;
    Holding holding = held_on(node, uid, bound, unknown);
    try {
      node.make_room(holding);
    } catch (const Error &) {
      return;  // more than can be counted: it goes on waiting
    }
    node.hold(holding);
    node.explain(holding);
    out.emplace(std::string(uid), Pod{id, bound.priority, std::move(holding), true, bound.visible});
  });
  pods_.reserve(pods_.size() + out.size());
  nodes_[id].pods.reserve(nodes_[id].pods.size() + out.size());
  return out;
}

void Cluster::settle(ByName<Pod> arrivals) noexcept {
  while (!arrivals.empty()) {
    const auto at = pods_.insert(arrivals.extract(arrivals.begin())).position;
    nodes_[at->second.node].pods.push_back(&*at);
    waiting_.erase(at->first);
  }
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
