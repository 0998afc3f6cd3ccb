#include "agent/decide.h"

#include <algorithm>
#include <span>

namespace koord::agent {
namespace {

using object::KubeQos;
using object::Qos;

Refusal refuse(const LocalNode &node, Reason reason, Object where_object, int where) {
  Refusal refusal = Refusal::of(reason, node.options().profile);
  refusal.object = Object::kCpu;
  refusal.where_object = where_object;
  refusal.where = where;
  return refusal;
}

// Keeps the first reason.
void refuse_first(PodState &state, const Refusal &refusal) {
  if (!state.refused.refused()) state.refused = refusal;
}

// Returns the NUMA nodes whose pools the pod keeps to, by numaNodeResources or cpuSharedPools. The
// result is empty if it names none.
std::span<const int> named_nodes(const LocalNode &node, const PodFacts &facts) {
  const ProfileRules &rules = node.options().rules();
  if (!facts.cpu_nodes.empty())
    return rules.pools_of_cpu_nodes_only ? facts.cpu_nodes : facts.numa_nodes;
  if (rules.reads_shared_pools) return facts.pool_nodes;
  return {};
}

// Returns the QoS of a pod without exclusive CPUs. LSE and LSR cannot be kept for such a pod.
Qos shared_qos(const LocalNode &node, const PodFacts &facts) {
  switch (facts.label) {
    case Qos::kLs:
    case Qos::kBe:
    case Qos::kSystem:
      return facts.label;
    case Qos::kLse:
    case Qos::kLsr:
      if (node.options().rules().owners_without_cpus_are_ls) return Qos::kLs;
      break;
    case Qos::kNone:
      break;
  }
  return facts.kube_qos == KubeQos::kBestEffort ? Qos::kBe : Qos::kLs;
}

struct QosAndPlace {
  Qos qos = Qos::kNone;
  Place place = Place::kUntouched;
};

// Decides the QoS and the place of a pod. The first rule that matches wins.
QosAndPlace decide_place(const LocalNode &node, const LocalNode::Pod &pod) {
  const PodFacts &facts = pod.facts;
  const ProfileRules &rules = node.options().rules();
  const bool leaves = node.options().ignore_kubelet;
  if (pod.granted)
    return {facts.label == Qos::kLse ? Qos::kLse : Qos::kLsr,
            leaves ? Place::kUntouched : Place::kOwn};
  const Qos qos = shared_qos(node, facts);
  if (leaves) return {qos, Place::kUntouched};
  const LocalNode::Assignment *assignment = node.assignment_of(facts.uid);
  // For other pods, a pod with CPUs from kubelet's static policy is an LSR pod.
  if (rules.keeps_kubelet_cpus && assignment != nullptr && !assignment->kept.empty())
    return {Qos::kLsr, !assignment->pod.empty()            ? Place::kKubelet
                       : !named_nodes(node, facts).empty() ? Place::kNamedPools
                                                           : Place::kShared};
  const bool names = !named_nodes(node, facts).empty();
  if (qos == Qos::kBe)
    return {qos, names && (rules.be_keeps_to_numa || node.options().be_by_numa)
                     ? Place::kNamedPools
                     : Place::kBestEffort};
  if (names) return {qos, Place::kNamedPools};
  if (facts.label == Qos::kLs) return {qos, Place::kShared};
  if (qos == Qos::kSystem && !node.system_qos().empty()) return {qos, Place::kSystem};
  if (rules.unlabelled_share) return {qos, Place::kShared};
  // Upstream goes by the pod's cgroup.
  if (facts.kube_qos == KubeQos::kBestEffort) return {qos, Place::kBestEffort};
  return {qos, node.static_policy() ? Place::kUntouched : Place::kShared};
}

// Returns true if a pod of this place runs on the BE pool.
bool on_be_pool(Qos qos, Place place) {
  return place == Place::kBestEffort || (place == Place::kNamedPools && qos == Qos::kBe);
}

CpuSet part_of(const LocalNode &node, const CpuSet &pool, std::span<const int> nodes) {
  CpuSet cpus;
  for (const int id : nodes)
    if (const Topology::CpuNode *numa = node.machine().find_numa_place(id); numa != nullptr)
      cpus |= pool & numa->cpus;
  return cpus;
}

// Places the pod on a pool, whole or on the NUMA nodes that it names. A cpuset cannot be empty, so
// the next best choice is taken and the reason is reported.
void run_on_pool(PodState &state, const LocalNode &node, const LocalNode::Pod &pod) {
  const bool best_effort = on_be_pool(state.qos, state.place);
  const CpuSet &pool = best_effort ? node.best_effort_now() : node.pools().shared;
  if (state.place == Place::kNamedPools) {
    const std::span<const int> names = named_nodes(node, pod.facts);
    state.cpus = part_of(node, pool, names);
    if (!state.cpus.empty()) return;
    // If only suppression leaves none of them, the pod is not at fault.
    if (!best_effort || part_of(node, node.pools().best_effort, names).empty())
      refuse_first(state, refuse(node, Reason::kPoolEmpty, Object::kNumaNode, names.front()));
    state.place = best_effort ? Place::kBestEffort : Place::kShared;
  }
  state.cpus = pool;
  if (!pool.empty()) return;
  refuse_first(state, refuse(node, Reason::kPoolEmpty, Object::kMachine, -1));
  state.place = Place::kUntouched;
}

// Adds the CPUs that kubelet's static policy gave to containers. Reports CPUs that others own.
void add_assigned(PodState &state, const LocalNode &node, const LocalNode::Assignment &assignment) {
  if (assignment.kept != assignment.all)
    refuse_first(state, refuse(node, Reason::kCpuTaken, Object::kCpu,
                               (assignment.all - assignment.kept).first()));
  for (const auto &[name, cpus] : assignment.containers) {
    const CpuSet kept = cpus & assignment.kept;
    if (!kept.empty()) state.containers.push_back({name, Place::kKubelet, kept});
  }
}

void add_memory(PodState &state, const LocalNode &node, const PodFacts &facts) {
  for (const int id : facts.memory_nodes) {
    if (node.machine().node_index(id) >= 0) {
      state.memory_nodes.push_back(id);
      continue;
    }
    state.memory_nodes.clear();
    return refuse_first(state, refuse(node, Reason::kNumaNodeAbsent, Object::kNumaNode, id));
  }
}

// An allocation may identify devices by minor only. The Device object contains their names.
void name_devices(PodState &state, const LocalNode &node) {
  for (object::AllocatedDevice &device : state.devices) {
    if (!device.id.empty()) continue;
    const std::string *id = node.device_id(device.type, device.minor);
    if (id == nullptr) continue;
    device.id = *id;
    device.by_minor = id->empty();
  }
}

}  // namespace

PodState decide(const LocalNode &node, const LocalNode::Pod &pod) {
  const PodFacts &facts = pod.facts;
  PodState state;
  state.uid = facts.uid;
  state.name_space = facts.name_space;
  state.name = facts.name;
  state.kube_qos = facts.kube_qos;
  if (pod.has_devices) state.devices = facts.devices;
  name_devices(state, node);
  state.refused = pod.refused.refused() ? pod.refused : pod.devices_refused;
  const QosAndPlace at = decide_place(node, pod);
  state.qos = at.qos;
  state.place = at.place;
  const ProfileRules &rules = node.options().rules();
  const LocalNode::Assignment *assignment =
      rules.keeps_kubelet_cpus && !pod.granted ? node.assignment_of(facts.uid) : nullptr;
  switch (at.place) {
    case Place::kUntouched:
      break;
    case Place::kOwn:
      state.cpus = pod.own;
      state.unlimited = true;
      break;
    case Place::kKubelet:
      state.cpus = assignment->kept;
      break;
    case Place::kSystem:
      state.cpus = node.system_qos();
      break;
    case Place::kShared:
    case Place::kNamedPools:
    case Place::kBestEffort:
      run_on_pool(state, node, pod);
      break;
  }
  if (assignment != nullptr) add_assigned(state, node, *assignment);
  if (rules.binds_memory && !node.options().ignore_kubelet) add_memory(state, node, facts);
  return state;
}

NodeState decide(const LocalNode &node) {
  NodeState state;
  state.node = node.name();
  state.generation = node.generation();
  state.profile = node.options().profile;
  state.cpus = node.machine().all_cpus();
  for (const Topology::NumaNode &numa : node.machine().nodes())
    if (numa.memory_bytes > 0) state.memory_nodes.push_back(numa.id);
  state.kubelet_static = node.static_policy();
  state.leaves_cpusets = node.options().ignore_kubelet;
  state.pools = node.pools();
  state.pools.best_effort = node.best_effort_now();
  state.pods.reserve(node.pods().size());
  for (const auto &[uid, pod] : node.pods()) {
    state.pods.push_back(decide(node, pod));
    state.pods.back().changed = last_change(node, pod);
  }
  return state;
}

uint64_t last_change(const LocalNode &node, const LocalNode::Pod &pod) {
  const QosAndPlace at = decide_place(node, pod);
  const bool best_effort = on_be_pool(at.qos, at.place);
  const uint64_t whole = best_effort ? node.be_changed() : node.shared_changed();
  if (at.place == Place::kShared || at.place == Place::kBestEffort)
    return std::max(pod.changed, whole);
  if (at.place != Place::kNamedPools) return pod.changed;
  // If the named pools have no CPUs, the whole pool applies.
  uint64_t last = pod.changed;
  CpuSet cpus;
  for (const LocalNode::PoolZone &place : node.places()) {
    const std::span<const int> names = named_nodes(node, pod.facts);
    if (!std::binary_search(names.begin(), names.end(), place.node)) continue;
    cpus |= place.cpus & (best_effort ? node.best_effort_now() : node.pools().shared);
    last = std::max(last, best_effort ? place.be_changed : place.shared_changed);
  }
  return cpus.empty() ? std::max(last, whole) : last;
}

}  // namespace koord::agent
