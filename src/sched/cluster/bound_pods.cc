#include "sched/cluster/bound_pods.h"

#include "sched/cluster/conflicts.h"
#include "sched/cluster/late_devices.h"
#include "sched/cluster/reevaluation.h"
#include "sched/cluster/reservations.h"
#include "sched/cluster/reserved_pods.h"

namespace koord::sched {
namespace {

// Upstream accepts claims to resources that the pod does not request.
// The pod then has a shape of its own that keeps the resources' names.
ShapePtr with_names(const ShapePtr &shape, const object::PodObject &pod,
                    const Resources &resources) {
  if (!pod.status) return shape;
  const auto names = resources.mention(object::Mention::kByPod);
  for (const object::NumaAmounts &numa : pod.status->numa)
    for (const object::Amount &amount : numa.amounts) {
      const ResourceId resource = resources.find(amount.resource);
      if (resource == Resources::kUnknown || request_of(*shape, resource) == 0)
        names->add(amount.resource);
    }
  if (names->empty()) return shape;
  auto out = std::make_shared<Shape>(*shape);
  out->names_held = names;
  return out;
}

// Returns the holding with a changed request. Resources that the pod
// does not request are dropped, because nothing keeps their names.
Holding with_shape(const Holding &holding, const ShapePtr &shape) {
  std::vector<NumaGrant> grants;
  for (const NumaGrant &grant : holding.grants())
    if (is_named_by(*shape, grant.resource)) grants.push_back(grant);
  Holding out(shape, holding.cpu_set(), std::move(grants),
              {holding.pools().begin(), holding.pools().end()});
  out.set_devices(holding.devices());
  out.set_pod_key(holding.pod_key());
  return out;
}

// Updates a pod that this cluster placed. Its holding is kept, whatever the pod's annotations say
// now. Requested amounts may change, and policies that only bound pods have.
Outcome set_given(ClusterState &state, PodTable::Entry &known, const object::PodObject &pod,
                  const ShapePtr &shape) {
  Pod &now = known.second;
  const auto reservation = state.reservations.all.find(pod.uid);
  const bool is_reservation = reservation != state.reservations.all.end();
  const Holding &given = is_reservation ? reservation->second.whole : now.holding;
  const Conflicts conflicts =
      differences(*claim_of(pod, *shape, state.no_claim), given, state.resources, state.options);
  auto kept = conflicts.any() ? std::make_shared<const Conflicts>(conflicts) : nullptr;
  now.bound = true;
  now.priority = pod.priority;
  // The shape of a reservation is a copy with the same key.
  const bool is_same_shape =
      is_reservation ? now.holding.shape().key == shape->key : now.holding.shared_shape() == shape;
  if (is_same_shape) {
    now.conflicts = std::move(kept);
    state.pods.count_in_conflict(now.node);
    return Outcome::kDone;
  }
  Pod next{now.node, pod.priority, with_shape(given, shape)};
  if (state.reservations.is_linked(pod.uid)) {
    next.conflicts = std::move(kept);
    return replace_linked(state, pod, std::move(next));
  }
  next.bound = true;
  Reevaluation update = reevaluate(state, next.node, {{pod.uid, &next}}, {pod.uid});
  state.nodes.make_room_to_touch(*update.node);
  next.conflicts = std::move(kept);
  state.pods.replace(known, std::move(next));
  apply(state, std::move(update));
  return Outcome::kDone;
}

// Keeps the CPUs and amounts that were reserved here, whatever the pod claims now.
void keep_ours(const ClusterState &state, const PodTable::Entry &known, Pod &next) {
  const auto reservation = state.reservations.all.find(known.first);
  const Holding &given = reservation == state.reservations.all.end() ? known.second.holding
                                                                     : reservation->second.whole;
  const Conflicts conflicts =
      differences(*next.claim, given, state.resources, state.options).of_others();
  if (conflicts.any()) next.conflicts = std::make_shared<const Conflicts>(conflicts);
  next.claim = with_reserved(*known.second.claim, std::move(next.claim));
  next.cpus_are_ours = true;
  next.holding = with_shape(given, next.holding.shared_shape());
}

// Stores a pod whose node is unknown and removes it from its former node.
Outcome set_waiting(ClusterState &state, const object::PodObject &pod, const ShapePtr &shape,
                    Conflicts &conflicts) {
  PodTable::Entry *known = state.pods.find(pod.uid);
  BoundPod bound{pod.priority, shape, claim_of(pod, *shape, state.no_claim)};
  conflicts = conflicts_of(state, pod.node, pod.uid, bound);
  if (known == nullptr) {
    std::vector<Reevaluation> elsewhere = reevaluate_other_nodes(state, pod.uid);
    state.waiting.put(pod.uid, pod.node, std::move(bound));
    state.recorded.set_left(pod.uid, false);
    apply(state, std::move(elsewhere));
    return Outcome::kDone;
  }
  Reevaluation left = reevaluate(state, known->second.node, {}, {pod.uid});
  state.nodes.make_room_to_touch(*left.node);
  state.waiting.put(pod.uid, pod.node, std::move(bound));
  state.pods.remove(*known);
  apply(state, std::move(left));
  return Outcome::kDone;
}

// Updates a reservation or an owner.
Outcome set_linked(ClusterState &state, const object::PodObject &pod, Pod next,
                   Conflicts &conflicts) {
  const Outcome outcome = replace_linked(state, pod, std::move(next));
  if (outcome != Outcome::kDone) return outcome;
  Pod &now = state.pods.at(pod.uid);
  now.bound = true;
  if (now.conflicts) conflicts = *now.conflicts;
  return outcome;
}

// Updates a bound pod that stays on its node.
void set_staying(ClusterState &state, PodTable::Entry &known, const object::PodObject &pod,
                 Pod next) {
  Pod &now = known.second;
  const ShapePtr shape = next.holding.shared_shape();
  if (now.holding.shape().key == shape->key && *now.claim == *next.claim) {
    now.priority = pod.priority;
    now.bound = true;
    return;
  }
  Reevaluation update = reevaluate(state, next.node, {{pod.uid, &next}}, {pod.uid});
  state.nodes.make_room_to_touch(*update.node);
  state.pods.replace(known, std::move(next));
  apply(state, std::move(update));
}

// Adds a pod if its arrival cannot change the holdings of others,
// so that only its own claim is evaluated. Returns false otherwise.
bool set_simply(ClusterState &state, const object::PodObject &pod, const Pod &next,
                std::vector<Reevaluation> &elsewhere) {
  const uint32_t id = next.node;
  Node &node = state.nodes[id];
  if (state.is_disputed(id) || node.has_record(pod.uid)) return false;
  Pod alone = next;
  evaluate_alone(state, id, pod.uid, alone);
  if (alone.is_in_conflict()) return false;
  state.make_room_for(id);
  PodTable::Entry &entry = state.pods.add(pod.uid, std::move(alone));
  state.waiting.erase(pod.uid);
  // The pod was there before, so the report's zones may include it.
  node.count_as_reported(entry.second.holding);
  node.hold(entry.second.holding);
  state.touch(id);
  state.recorded.set_left(pod.uid, false);
  apply(state, std::move(elsewhere));
  return true;
}

void set_arriving(ClusterState &state, const object::PodObject &pod, Pod next) {
  std::vector<Reevaluation> elsewhere = reevaluate_other_nodes(state, pod.uid, next.node);
  if (set_simply(state, pod, next, elsewhere)) return;
  Reevaluation update = reevaluate(state, next.node, {{pod.uid, &next, true}});
  state.make_room_for(next.node);
  state.pods.add(pod.uid, std::move(next));
  state.waiting.erase(pod.uid);
  state.recorded.set_left(pod.uid, false);
  apply(state, std::move(update));
  apply(state, std::move(elsewhere));
}

// Moves a pod from another node.
void set_moved(ClusterState &state, PodTable::Entry &known, const object::PodObject &pod,
               Pod next) {
  Reevaluation update = reevaluate(state, next.node, {{pod.uid, &next, true}});
  Reevaluation left = reevaluate(state, known.second.node, {}, {pod.uid});
  state.make_room_for(next.node);
  state.pods.replace(known, std::move(next));
  apply(state, std::move(left));
  apply(state, std::move(update));
}

// Sets a pod that another scheduler has bound to a known node.
Outcome set_foreign(ClusterState &state, const object::PodObject &pod, const ShapePtr &shape,
                    uint32_t id, Conflicts &conflicts) {
  PodTable::Entry *known = state.pods.find(pod.uid);
  if (known != nullptr) state.nodes.make_room_to_touch(state.nodes[known->second.node]);
  const bool stays = known != nullptr && known->second.node == id;
  Pod next{id, pod.priority, Holding(shape), claim_of(pod, *shape, state.no_claim)};
  next.bound = true;
  if (stays && known->second.cpus_are_ours) keep_ours(state, *known, next);
  if (state.reservations.is_linked(pod.uid))
    return stays ? set_linked(state, pod, std::move(next), conflicts) : Outcome::kElsewhere;
  if (stays)
    set_staying(state, *known, pod, std::move(next));
  else if (known != nullptr)
    set_moved(state, *known, pod, std::move(next));
  else
    set_arriving(state, pod, std::move(next));
  const Pod &now = state.pods.at(pod.uid);
  if (now.conflicts) conflicts = *now.conflicts;
  return Outcome::kDone;
}

}  // namespace

Outcome set_bound(ClusterState &state, const object::PodObject &pod, ShapePtr shape,
                  Conflicts &conflicts) {
  PodTable::Entry *known = state.pods.find(pod.uid);
  const bool was_given = known != nullptr && known->second.claim == nullptr &&
                         state.nodes[known->second.node].name() == pod.node;
  if (was_given) {
    const Outcome outcome = set_given(state, *known, pod, shape);
    if (outcome == Outcome::kDone) conflicts = conflicts_of(state, *state.pods.find(pod.uid));
    return outcome;
  }
  if (!state.options.rules().judges_claims) shape = with_names(shape, pod, state.resources);
  if (const uint32_t *id = state.nodes.find(pod.node))
    return set_foreign(state, pod, shape, *id, conflicts);
  return state.reservations.is_linked(pod.uid) ? Outcome::kElsewhere
                                               : set_waiting(state, pod, shape, conflicts);
}

Outcome set_unbound(const ClusterState &state, const object::PodObject &pod) {
  const bool known = state.pods.contains(pod.uid) || state.waiting.contains(pod.uid);
  return known ? Outcome::kDone : Outcome::kUnknownPod;
}

Outcome set_ended(ClusterState &state, const object::PodObject &pod) {
  if (const Outcome outcome = remove_pod(state, pod.uid); outcome != Outcome::kUnknownPod)
    return outcome;
  if (!state.has_unknown_node(pod.uid)) return Outcome::kUnknownPod;
  std::vector<Reevaluation> updates = reevaluate_other_nodes(state, pod.uid);
  state.recorded.set_left(pod.uid, true);
  apply(state, std::move(updates));
  return Outcome::kUnknownPod;
}

}  // namespace koord::sched
