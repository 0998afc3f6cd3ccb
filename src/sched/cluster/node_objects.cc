#include "sched/cluster/node_objects.h"

#include <algorithm>
#include <utility>

#include "sched/cluster/late_devices.h"
#include "sched/cluster/reevaluation.h"

namespace koord::sched {
namespace {

// Returns the pods that wait for the node.
PodTable::Pods arrivals_on(const ClusterState &state, uint32_t id, const Node &node) {
  PodTable::Pods out;
  state.waiting.for_each_of(node.name(), [&](std::string_view uid, const BoundPod &bound) {
    Pod pod{id, bound.priority, Holding(bound.shape), bound.claim};
    pod.bound = true;
    out.emplace(std::string(uid), std::move(pod));
  });
  return out;
}

// The node that an object names.
class NamedNode {
 public:
  NamedNode(ClusterState &state, std::string_view name)
      : state_(state), number_(state.nodes, name, state.options, state.resources) {
    state.pods.make_room_for_nodes(state.nodes.ids());
  }
  uint32_t id() const { return number_.id(); }
  const Node &now() const { return state_.nodes[id()]; }
  std::unique_ptr<Node> copy() const { return std::make_unique<Node>(now()); }

  // Replaces the node by one with other objects and adds the pods that wait for it.
  void replace_node(std::unique_ptr<Node> node, bool zones_are_new = false) {
    PodTable::Pods arrivals = arrivals_on(state_, id(), *node);
    ArrivingPods guests;
    for (auto &[uid, pod] : arrivals) guests.push_back({uid, &pod, true});
    Reevaluation update = reevaluate(state_, id(), std::move(node), guests);
    if (zones_are_new) count_bound_as_reported(state_, update);
    state_.nodes.make_room_to_touch(*update.node);
    state_.pods.make_room_for_pods(arrivals.size());
    state_.pods.make_room_on(id(), arrivals.size());
    number_.keep();
    while (!arrivals.empty())
      state_.waiting.erase(state_.pods.add(arrivals.extract(arrivals.begin())).first);
    apply(state_, std::move(update));
  }

 private:
  ClusterState &state_;
  NodeTable::NodeNumber number_;
};

// Drops an object of the node.
void drop_object(ClusterState &state, uint32_t id, void (Node::*drop)()) {
  auto node = std::make_unique<Node>(state.nodes[id]);
  (*node.*drop)();
  Reevaluation update = reevaluate(state, id, std::move(node));
  state.nodes.make_room_to_touch(*update.node);
  apply(state, std::move(update));
}

}  // namespace

uint32_t set_node(ClusterState &state, const object::NodeObject &object) {
  NamedNode named(state, object.name);
  auto node = named.copy();
  node->set_object(object);
  named.replace_node(std::move(node));
  return named.id();
}

uint32_t set_topology(ClusterState &state, const object::NodeTopology &topology,
                      std::vector<std::string> *new_faults) {
  NamedNode named(state, topology.node);
  auto node = named.copy();
  node->set_topology(topology);
  std::vector<std::string> faults = node->report_faults();
  if (!faults.empty()) {
    const std::vector<std::string> before = named.now().report_faults();
    std::erase_if(faults, [&](const std::string &fault) {
      return std::ranges::find(before, fault) != before.end();
    });
  }
  named.replace_node(std::move(node), true);
  if (new_faults != nullptr) *new_faults = std::move(faults);
  return named.id();
}

uint32_t set_devices(ClusterState &state, const object::DeviceObject &devices) {
  NamedNode named(state, devices.node);
  const auto before = named.now().devices() ? named.now().devices()->shared_inventory() : nullptr;
  const auto after = device::make_inventory(devices, state.resources, state.options.profile);
  auto node = named.copy();
  node->set_devices(after);
  const std::vector<LateClaim> late = late_claims(state, named.id(), before.get(), *after);
  state.recorded.add(named.id(), *after);
  set_claims(late);
  try {
    named.replace_node(std::move(node));
  } catch (...) {
    unset_claims(late);
    state.recorded.remove(named.id(), *after);
    throw;
  }
  if (before) state.recorded.remove(named.id(), *before);
  return named.id();
}

Outcome remove_node(ClusterState &state, std::string_view name) {
  const uint32_t *known = state.nodes.find(name);
  if (known == nullptr) return Outcome::kUnknownNode;
  const uint32_t id = *known;
  auto empty = std::make_unique<Node>(std::string(name), state.options, state.resources);
  state.nodes.make_room_to_touch(*empty);
  for (const PodTable::Entry *pod : state.pods.on(id)) {
    state.reservations.unlink(pod->first);
    state.recorded.set_left(pod->first, true);
  }
  state.pods.remove_all_on(id);
  const Node &node = state.nodes[id];
  if (node.devices() != nullptr) state.recorded.remove(id, node.devices()->inventory());
  state.nodes.remove(id, std::move(empty));
  state.touch(id);
  return Outcome::kDone;
}

Outcome remove_topology(ClusterState &state, std::string_view name) {
  const uint32_t *id = state.nodes.find(name);
  if (id == nullptr || !state.nodes[*id].has_topology()) return Outcome::kUnknownNode;
  drop_object(state, *id, &Node::drop_topology);
  return Outcome::kDone;
}

Outcome remove_devices(ClusterState &state, std::string_view name) {
  const uint32_t *id = state.nodes.find(name);
  if (id == nullptr || !state.nodes[*id].reports_devices()) return Outcome::kUnknownNode;
  drop_object(state, *id, &Node::drop_devices);
  return Outcome::kDone;
}

}  // namespace koord::sched
