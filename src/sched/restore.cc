// Pods as the API server shows them become holdings, and holdings become what the API server is told.
#include <algorithm>

#include "base/error.h"
#include "sched/cluster.h"

namespace koord::sched {
namespace {

// Upstream believes what a claim says of resources that the pod does not ask for: its shape, then its own, keeps
// their names.
ShapePtr with_names(const ShapePtr &shape, const object::PodObject &pod,
                    const Resources &resources) {
  if (!pod.status) return shape;
  const auto names = resources.mention(object::Mention::kByPod);
  for (const object::NumaAmounts &numa : pod.status->numa)
    for (const object::Amount &amount : numa.amounts) {
      const ResourceId asked = resources.find(amount.resource);
      if (asked == Resources::kUnknown || demand_of(*shape, asked) == 0)
        names->add(amount.resource);
    }
  if (names->empty()) return shape;
  auto out = std::make_shared<Shape>(*shape);
  out->names_held = names;
  return out;
}

int32_t socket_of(const Node &node, int32_t numa_node) {
  for (const NumaNode &numa : node.numa())
    if (numa.id == numa_node && numa.place != nullptr)
      return node.machine().sockets()[static_cast<size_t>(numa.place->socket)].id;
  return 0;
}

// The same for a pod that asks for other amounts now. Of what it does not ask for nothing would keep the name.
Holding with_shape(const Holding &holding, const ShapePtr &shape) {
  std::vector<NumaGrant> grants;
  for (const NumaGrant &grant : holding.grants())
    if (is_named_by(*shape, grant.resource)) grants.push_back(grant);
  Holding out(shape, holding.cpu_set(), std::move(grants),
              {holding.pools().begin(), holding.pools().end()});
  out.set_devices(holding.devices());
  return out;
}

}  // namespace

Outcome Cluster::set_pod(const object::PodObject &pod, Conflicts &conflicts) {
  conflicts = {};
  if (pod.terminated) return set_ended(pod);
  if (pod.node.empty()) {
    // Assumed here, and not bound there yet: it keeps what was reserved.
    const std::shared_lock lock(mutex_);
    const bool known = pods_.contains(pod.uid) || waiting_.contains(pod.uid);
    return known ? Outcome::kDone : Outcome::kUnknownPod;
  }
  ShapePtr shape = shape_of(pod, Purpose::kToHold);
  const std::unique_lock lock(mutex_);
  const auto known = pods_.find(pod.uid);
  const bool was_given = known != pods_.end() && known->second.claim == nullptr &&
                         nodes_[known->second.node].node->name() == pod.node;
  if (was_given) {
    const Outcome outcome = set_given(pod, shape);
    if (outcome == Outcome::kDone) conflicts = conflicts_of(*pods_.find(pod.uid));
    return outcome;
  }
  if (!options_.rules().judges_claims) shape = with_names(shape, pod, resources_);
  const auto named = ids_.find(pod.node);
  if (named != ids_.end()) return set_foreign(pod, shape, named->second, conflicts);
  return is_linked(pod.uid) ? Outcome::kElsewhere : set_waiting(pod, shape, conflicts);
}

// Also where nobody has heard of it before: kubelet's record may have it still.
Outcome Cluster::set_ended(const object::PodObject &pod) {
  if (const Outcome outcome = remove_pod(pod.uid); outcome != Outcome::kUnknownPod) return outcome;
  const std::unique_lock lock(mutex_);
  if (!is_nowhere(pod.uid)) return Outcome::kUnknownPod;
  std::vector<Settled> settled = settle_elsewhere(pod.uid);
  recorded_.set_left(pod.uid, true);
  apply(std::move(settled));
  return Outcome::kUnknownPod;
}

// What was given here counts, whatever the pod says now; how much it asks for may be another thing.
Outcome Cluster::set_given(const object::PodObject &pod, const ShapePtr &shape) {
  const auto known = pods_.find(pod.uid);
  const uint32_t id = known->second.node;
  const auto reservation = reservations_.find(pod.uid);
  const bool is_reservation = reservation != reservations_.end();
  const Holding &given = is_reservation ? reservation->second.whole : known->second.holding;
  const Conflicts conflicts =
      differences(*claim_of(pod, *shape, no_claim_), given, resources_, options_);
  auto kept = conflicts.any() ? std::make_shared<const Conflicts>(conflicts) : nullptr;
  known->second.bound = true;
  if (is_reservation || known->second.holding.shared_shape() == shape) {
    known->second.priority = pod.priority;
    known->second.conflicts = std::move(kept);
    return Outcome::kDone;
  }
  Pod next{id, pod.priority, with_shape(given, shape)};
  if (is_linked(pod.uid)) {
    next.conflicts = std::move(kept);
    return replace_linked(pod, std::move(next));
  }
  next.bound = true;
  Settled settled = settle(id, {{pod.uid, &next}}, {pod.uid});
  make_room_to_touch(*settled.node);
  next.conflicts = std::move(kept);
  known->second = std::move(next);
  apply(std::move(settled));
  return Outcome::kDone;
}

// It comes to a node that is not there, or leaves another for it.
Outcome Cluster::set_waiting(const object::PodObject &pod, const ShapePtr &shape,
                             Conflicts &conflicts) {
  const auto known = pods_.find(pod.uid);
  BoundPod bound{pod.priority, shape, claim_of(pod, *shape, no_claim_)};
  conflicts = conflicts_of(pod.node, pod.uid, bound);
  if (known == pods_.end()) {
    std::vector<Settled> elsewhere = settle_elsewhere(pod.uid);
    waiting_.put(pod.uid, pod.node, std::move(bound));
    recorded_.set_left(pod.uid, false);
    apply(std::move(elsewhere));
    return Outcome::kDone;
  }
  const uint32_t from = known->second.node;
  Settled left = settle(from, {}, {pod.uid});
  make_room_to_touch(*left.node);
  waiting_.put(pod.uid, pod.node, std::move(bound));
  std::erase(nodes_[from].pods, &*known);
  pods_.erase(known);
  apply(std::move(left));
  return Outcome::kDone;
}

Conflicts Cluster::conflicts_of(const ByName<Pod>::value_type &entry) const {
  const auto &[uid, pod] = entry;
  Conflicts out = pod.conflicts ? *pod.conflicts : Conflicts{};
  if (pod.claim != nullptr) return out;
  const auto reservation = reservations_.find(uid);
  add_differences(nodes_[pod.node].node->record_of(uid),
                  reservation == reservations_.end() ? pod.holding : reservation->second.whole,
                  options_, out);
  return out;
}

Conflicts Cluster::conflicts_of(const std::string &node, std::string_view uid,
                                const BoundPod &pod) const {
  constexpr size_t kMostLookedAt = 1024;  // more than a node takes; anybody may name it
  const Node nothing(node, options_, resources_);
  Claimant claimant;
  claimant.uid = uid;
  claimant.claim = pod.claim.get();
  claimant.holding = Holding(pod.shape);
  CpuSet taken;
  const auto look = [&](std::string_view other, const BoundPod &bound) {
    if (other != uid && bound.shape->owns_cpus && bound.claim->status &&
        bound.claim->status->cpus &&
        (!options_.rules().judges_claims ||
         rank_of(other, *bound.claim) < rank_of(uid, *pod.claim)))
      taken |= *bound.claim->status->cpus;
  };
  if (pod.claim->status && pod.claim->status->cpus) waiting_.for_each_of(node, look, kMostLookedAt);
  weigh(nothing, taken, claimant, options_, resources_);
  return claimant.conflicts;
}

Outcome Cluster::set_foreign(const object::PodObject &pod, const ShapePtr &shape, uint32_t id,
                             Conflicts &conflicts) {
  const auto known = pods_.find(pod.uid);
  if (known != pods_.end()) make_room_to_touch(*nodes_[known->second.node].node);
  const bool stays = known != pods_.end() && known->second.node == id;
  Pod next{id, pod.priority, Holding(shape), claim_of(pod, *shape, no_claim_)};
  next.bound = true;
  if (is_linked(pod.uid))
    return stays ? set_linked(pod, std::move(next), conflicts) : Outcome::kElsewhere;

  const auto tell = [&](const Pod &told) {
    if (told.conflicts) conflicts = *told.conflicts;
    return Outcome::kDone;
  };
  if (stays) {
    Pod &now = known->second;
    if (now.holding.shape().key == shape->key && *now.claim == *next.claim) {
      now.priority = pod.priority;
      return tell(now);
    }
    next.cpus_are_ours = now.cpus_are_ours;
    if (now.cpus_are_ours) next.holding = with_shape(now.holding, shape);
    Settled settled = settle(id, {{pod.uid, &next}}, {pod.uid});
    make_room_to_touch(*settled.node);
    now = std::move(next);
    apply(std::move(settled));
    return tell(now);
  }

  Node &node = *nodes_[id].node;
  std::vector<Settled> elsewhere = settle_elsewhere(pod.uid, id);
  if (known == pods_.end() && nodes_[id].healing == 0 && !node.has_record(pod.uid)) {
    weigh_alone(id, pod.uid, {}, next);
    if (!next.may_heal()) {
      make_room_for(id, next.holding);
      const auto at = pods_.emplace(pod.uid, std::move(next)).first;
      waiting_.erase(pod.uid);
      // It was there before, and the zones may tell of it.
      node.explain(at->second.holding);
      put_on(at);
      recorded_.set_left(pod.uid, false);
      apply(std::move(elsewhere));
      return tell(at->second);
    }
    next.holding = Holding(shape);
  }
  Settled settled = settle(id, {{pod.uid, &next, true}});
  tell(next);
  if (known == pods_.end()) {
    make_room_for(id, next.holding);
    const auto at = pods_.emplace(pod.uid, std::move(next)).first;
    waiting_.erase(pod.uid);
    nodes_[id].pods.push_back(&*at);
    recorded_.set_left(pod.uid, false);
    apply(std::move(settled));
    apply(std::move(elsewhere));
    return Outcome::kDone;
  }
  const uint32_t from = known->second.node;
  Settled left = settle(from, {}, {pod.uid});
  make_room_for(id, next.holding);
  std::erase(nodes_[from].pods, &*known);
  known->second = std::move(next);
  nodes_[id].pods.push_back(&*known);
  apply(std::move(left));
  apply(std::move(settled));
  return Outcome::kDone;
}

void Cluster::bring(std::string_view uid, Pod pod, Settled settled) {
  make_room_for(settled.id, pod.holding);
  const auto at = pods_.emplace(std::string(uid), std::move(pod)).first;
  nodes_[settled.id].pods.push_back(&*at);
  apply(std::move(settled));
}

// Beside all pods but those of its reservation, of whose things it has some.
Outcome Cluster::set_linked(const object::PodObject &pod, Pod next, Conflicts &conflicts) {
  const bool is_reservation = reservations_.contains(pod.uid);
  const auto at = is_reservation ? reservations_.find(pod.uid) : reservation_of(pod.uid);
  Uids without{pod.uid, at->first};
  if (is_reservation)
    for (const auto &[owner, share] : at->second.taken) without.push_back(owner);
  weigh_alone(next.node, pod.uid, without, next);
  const Outcome outcome = replace_linked(pod, std::move(next));
  if (outcome != Outcome::kDone) return outcome;
  Pod &now = pods_.find(pod.uid)->second;
  now.bound = true;
  if (now.conflicts) conflicts = *now.conflicts;
  return outcome;
}

Outcome Cluster::conflicts(std::string_view uid, Conflicts &out) const {
  const std::shared_lock lock(mutex_);
  if (const auto at = pods_.find(uid); at != pods_.end()) {
    out = conflicts_of(*at);
    return Outcome::kDone;
  }
  std::string_view node;
  const BoundPod *waiting = waiting_.find(uid, node);
  if (waiting == nullptr) return Outcome::kUnknownPod;
  out = conflicts_of(std::string(node), uid, *waiting);
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

Outcome Cluster::pod_minors(std::string_view uid, int32_t type,
                            std::vector<int32_t> &minors) const {
  minors.clear();
  const std::shared_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  const DeviceGrants &held = at->second.holding.devices();
  if (held == nullptr) return Outcome::kDone;
  const auto wanted = static_cast<object::TypeId>(type);
  minors.reserve(held->size());
  for (const device::Grant &grant : *held)
    if (grant.type == wanted && !grant.assumed) minors.push_back(grant.minor);
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
    if (options_.rules().fills_in_bind_policy) {
      const object::PodBind required = holding.shape().required_bind;
      if (required != object::PodBind::kDefault) out.node_bind = required;
      if (out.node_bind != object::PodBind::kDefault) out.default_bind = out.node_bind;
      out.fills_default = true;
    }
  }
  for (const NumaGrant &grant : holding.grants()) {
    if (out.status.numa.empty() || out.status.numa.back().node != grant.node) {
      out.status.numa.push_back({grant.node, {}});
    }
    out.status.numa.back().amounts.push_back({resources_.name(grant.resource), grant.amount});
  }
  if (holding.devices() != nullptr)
    for (const device::Grant &grant : *holding.devices())
      if (!grant.assumed) out.devices.push_back(allocated_device(node, grant));
  for (const int32_t pool : holding.pools())
    out.status.pools.push_back({socket_of(node, pool), pool});
  for (auto &numa : out.status.numa)
    std::sort(numa.amounts.begin(), numa.amounts.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
  return out;
}

}  // namespace koord::sched
