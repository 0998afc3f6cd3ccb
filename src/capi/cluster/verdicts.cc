// Verdicts of the nodes of a cluster on a pod.
#include <algorithm>
#include <string>
#include <utility>

#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "capi/pick/numa_hints.h"
#include "koord.h"

using namespace koord::capi;
namespace sched = koord::sched;

namespace {

// The engine writes its rows directly into the caller's, so the layouts must be equal.
static_assert(sizeof(koord_verdict) == sizeof(sched::Verdict) &&
              offsetof(koord_verdict, node) == offsetof(sched::Verdict, node) &&
              offsetof(koord_verdict, reason) == offsetof(sched::Verdict, reason) &&
              offsetof(koord_verdict, score) == offsetof(sched::Verdict, score) &&
              offsetof(koord_verdict, flags) == offsetof(sched::Verdict, flags) &&
              KOORD_VERDICT_UNRESOLVABLE == sched::kUnresolvable &&
              KOORD_VERDICT_REMOVED == sched::kRemoved &&
              KOORD_VERDICT_INVALID_REQUEST == sched::kInvalidRequest);

sched::RowSpace space_of(const RowArray<koord_verdict> &rows) {
  rows.check();
  return {rows.rows, rows.stride, rows.capacity};
}

}  // namespace

koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                    const koord_query *query, koord_verdict *rows, size_t stride,
                                    size_t capacity, koord_evaluation *out, koord_error *err) {
  return guarded(err, [&] {
    const sched::Query sched_query = query_of(cluster, pod, query);
    require(out, "out");
    const RowArray<koord_verdict> array{rows, stride, capacity};
    sched::RowSpace space = space_of(array);
    const sched::WhatIf what_if = read_query(cluster, query, Reads::kNodesAndReservations);
    out->generation =
        cluster->cluster.evaluate(sched_query, what_if, query == nullptr ? 0 : query->first,
                                  query == nullptr ? SIZE_MAX : query->count, space);
    out->count = space.count();
    array.check_room(space.count());
  });
}

koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                     const koord_query *query, koord_verdict *rows, size_t stride,
                                     size_t capacity, koord_evaluation *out, koord_error *err) {
  return guarded(err, [&] {
    const sched::Query sched_query = query_of(cluster, pod, query);
    require(out, "out");
    reject_what_if(query, "koord_cluster_find_best");
    sched::RowSpace space = space_of({rows, stride, capacity});
    out->generation = cluster->cluster.best(sched_query, space);
    out->count = space.count();
  });
}

koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                       const koord_query *query, koord_verdict *rows, size_t stride,
                                       size_t capacity, koord_evaluation *inout, koord_error *err) {
  return guarded(err, [&] {
    const sched::Query sched_query = query_of(cluster, pod, query);
    require(inout, "inout");
    reject_what_if(query, "koord_cluster_get_changes");
    const RowArray<koord_verdict> array{rows, stride, capacity};
    sched::RowSpace space = space_of(array);
    const uint64_t of = cluster->cluster.changes(sched_query, inout->generation, space);
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
    const sched::Query sched_query = query_of(cluster, pod, query);
    require(refusal, "refusal");
    koord::Refusal found;
    int32_t points = 0;
    check_outcome(
        cluster->cluster.judge_one(sched_query, read_query(cluster, query, Reads::kReservations),
                                   node, found, points),
        node);
    *refusal = to_c(found);
    if (score != nullptr) *score = points;
  });
}

koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                     uint32_t node, koord_numa_policy policy,
                                     koord_numa_hints *hints, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(pod, "pod");
    require(hints, "hints");
    const sched::Query sched_query{shape_of(cluster, pod), true};
    const auto numa_policy =
        number<koord::object::NumaPolicy>(policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "policy");
    sched::Cluster::NodeHints found;
    check_outcome(cluster->cluster.hints(sched_query, node, numa_policy, found), node);
    size_t hint_count = 0;
    size_t bytes = 0;
    for (const auto &[name, list] : found.lists) {
      hint_count += list.size();
      bytes += name.size();
    }
    hints->reserve(found.nodes.size(), found.lists.size(), hint_count, bytes);
    // Nothing throws from here on.
    hints->clear();
    hints->node_count = found.nodes.size();
    std::copy(found.nodes.begin(), found.nodes.end(), hints->ids.begin());
    std::copy(found.use.begin(), found.use.end(), hints->use.begin());
    for (const auto &[name, list] : found.lists)
      hints->add_list(
          name, 0,
          list.empty() ? koord::numa::Opinion::kUnsatisfiable : koord::numa::Opinion::kHints, list);
  });
}
