// What a cluster knows: its nodes, the pods on them, and those that wait for nodes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sched/cluster/node_table.h"
#include "sched/cluster/pod_table.h"
#include "sched/cluster/recorded_pods.h"
#include "sched/cluster/reservation_table.h"
#include "sched/cluster/waiting.h"

namespace koord::sched {

// kOvercommitted: a node would have given more than it has. Decisions of this library never do so;
// it is the last check before an account changes.
enum class Outcome { kDone, kUnknownNode, kUnknownPod, kStale, kElsewhere, kOvercommitted };

// Whoever has it in hand holds the cluster's lock: to change it alone, to read it shared. Functions
// that take it change all that they are to, or nothing: what can fail is done on copies, or makes
// room first.
struct ClusterState {
  ClusterState(const Options &options_in, const Resources &resources_in)
      : options(options_in), resources(resources_in) {}

  const Options &options;
  const Resources &resources;
  NodeTable nodes;
  PodTable pods;
  WaitingPods waiting;
  RecordedPods recorded;
  ReservationTable reservations;
  uint64_t rejected = 0;  // changes that were kOvercommitted
  const std::shared_ptr<const Claim> no_claim = std::make_shared<const Claim>();

  Outcome reject() {
    ++rejected;
    return Outcome::kOvercommitted;
  }

  // Nobody knows where it is: what kubelets' records say of it counts by itself.
  bool is_nowhere(std::string_view uid) const {
    return !pods.contains(uid) && !waiting.contains(uid) && !recorded.has_left(uid);
  }
  // Returns true if any change of the node's pods may change the devices or CPUs of others: claims
  // contradict each other, or devices are assumed.
  bool is_disputed(uint32_t node) const {
    return pods.in_conflict_on(node) > 0 || nodes[node].assumes_for_kubelet();
  }
  // The node's pods are others, or it is another itself.
  void touch(uint32_t node) {
    nodes[node].hold_for_kubelet([&](const std::string &uid) { return is_nowhere(uid); });
    nodes.touch(node);
  }
  void replace(uint32_t id, std::unique_ptr<Node> node) noexcept {
    nodes.replace(id, std::move(node));
    touch(id);
  }
  // A pod that is reserved on a node. On a node without a Device object nothing was reserved of its
  // devices: once they are known, it has those that its claims or kubelet's record tell.
  Pod reserved_pod(uint32_t node, int32_t priority, Holding holding) const {
    Pod out{node, priority, std::move(holding)};
    if (nodes[node].devices() != nullptr || !may_have_devices(out.holding.shape(), resources))
      return out;
    out.claim = no_claim;
    out.cpus_are_ours = true;
    return out;
  }
  // For one pod to come.
  void make_room_for(uint32_t node, const Holding &holding) {
    pods.make_room_on(node, 1);
    nodes[node].make_room(holding);
    nodes.make_room_to_touch(nodes[node]);
  }
  // With room for it. Its node's accounts have it after this, and of two claims to one thing
  // nothing is weighed.
  PodTable::Entry &put_on(std::string_view uid, Pod pod) {
    PodTable::Entry &entry = pods.add(uid, std::move(pod));
    nodes[entry.second.node].hold(entry.second.holding);
    touch(entry.second.node);
    return entry;
  }
  // The same when a pod goes.
  void take_off(PodTable::Entry &entry) {
    const uint32_t id = entry.second.node;
    const Holding held = std::move(entry.second.holding);
    pods.remove(entry);
    Node &node = nodes[id];
    if (!node.release(held)) {
      node.forget_holdings();
      for (const PodTable::Entry *pod : pods.on(id)) node.hold(pod->second.holding);
    }
    touch(id);
  }
};

}  // namespace koord::sched
