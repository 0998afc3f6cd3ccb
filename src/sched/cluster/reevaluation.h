// A node on which all claims have been evaluated again. It is made on a copy and then applied.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

struct Reevaluation {
  struct Evaluated {
    Pod *pod;
    Holding holding;
    std::shared_ptr<const Conflicts> conflicts;
  };
  // A reservation, and the parts that its owners took of it.
  struct Shares {
    std::string_view reservation;
    Holding whole;
    std::vector<std::pair<std::string_view, Holding>> taken;  // by owner
  };
  uint32_t id = 0;
  std::unique_ptr<Node> node;
  std::vector<Evaluated> pods;
  std::vector<Shares> shares;
};

// A pod that arrives on a node, or that is set again on it.
struct ArrivingPod {
  std::string_view uid;
  Pod *pod = nullptr;
  bool arrives = false;  // it is bound and was not on this node
};
using ArrivingPods = std::vector<ArrivingPod>;
using Uids = std::vector<std::string_view>;

// Evaluates all claims on the node in the state `node`, without the pods `without` and with the
// guests. The guests' holdings and conflicts are set.
Reevaluation reevaluate(const ClusterState &state, uint32_t id, std::unique_ptr<Node> node,
                        const ArrivingPods &guests = {}, const Uids &without = {});
// Re-evaluates a node whose objects are unchanged: only the claims that the change of pods can
// affect (affected_by).
Reevaluation reevaluate(const ClusterState &state, uint32_t id, const ArrivingPods &guests,
                        const Uids &without = {});
// Re-evaluates all nodes except `id` whose kubelet has a record of the pod's devices. Such a record
// no longer counts once the pod's node is known. Reserves the memory to touch these nodes.
std::vector<Reevaluation> reevaluate_other_nodes(ClusterState &state, std::string_view uid,
                                                 uint32_t id = UINT32_MAX);
// To be called after a new report of zones. Bound pods count as
// included in the report; a pod that is only reserved cannot be.
void count_bound_as_reported(const ClusterState &state, Reevaluation &update);

// Memory to touch the nodes must have been reserved.
void apply(ClusterState &state, Reevaluation update) noexcept;
void apply(ClusterState &state, std::vector<Reevaluation> updates) noexcept;

// Evaluates the claim of one arriving pod against all pods
// on the node. Sets its holding and conflicts.
void evaluate_alone(const ClusterState &state, uint32_t id, std::string_view uid, Pod &pod);

}  // namespace koord::sched
