#include "sched/cluster/reserved_pods.h"

#include "base/error.h"
#include "sched/cluster/late_devices.h"
#include "sched/cluster/reevaluation.h"
#include "sched/cluster/reservations.h"
#include "sched/verdict/allocate.h"

namespace koord::sched {
namespace {

void check_affinity(const Node &node, numa::Mask affinity) {
  if ((affinity & ~numa::first_nodes(node.numa().size())) != 0)
    throw Error(Status::kInvalid, "affinity: names NUMA nodes beyond the " +
                                      std::to_string(node.numa().size()) + " of node " +
                                      in_quotes(node.name()));
}

}  // namespace

void check_words(const Node &node, size_t needed, std::span<const uint64_t> cpus) {
  if (!cpus.empty() && cpus.size() < needed)
    throw Error(Status::kNoSpace, "words: found " + std::to_string(cpus.size()) + ", node " +
                                      in_quotes(node.name()) + " needs " + std::to_string(needed));
}

void write_owned(const Node &node, const Holding &holding, std::span<uint64_t> cpus) {
  check_words(node, holding.cpus().size(), cpus);
  const CpuSet own = node.owned(holding);
  for (size_t i = 0; i < cpus.size(); ++i) cpus[i] = own.word(i);
}

Outcome reserve(ClusterState &state, const Query &query, std::string_view uid, uint32_t id,
                const ReserveConditions &conditions, Refusal &refusal, std::span<uint64_t> cpus) {
  if (!state.nodes.is_there(id)) return Outcome::kUnknownNode;
  const Node &node = state.nodes[id];
  check_words(node, node.words(), cpus);
  refusal = {};
  if (const PodTable::Entry *known = state.pods.find(uid)) {
    const Pod &pod = known->second;
    if (pod.node != id) return Outcome::kElsewhere;
    write_owned(node, pod.holding, cpus);
    return Outcome::kDone;
  }
  if (state.waiting.contains(uid)) return Outcome::kElsewhere;
  if (conditions.generation != 0 && state.nodes.generation(id) > conditions.generation)
    return Outcome::kStale;
  check_affinity(node, conditions.affinity);
  Holding holding(query.shape);
  refusal = allocate(state.nodes.view(id), query.shape, state.options,
                     {query.skip_fit, conditions.affinity}, holding);
  if (!refusal.refused() && !node.has_room(holding)) return state.reject();
  holding.write_cpus(cpus);
  if (refusal.refused()) return Outcome::kDone;
  Pod pod = reserved_pod(state, id, conditions.priority, std::move(holding));
  std::vector<Reevaluation> elsewhere = reevaluate_other_nodes(state, uid, id);
  if (state.is_disputed(id) || must_be_evaluated(state, pod)) {
    Reevaluation update = reevaluate(state, id, {{uid, &pod}});
    state.make_room_for(id);
    state.pods.add(uid, std::move(pod));
    apply(state, std::move(update));
  } else {
    node.mark_reported(uid, pod.holding);
    state.make_room_for(id);
    state.put_on(uid, std::move(pod));
  }
  state.recorded.set_left(uid, false);
  apply(state, std::move(elsewhere));
  return Outcome::kDone;
}

Outcome remove_pod(ClusterState &state, std::string_view uid) {
  PodTable::Entry *pod = state.pods.find(uid);
  if (pod == nullptr) {
    if (!state.waiting.contains(uid)) return Outcome::kUnknownPod;
    state.recorded.set_left(uid, true);
    state.waiting.erase(uid);
    return Outcome::kDone;
  }
  if (state.reservations.is_linked(uid)) return release_linked(state, uid);
  const uint32_t id = pod->second.node;
  const Node &node = state.nodes[id];
  state.nodes.make_room_to_touch(node);
  if (!state.is_disputed(id) && !node.has_record(uid)) {
    state.recorded.set_left(uid, true);
    state.take_off(*pod);
    return Outcome::kDone;
  }
  Reevaluation update = reevaluate(state, id, {}, {uid});
  state.recorded.set_left(uid, true);
  state.pods.remove(*pod);
  apply(state, std::move(update));
  return Outcome::kDone;
}

}  // namespace koord::sched
