#include "sched/cluster/cluster.h"

#include <algorithm>

#include "sched/cluster/bound_pods.h"
#include "sched/cluster/commit.h"
#include "sched/cluster/conflicts.h"
#include "sched/cluster/node_objects.h"
#include "sched/cluster/reservations.h"
#include "sched/cluster/reserved_pods.h"

namespace koord::sched {

uint32_t Cluster::set_node(const object::NodeObject &object) {
  const WriteLock lock(mutex_);
  return sched::set_node(state_, object);
}

uint32_t Cluster::set_topology(const object::NodeTopology &topology,
                               std::vector<std::string> *new_faults) {
  const WriteLock lock(mutex_);
  return sched::set_topology(state_, topology, new_faults);
}

uint32_t Cluster::set_devices(const object::DeviceObject &devices) {
  const WriteLock lock(mutex_);
  return sched::set_devices(state_, devices);
}

Outcome Cluster::remove_node(std::string_view name) {
  const WriteLock lock(mutex_);
  return sched::remove_node(state_, name);
}

Outcome Cluster::remove_topology(std::string_view name) {
  const WriteLock lock(mutex_);
  return sched::remove_topology(state_, name);
}

Outcome Cluster::remove_devices(std::string_view name) {
  const WriteLock lock(mutex_);
  return sched::remove_devices(state_, name);
}

Cluster::Counts Cluster::counts() const {
  const ReadLock lock(mutex_);
  const NodeTable &nodes = state_.nodes;
  return {nodes.ids(), nodes.ids() - nodes.removed(), state_.pods.size(), nodes.generation(),
          state_.rejected};
}

Outcome Cluster::find_node(std::string_view name, uint32_t &id) const {
  const ReadLock lock(mutex_);
  const uint32_t *found = state_.nodes.find(name);
  if (found == nullptr) return Outcome::kUnknownNode;
  id = *found;
  return Outcome::kDone;
}

Outcome Cluster::node_name(uint32_t id, std::string &out) const {
  const ReadLock lock(mutex_);
  if (id >= state_.nodes.ids()) return Outcome::kUnknownNode;
  out = state_.nodes[id].name();
  return Outcome::kDone;
}

std::vector<Cluster::NodeName> Cluster::node_names() const {
  const ReadLock lock(mutex_);
  const NodeTable &nodes = state_.nodes;
  std::vector<NodeName> out;
  out.reserve(nodes.ids() - nodes.removed());
  for (uint32_t id = 0; id < nodes.ids(); ++id)
    if (nodes.is_there(id)) out.push_back({id, nodes[id].name()});
  return out;
}

Outcome Cluster::pods_of(uint32_t id, std::vector<std::string> &uids) const {
  const ReadLock lock(mutex_);
  if (!state_.nodes.is_there(id)) return Outcome::kUnknownNode;
  uids.clear();
  for (const PodTable::Entry *pod : state_.pods.on(id)) uids.push_back(pod->first);
  std::sort(uids.begin(), uids.end());
  return Outcome::kDone;
}

std::vector<GoneDevice> Cluster::gone_devices_on(std::string_view node) const {
  const ReadLock lock(mutex_);
  return sched::gone_devices_on(state_, node);
}

std::vector<GoneDevice> Cluster::gone_devices_of(std::string_view uid) const {
  const ReadLock lock(mutex_);
  return sched::gone_devices_of(state_, uid);
}

Outcome Cluster::reserve(const Query &query, std::string_view uid, uint32_t node,
                         const ReserveConditions &conditions, Refusal &refusal,
                         std::span<uint64_t> cpus) {
  const WriteLock lock(mutex_);
  return sched::reserve(state_, query, uid, node, conditions, refusal, cpus);
}

Outcome Cluster::remove_pod(std::string_view uid) {
  const WriteLock lock(mutex_);
  return sched::remove_pod(state_, uid);
}

Outcome Cluster::set_pod(const object::PodObject &pod, Conflicts &conflicts) {
  conflicts = {};
  if (pod.terminated) {
    const WriteLock lock(mutex_);
    return set_ended(state_, pod);
  }
  if (pod.node.empty()) {
    const ReadLock lock(mutex_);
    return set_unbound(state_, pod);
  }
  ShapePtr shape = shape_of(pod, Purpose::kToHold);
  const WriteLock lock(mutex_);
  return set_bound(state_, pod, std::move(shape), conflicts);
}

Outcome Cluster::conflicts(std::string_view uid, Conflicts &out) const {
  const ReadLock lock(mutex_);
  return conflicts_of(state_, uid, out);
}

Outcome Cluster::allocation(std::string_view uid, Allocation &out) const {
  const ReadLock lock(mutex_);
  const PodTable::Entry *pod = state_.pods.find(uid);
  if (pod == nullptr) return Outcome::kUnknownPod;
  out = sched::describe(state_, pod->second.node, pod->second.holding);
  return Outcome::kDone;
}

Outcome Cluster::describe(uint32_t node, const Holding &holding, Allocation &out) const {
  const ReadLock lock(mutex_);
  if (!state_.nodes.is_there(node)) return Outcome::kUnknownNode;
  out = sched::describe(state_, node, holding);
  return Outcome::kDone;
}

Outcome Cluster::pod_cpus(std::string_view uid, uint32_t &node, CpuSet &cpus) const {
  const ReadLock lock(mutex_);
  const PodTable::Entry *pod = state_.pods.find(uid);
  if (pod == nullptr) return Outcome::kUnknownPod;
  node = pod->second.node;
  cpus = state_.nodes[node].owned(pod->second.holding);
  return Outcome::kDone;
}

Outcome Cluster::pod_minors(std::string_view uid, int32_t type,
                            std::vector<int32_t> &minors) const {
  minors.clear();
  const ReadLock lock(mutex_);
  const PodTable::Entry *pod = state_.pods.find(uid);
  if (pod == nullptr) return Outcome::kUnknownPod;
  const DeviceGrants &held = pod->second.holding.devices();
  if (held == nullptr) return Outcome::kDone;
  const auto wanted = static_cast<object::TypeId>(type);
  minors.reserve(held->size());
  for (const device::Grant &grant : *held)
    if (grant.type == wanted && !grant.assumed && !grant.gone) minors.push_back(grant.minor);
  std::sort(minors.begin(), minors.end());
  minors.erase(std::unique(minors.begin(), minors.end()), minors.end());
  return Outcome::kDone;
}

Outcome Cluster::commit(const Changes &changes) {
  const WriteLock lock(mutex_);
  for (const Change &step : changes.steps)
    if (state_.reservations.is_linked(step.uid)) return Outcome::kElsewhere;
  return sched::commit(state_, changes, {.checks = true});
}

Outcome Cluster::set_reservation(std::string_view uid, ReservationPolicy policy) {
  const WriteLock lock(mutex_);
  return sched::set_reservation(state_, uid, policy);
}

Outcome Cluster::set_reservation(const object::PodObject &pod, ReservationPolicy policy) {
  ShapePtr shape = shape_of(pod, Purpose::kToHold);
  const WriteLock lock(mutex_);
  // The checks of sched::set_reservation(), before the pod changes.
  if (state_.nodes.find(pod.node) == nullptr) return Outcome::kUnknownNode;
  if (state_.reservations.owners.contains(pod.uid)) return Outcome::kElsewhere;
  Conflicts conflicts;
  const Outcome outcome = set_bound(state_, pod, std::move(shape), conflicts);
  return outcome == Outcome::kDone ? sched::set_reservation(state_, pod.uid, policy) : outcome;
}

Outcome Cluster::reserve_from(const Query &query, std::string_view uid,
                              std::string_view reservation, const ReserveConditions &conditions,
                              Refusal &refusal, std::span<uint64_t> cpus) {
  const WriteLock lock(mutex_);
  return sched::reserve_from(state_, query, uid, reservation, conditions, refusal, cpus);
}

Outcome Cluster::adopt(std::string_view uid, std::string_view reservation) {
  const WriteLock lock(mutex_);
  return sched::adopt(state_, uid, reservation);
}

bool Cluster::same_state(const Cluster &other) const {
  const ReadLock lock(mutex_);
  const ReadLock other_lock(other.mutex_);
  const NodeTable &nodes = state_.nodes;
  if (nodes.ids() != other.state_.nodes.ids()) return false;
  for (uint32_t id = 0; id < nodes.ids(); ++id)
    if (!nodes[id].same_state(other.state_.nodes[id])) return false;
  return true;
}

}  // namespace koord::sched
