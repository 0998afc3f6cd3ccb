// What the nodes of a cluster say to a pod.
#include <string>
#include <utility>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/cluster_handle.h"
#include "capi/guard.h"
#include "capi/refusals.h"
#include "capi/rows.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace sched = koord::sched;

namespace {

// The engine writes its rows where callers expect theirs.
static_assert(sizeof(koord_verdict) == sizeof(sched::Verdict) &&
              offsetof(koord_verdict, node) == offsetof(sched::Verdict, node) &&
              offsetof(koord_verdict, reason) == offsetof(sched::Verdict, reason) &&
              offsetof(koord_verdict, score) == offsetof(sched::Verdict, score) &&
              offsetof(koord_verdict, flags) == offsetof(sched::Verdict, flags) &&
              KOORD_VERDICT_UNRESOLVABLE == sched::kUnresolvable &&
              KOORD_VERDICT_REMOVED == sched::kRemoved);

sched::RowSpace space_of(const RowArray<koord_verdict> &rows) {
  rows.check();
  return {rows.rows, rows.stride, rows.capacity};
}

}  // namespace

koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                    const koord_query *query, koord_verdict *rows, size_t stride,
                                    size_t capacity, koord_evaluation *out, koord_error *err) {
  return guarded(err, [&] {
    const sched::Question question = question_of(cluster, pod, query);
    require(out, "out");
    const RowArray<koord_verdict> array{rows, stride, capacity};
    sched::RowSpace space = space_of(array);
    const sched::WhatIf imagined = read_query(cluster, query, Reads::kNodesAndReservations);
    out->generation =
        cluster->cluster.evaluate(question, imagined, query == nullptr ? 0 : query->first,
                                  query == nullptr ? SIZE_MAX : query->count, space);
    out->count = space.count();
    array.check_room(space.count());
  });
}

koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                     const koord_query *query, koord_verdict *rows, size_t stride,
                                     size_t capacity, koord_evaluation *out, koord_error *err) {
  return guarded(err, [&] {
    const sched::Question question = question_of(cluster, pod, query);
    require(out, "out");
    check_imagines_nothing(query, "koord_cluster_find_best");
    sched::RowSpace space = space_of({rows, stride, capacity});
    out->generation = cluster->cluster.best(question, space);
    out->count = space.count();
  });
}

koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                       const koord_query *query, koord_verdict *rows, size_t stride,
                                       size_t capacity, koord_evaluation *inout, koord_error *err) {
  return guarded(err, [&] {
    const sched::Question question = question_of(cluster, pod, query);
    require(inout, "inout");
    check_imagines_nothing(query, "koord_cluster_get_changes");
    const RowArray<koord_verdict> array{rows, stride, capacity};
    sched::RowSpace space = space_of(array);
    const uint64_t of = cluster->cluster.changes(question, inout->generation, space);
    inout->count = space.count();
    array.check_room(space.count());
    inout->generation = of;
  });
}

koord_status koord_verdicts_normalize(koord_verdict *rows, size_t stride, size_t count,
                                      koord_error *err) {
  return guarded(err, [&] {
    check_extent(count, sizeof *rows, "count");
    sched::normalize(space_of({rows, stride, count}));
  });
}

koord_status koord_cluster_judge(const koord_cluster *cluster, const koord_pod *pod,
                                 const koord_query *query, uint32_t node, koord_refusal *refusal,
                                 int32_t *score, koord_error *err) {
  return guarded(err, [&] {
    const sched::Question question = question_of(cluster, pod, query);
    require(refusal, "refusal");
    koord::Refusal found;
    int32_t points = 0;
    check_outcome(
        cluster->cluster.judge_one(question, read_query(cluster, query, Reads::kReservations), node,
                                   found, points),
        node);
    *refusal = to_c(found);
    if (score != nullptr) *score = points;
  });
}

koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                     uint32_t node, koord_numa_policy policy,
                                     koord_numa_place *places, size_t place_capacity,
                                     size_t *place_count, koord_numa_hint_list *lists,
                                     size_t list_capacity, size_t *list_count,
                                     koord_numa_hint *hints, size_t hint_capacity,
                                     size_t *hint_count, char *names, size_t names_capacity,
                                     size_t *names_length, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(pod, "pod");
    const sched::Question question{shape_of(cluster, pod), true};
    const auto numa_policy =
        number<koord::object::NumaPolicy>(policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "policy");
    require(place_count, "place_count");
    require(list_count, "list_count");
    require(hint_count, "hint_count");
    require(names_length, "names_length");
    check_extent(place_capacity, sizeof *places, "place_capacity");
    check_extent(list_capacity, sizeof *lists, "list_capacity");
    check_extent(hint_capacity, sizeof *hints, "hint_capacity");
    check_extent(names_capacity, 1, "names_capacity");
    if (place_capacity != 0) require(places, "places");
    if (list_capacity != 0) require(lists, "lists");
    if (hint_capacity != 0) require(hints, "hints");
    if (names_capacity != 0) require(names, "names");
    sched::Cluster::NodeHints found;
    check_outcome(cluster->cluster.hints(question, node, numa_policy, found), node);
    *place_count = found.nodes.size();
    *list_count = found.lists.size();
    *hint_count = *names_length = 0;
    for (const auto &[name, list] : found.lists) {
      *hint_count += list.size();
      *names_length += name.size();
    }
    if (*place_count > place_capacity || *list_count > list_capacity ||
        *hint_count > hint_capacity || *names_length > names_capacity)
      throw Error(Status::kNoSpace, "hints: " + std::to_string(*place_count) + " places, " +
                                        std::to_string(*list_count) + " lists, " +
                                        std::to_string(*hint_count) + " hints and " +
                                        std::to_string(*names_length) + " bytes of names");
    for (size_t i = 0; i < found.nodes.size(); ++i)
      places[i] = {found.nodes[i], static_cast<koord_numa_use>(found.use[i])};
    uint32_t hint = 0;
    uint32_t name_at = 0;
    for (const auto &[name, list] : found.lists) {
      *lists++ = {
          hint,    static_cast<uint32_t>(list.size()),
          name_at, static_cast<uint32_t>(name.size()),
          0,       list.empty() ? KOORD_NUMA_HINT_KIND_UNSATISFIABLE : KOORD_NUMA_HINT_KIND_HINTS};
      name.copy(names + name_at, name.size());
      name_at += static_cast<uint32_t>(name.size());
      for (const koord::numa::Hint &given : list)
        hints[hint++] = {given.nodes, given.score,
                         given.preferred ? uint32_t{KOORD_NUMA_HINT_PREFERRED} : 0, 0};
    }
  });
}
