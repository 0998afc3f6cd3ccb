// A snapshot of a cluster for planning, with a what-if applied to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sched/cluster/changes.h"
#include "sched/cluster/cluster.h"
#include "sched/node/draft.h"

namespace koord::sched {

// A pod on a node, with what plans may do with it.
struct Holder {
  std::string_view uid;  // empty for a pod that the what-if adds
  int32_t priority = 0;
  Protection protection = Protection::kNone;
  const Holding *holding = nullptr;
  bool linked = false;  // a reservation or its owner, which plans do not change
};

// A pod whose annotations state another holding once a plan is carried out.
struct MovedPod {
  std::string_view uid;
  const Holding *holding = nullptr;
};

// The answer of a node to a query.
struct NodeAnswer {
  Refusal refusal;
  bool unresolvable = false;  // see Judgement
  int32_t score = 0;
};

// Holds the cluster's lock shared: readers of the cluster continue, writers wait.
class ClusterSnapshot {
 public:
  static constexpr uint32_t kAll = UINT32_MAX;

  // If `only` is a node, the what-if is applied to this node alone.
  explicit ClusterSnapshot(const Cluster &cluster, const WhatIf &what_if = {},
                           bool skip_fit = false, uint32_t only = kAll);
  ClusterSnapshot(const ClusterSnapshot &) = delete;
  ClusterSnapshot &operator=(const ClusterSnapshot &) = delete;

  const Options &options() const { return state_.options; }
  uint64_t generation() const { return state_.nodes.generation(); }
  // See Cluster::shape_of.
  ShapePtr shape_of(const object::PodObject &pod) const { return cluster_.shape_of(pod); }
  // All numbers of nodes are below this.
  uint32_t ids() const { return state_.nodes.ids(); }
  uint32_t removed() const { return state_.nodes.removed(); }
  bool has(uint32_t node) const { return state_.nodes.is_there(node); }
  const std::string &name(uint32_t node) const { return state_.nodes[node].name(); }
  std::string resource_name(ResourceId id) const { return state_.resources.name(id); }
  bool knows_resource(std::string_view name) const {
    return state_.resources.find(name) != Resources::kUnknown;
  }
  std::string device_type_name(object::TypeId type) const {
    return state_.resources.types().name(type);
  }
  // Returns the generation of the node's last change.
  uint64_t generation(uint32_t node) const { return state_.nodes.generation(node); }
  // Ties a plan to the present state of the node (Changes::basis). If the what-if removes pods from
  // this node, their resources may have been given to others: such a plan is for reading only, and
  // stale from the start.
  void add_basis(uint32_t node, Changes &changes) const;
  const Node &node(uint32_t id) const { return view(id).node(); }
  View view(uint32_t node) const {
    if (!overlay_nodes_.empty())
      if (const auto at = overlay_nodes_.find(node); at != overlay_nodes_.end())
        return at->second->view();
    return state_.nodes.view(node);
  }
  // Returns true if the what-if changes the node or the pod may take from a reservation on it.
  bool is_overlaid(uint32_t node) const {
    return overlay_nodes_.contains(node) || source_reservations_.contains(node);
  }
  bool has_removed_pods(uint32_t node) const { return removed_pods_.contains(node); }
  NodeAnswer opinion(const Query &query, uint32_t node) const;
  Verdict verdict(const Query &query, uint32_t node) const;

  // Returns the node's pods in the order of their uids, followed by added pods.
  std::vector<Holder> holders(uint32_t node) const;
  // Writes the same pods in any order.
  void list_holders(uint32_t node, std::vector<Holder> &out) const;
  std::vector<const Holding *> held(uint32_t node) const;
  Draft draft(uint32_t id) const { return {node(id), held(id)}; }
  // Returns the holdings of pods that the what-if adds to the node, in its order.
  Holdings added_holdings(uint32_t node) const;
  // Returns true if there was room for all of these pods. Otherwise they are placed again once pods
  // have moved out of their way.
  bool added_pods_fit(uint32_t node) const;
  // Puts an added pod on a draft as Reserve would place it. If it
  // is refused, only its amounts count. `out` receives its holding.
  Refusal place_added(const ShapePtr &shape, Draft &draft, Holding &out) const;

  // Returns true if claims on the node are in dispute, so that a restart may change holdings.
  bool is_disputed(uint32_t node) const { return state_.is_disputed(node); }
  // Returns true if no pod of the node holds fewer CPUs than a plan states when all claims are
  // evaluated again with the annotations that the plan writes, as after a restart. A refused claim
  // to CPUs that the plan frees is accepted then, and ranks before claims of later pods: it must
  // not take CPUs that pods added by the what-if have, or may still need.
  bool survives_restart(uint32_t node, std::span<const MovedPod> moved) const;

  // Finds the pod's node and holding. Returns false if it holds nothing or the what-if removes it.
  bool find(std::string_view uid, uint32_t &node, Holder &holder) const;
  // Returns the unknown node that the pod is bound to, or nullptr if there is none.
  const std::string *waits_for(std::string_view uid) const { return state_.waiting.node_of(uid); }

  // Calls look(const Verdicts &) with the verdicts of all nodes without the what-if.
  template <typename Look>
  void look_at_verdicts(const Query &query, Look &&look) const {
    cluster_.verdicts_.look_at(state_.nodes, query, look);
  }
  // Returns the verdicts of all present nodes, ascending, for Cluster::evaluate.
  std::vector<Verdict> verdicts(const Query &query) const;

 private:
  bool is_removed(uint32_t node, std::string_view uid) const;
  Holder holder_of(std::string_view uid, const Pod &pod) const;
  Draft &overlay(uint32_t node);
  // Judges the claims on a node again, as the removal of these pods does.
  void accept_claims(uint32_t node, const std::vector<std::string_view> &without);

  const Cluster &cluster_;
  const ReadLock lock_;
  const ClusterState &state_;  // guarded by it
  const bool skip_fit_;
  std::unordered_map<std::string_view, Protection> protections_;
  std::map<uint32_t, std::vector<std::string_view>> removed_pods_;  // sorted uids
  struct AddedPods {
    std::vector<std::unique_ptr<const Holding>> owned;
    std::vector<const Holding *> all;  // pointers into `owned`
    bool all_fit = true;
  };
  std::map<uint32_t, AddedPods> added_pods_;
  std::map<uint32_t, std::unique_ptr<Draft>> overlay_nodes_;
  // Reservations that regain the parts of removed owners, and pods whose claims are judged again
  // without the removed pods.
  std::map<std::string_view, std::unique_ptr<Holding>> changed_holdings_;
  std::map<uint32_t, std::string_view>
      source_reservations_;  // by node, the reservation to take from
};

}  // namespace koord::sched
