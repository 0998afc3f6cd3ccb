// A cluster held still while somebody plans on it, as a what-if thinks it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sched/cluster/cluster.h"
#include "sched/node/draft.h"

namespace koord::sched {

// A pod on a node, and what plans may do with it.
struct Holder {
  std::string_view uid;  // "": an imagined pod
  int32_t priority = 0;
  Protection protection = Protection::kNone;
  const Holding *holding = nullptr;
  bool linked = false;  // a reservation, or takes from one: such stay as they are
};

// What a node says to a pod.
struct NodeAnswer {
  Refusal refusal;
  bool hopeless = false;  // see Judgement
  int32_t score = 0;
};

// Readers of the cluster go on beside it, writers wait.
class Scene {
 public:
  static constexpr uint32_t kAll = UINT32_MAX;

  // `only`: what is imagined of other nodes does not matter.
  explicit Scene(const Cluster &cluster, const WhatIf &what_if = {}, bool skip_fit = false,
                 uint32_t only = kAll);
  Scene(const Scene &) = delete;
  Scene &operator=(const Scene &) = delete;

  const Options &options() const { return state_.options; }
  uint64_t generation() const { return state_.nodes.generation(); }
  // As Cluster::shape_of.
  ShapePtr shape_of(const object::PodObject &pod) const { return cluster_.shape_of(pod); }
  // Numbers of nodes are below.
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
  // The generation of the node's last change, for Changes::basis.
  uint64_t generation(uint32_t node) const { return state_.nodes.generation(node); }
  const Node &node(uint32_t id) const { return view(id).node(); }
  View view(uint32_t node) const {
    if (!imagined_.empty())
      if (const auto at = imagined_.find(node); at != imagined_.end()) return at->second->view();
    return state_.nodes.view(node);
  }
  // The node is imagined to be otherwise, or the pod may take from a reservation of it.
  bool is_imagined(uint32_t node) const { return imagined_.contains(node) || from_.contains(node); }
  bool has_away(uint32_t node) const { return away_.contains(node); }
  NodeAnswer opinion(const Query &query, uint32_t node) const;
  Verdict verdict(const Query &query, uint32_t node) const;

  // The node's pods in the order of their uids, imagined pods last; and the node to plan on.
  std::vector<Holder> holders(uint32_t node) const;
  // The same in any order.
  void list_holders(uint32_t node, std::vector<Holder> &out) const;
  std::vector<const Holding *> held(uint32_t node) const;
  Draft draft(uint32_t id) const { return {node(id), held(id)}; }
  // What imagined pods of the node hold, in their order. Unsettled, all or none: one of them found
  // no room, so that they are placed anew once pods that are in the way have moved.
  Holdings imagined_holdings(uint32_t node) const;
  Holdings unsettled(uint32_t node) const;
  // Puts an imagined pod on a draft where Reserve would place it, or nowhere in particular where it
  // is refused; `out` is what it holds.
  Refusal put_imagined(const ShapePtr &shape, Draft &draft, Holding &out) const;

  // The node that a pod is on and what it holds there; false: it holds nothing, or is imagined to
  // be gone.
  bool find(std::string_view uid, uint32_t &node, Holder &holder) const;
  // The node that is not there and that the pod is bound to; nullptr: there is none.
  const std::string *waits_for(std::string_view uid) const { return state_.waiting.node_of(uid); }

  // Calls look(const Verdicts &) with what all nodes say, as they are.
  template <typename Look>
  void look_at_verdicts(const Query &query, Look &&look) const {
    cluster_.verdicts_.look_at(state_.nodes, query, look);
  }
  // What every node that is there says, ascending: Cluster::evaluate.
  std::vector<Verdict> verdicts(const Query &query) const;

 private:
  bool is_away(uint32_t node, std::string_view uid) const;
  Holder holder_of(std::string_view uid, const Pod &pod) const;
  Draft &imagine(uint32_t node);

  const Cluster &cluster_;
  const ReadLock lock_;
  const ClusterState &state_;  // guarded by it
  const bool skip_fit_;
  std::unordered_map<std::string_view, Protection> protections_;
  std::map<uint32_t, std::vector<std::string_view>> away_;  // sorted uids
  struct Thoughts {
    std::vector<std::unique_ptr<const Holding>> owned;
    std::vector<const Holding *> all;  // of `owned`
    bool settled = true;               // all of them found room
  };
  std::map<uint32_t, Thoughts> there_;
  std::map<uint32_t, std::unique_ptr<Draft>> imagined_;
  std::map<std::string_view, std::unique_ptr<Holding>>
      grown_;                                  // reservations whose owners are away
  std::map<uint32_t, std::string_view> from_;  // reservations to take from
};

}  // namespace koord::sched
