// The state of a cluster: its nodes, the pods on them, and the pods that wait for nodes.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "sched/cluster/node_table.h"
#include "sched/cluster/pod_table.h"
#include "sched/cluster/recorded_pods.h"
#include "sched/cluster/reservation_table.h"
#include "sched/cluster/waiting.h"

namespace koord::sched {

// kOvercommitted: a node would allocate more than it has. Decisions of this library never do so; it
// is the last check before an account changes.
enum class Outcome { kDone, kUnknownNode, kUnknownPod, kStale, kElsewhere, kOvercommitted };

// Callers hold the cluster's lock: exclusively to change the state,
// shared to read it. Functions that change it apply all of a change or
// nothing: they work on copies or reserve memory before the first step.
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
  uint64_t rejected = 0;  // changes rejected as kOvercommitted
  const std::shared_ptr<const Claim> no_claim = std::make_shared<const Claim>();

  Outcome reject() {
    ++rejected;
    return Outcome::kOvercommitted;
  }

  // Returns true if the pod's node is unknown. Kubelets'
  // records of the pod count by themselves then.
  bool has_unknown_node(std::string_view uid) const {
    return !pods.contains(uid) && !waiting.contains(uid) && !recorded.has_left(uid);
  }
  // Returns true if any change of the node's pods may change the devices or CPUs of others: claims
  // contradict each other, or devices are assumed.
  bool is_disputed(uint32_t node) const {
    return pods.in_conflict_on(node) > 0 || nodes[node].assumes_for_kubelet();
  }
  // To be called after the node or its pods have changed.
  void touch(uint32_t node) {
    nodes[node].hold_for_kubelet([&](const std::string &uid) { return has_unknown_node(uid); });
    nodes.touch(node);
  }
  void replace(uint32_t id, std::unique_ptr<Node> node) noexcept {
    nodes.replace(id, std::move(node));
    touch(id);
  }
  // Reserves memory for one more pod.
  void make_room_for(uint32_t node) {
    pods.make_room_on(node, 1);
    nodes.make_room_to_touch(nodes[node]);
  }
  // Adds the pod to its node's accounts. Memory must have
  // been reserved. Conflicting claims are not evaluated.
  PodTable::Entry &put_on(std::string_view uid, Pod &&pod) {
    PodTable::Entry &entry = pods.add(uid, std::move(pod));
    nodes[entry.second.node].hold(entry.second.holding);
    touch(entry.second.node);
    return entry;
  }
  // Removes a pod likewise.
  void take_off(PodTable::Entry &entry) {
    const uint32_t id = entry.second.node;
    const Holding held = std::move(entry.second.holding);
    pods.remove(entry);
    Node &node = nodes[id];
    if (!node.release(held)) {
      node.forget_holdings();
      // In blocks, because this function must not allocate memory.
      std::array<const Holding *, 64> block;
      size_t count = 0;
      for (const PodTable::Entry *pod : pods.on(id)) {
        block[count++] = &pod->second.holding;
        if (count < block.size()) continue;
        node.hold(Holdings(block.data(), count));
        count = 0;
      }
      node.hold(Holdings(block.data(), count));
    }
    touch(id);
  }
};

}  // namespace koord::sched
