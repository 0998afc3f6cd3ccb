// Preemption: the pods to evict so that a pod fits.
#include "plan/preempt.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

struct koord_preemption {
  plan::Preemptions found;
  std::shared_ptr<const koord_pod> pod;
  koord_query query;
  std::shared_ptr<const void> cluster_identity;
  std::string texts;              // the uids of the victims
  std::vector<uint32_t> offsets;  // of each victim's uid in them
  koord::capi::References references{};
};

namespace {

const plan::Preemption &row_of(const koord_preemption *preemption, size_t row) {
  require(preemption, "preemption");
  const auto &rows = preemption->found.rows;
  if (row >= rows.size())
    throw Error(Status::kInvalid, "row: found " + std::to_string(row) + ", there are " +
                                      std::to_string(rows.size()) + " rows");
  return rows[row];
}

std::span<const plan::Victim> victims_of(const koord_preemption *preemption,
                                         const plan::Preemption &row) {
  return std::span(preemption->found.victims).subspan(row.first, row.count);
}

void keep_texts(koord_preemption &handle) {
  const std::vector<plan::Victim> &victims = handle.found.victims;
  handle.texts = join_texts(
      victims, [](const plan::Victim &victim) -> const std::string & { return victim.uid; });
  handle.offsets.reserve(victims.size());
  uint32_t at = 0;
  for (const plan::Victim &victim : victims) {
    handle.offsets.push_back(at);
    at += static_cast<uint32_t>(victim.uid.size());
  }
}

koord_node_preemption to_c(const plan::Preemption &row) {
  koord_node_preemption out{};
  out.priority_sum = row.priority_sum;
  out.node = row.node;
  out.reason = static_cast<koord_reason>(row.reason);
  out.score = row.score;
  if (row.unresolvable) out.flags |= KOORD_PREEMPTION_UNRESOLVABLE;
  if (!row.proven) out.flags |= KOORD_PREEMPTION_UNPROVEN;
  out.highest_priority = row.highest_priority;
  out.victims = static_cast<uint32_t>(row.count);
  out.avoided = row.avoided;
  return out;
}

}  // namespace

koord_preemption *koord_preemption_ref(const koord_preemption *preemption) {
  return add_reference(preemption);
}
void koord_preemption_unref(koord_preemption *preemption) { drop_reference(preemption); }

koord_status koord_cluster_preempt(const koord_cluster *cluster, const koord_pod *pod,
                                   const koord_preempt_options *options, const koord_query *query,
                                   koord_preemption **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_preempt_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, KOORD_PREEMPT_LEAST_IMPORTANT, "options.flags");
    const plan::Preemptor preemptor{query_of(cluster, pod, query), pod->object.priority,
                                    pod->object.uid};
    plan::PreemptionOptions how;
    if ((given.flags & KOORD_PREEMPT_LEAST_IMPORTANT) != 0)
      how.preference = plan::Preference::kLeastImportant;
    if (given.budget != 0) how.work = given.budget;
    auto handle = std::make_unique<koord_preemption>();
    if (query != nullptr) handle->query = *query;
    handle->pod = {koord_pod_ref(pod), koord_pod_unref};
    handle->cluster_identity = cluster->identity;
    const sched::WhatIf what_if = read_query(cluster, &handle->query);
    const sched::ClusterSnapshot snapshot(cluster->cluster, what_if, preemptor.query.skip_fit);
    handle->found = plan::preempt(snapshot, preemptor, how);
    keep_texts(*handle);
    *out = handle.release();
  });
}

koord_status koord_preemption_get_nodes(const koord_preemption *preemption,
                                        koord_node_preemption *rows, size_t stride, size_t capacity,
                                        size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(preemption, "preemption");
    const RowArray<koord_node_preemption> array{rows, stride, capacity};
    array.write_all(preemption->found.rows, count, [](const auto &row) { return to_c(row); });
  });
}

koord_status koord_preemption_get_victims(const koord_preemption *preemption, size_t row,
                                          koord_plan_step *rows, size_t stride, size_t capacity,
                                          size_t *count, koord_error *err) {
  return guarded(err, [&] {
    const plan::Preemption &of = row_of(preemption, row);
    const uint32_t *offset = preemption->offsets.data() + of.first;
    const RowArray<koord_plan_step> array{rows, stride, capacity};
    array.write_all(victims_of(preemption, of), count, [&](const plan::Victim &victim) {
      return koord_plan_step{of.node,
                             KOORD_STEP_KIND_RELEASE,
                             victim.priority,
                             *offset++,
                             static_cast<uint32_t>(victim.uid.size()),
                             0};
    });
  });
}

const char *koord_preemption_get_texts(const koord_preemption *preemption, size_t *length) {
  return get_texts(preemption, length);
}

koord_status koord_cluster_plan_preemption(const koord_cluster *cluster,
                                           const koord_preemption *preemption, size_t row,
                                           koord_refusal *refusal, koord_plan **out,
                                           koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    require(refusal, "refusal");
    const plan::Preemption &of = row_of(preemption, row);
    if (preemption->cluster_identity != cluster->identity)
      throw Error(Status::kInvalid, "preemption: was made for another cluster");
    if (of.reason != koord::Reason::kNone)
      throw Error(Status::kInvalid,
                  "row: found " + std::to_string(row) + ", on whose node no eviction helps");
    const koord_pod *pod = preemption->pod.get();
    plan::Preemptor preemptor{query_of(cluster, pod, &preemption->query), pod->object.priority,
                              uid_of(pod)};
    // The pod's holding is accounted in full, including resources that nodes report later.
    if (preemptor.query.shape->requests_unknown())
      preemptor.query.shape =
          cluster->cluster.shape_of(pod->object, pod->totals, sched::Purpose::kToHold);
    const sched::WhatIf what_if = read_query(cluster, &preemption->query);
    const sched::ClusterSnapshot snapshot(cluster->cluster, what_if, preemptor.query.skip_fit,
                                          of.node);
    if (!snapshot.has(of.node) || snapshot.generation(of.node) != of.generation)
      throw Error(Status::kStale, "row: its node changed since the preemption was computed");
    sched::Changes changes;
    const koord::Refusal found =
        plan::carry_out(snapshot, preemptor, of.node, victims_of(preemption, of), changes);
    if (!found.refused()) *out = new_plan(cluster, std::move(changes));
    *refusal = koord::capi::to_c(found);
  });
}
