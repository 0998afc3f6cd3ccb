// Plans of several changes: queries, and the atomic commit.
#include <string>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"
#include "wire/pod/pod_writer.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace sched = koord::sched;
namespace wire = koord::wire;

namespace koord::capi {

const sched::Change &step_of(const koord_plan *plan, size_t step) {
  require(plan, "plan");
  if (step >= plan->changes.steps.size())
    throw Error(Status::kInvalid, "step: found " + std::to_string(step) + ", the plan has " +
                                      std::to_string(plan->changes.steps.size()) + " steps");
  return plan->changes.steps[step];
}

void check_cluster(const koord_cluster *cluster, const koord_plan *plan) {
  require(cluster, "cluster");
  require(plan, "plan");
  if (plan->cluster_identity != cluster->identity)
    throw Error(Status::kInvalid, "plan: was made for another cluster");
}

sched::Allocation allocation_of(const koord_cluster *cluster, const koord_plan *plan, size_t step) {
  check_cluster(cluster, plan);
  const sched::Change &change = step_of(plan, step);
  sched::Allocation out;
  if (change.kind != sched::ChangeKind::kRelease)
    check_outcome(cluster->cluster.describe(change.node, change.holding, out), change.node);
  return out;
}

}  // namespace koord::capi

koord_plan *koord_plan_ref(const koord_plan *plan) { return add_reference(plan); }
void koord_plan_unref(koord_plan *plan) { drop_reference(plan); }

koord_status koord_plan_get_steps(const koord_plan *plan, koord_plan_step *rows, size_t stride,
                                  size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(plan, "plan");
    uint32_t at = 0;
    const RowArray<koord_plan_step> array{rows, stride, capacity};
    array.write_all(plan->changes.steps, count, [&](const sched::Change &step) {
      const auto length = static_cast<uint32_t>(step.uid.size());
      at += length;
      return koord_plan_step{step.node,     static_cast<koord_step_kind>(step.kind),
                             step.priority, at - length,
                             length,        0};
    });
  });
}

const char *koord_plan_get_texts(const koord_plan *plan, size_t *length) {
  return get_texts(plan, length);
}

koord_status koord_plan_get_step_cpus(const koord_plan *plan, size_t step, uint64_t *words,
                                      size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    const sched::Change &change = step_of(plan, step);
    require(words, "words");
    write_set(change.holding.cpu_set(), words, word_count);
  });
}

koord_status koord_cluster_get_step_status(const koord_cluster *cluster, const koord_plan *plan,
                                           size_t step, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const sched::Allocation held = allocation_of(cluster, plan, step);
    *out = new_buffer(wire::to_annotation(held.status, wire::Shape::kCanonical));
  });
}

koord_status koord_cluster_commit(koord_cluster *cluster, const koord_plan *plan,
                                  koord_error *err) {
  return guarded(err, [&] {
    check_cluster(cluster, plan);
    switch (cluster->cluster.commit(plan->changes)) {
      case sched::Outcome::kDone:
        return;
      case sched::Outcome::kStale:
        throw Error(Status::kStale, "plan: a node changed since the plan was made");
      case sched::Outcome::kOvercommitted:
        throw Error(Status::kConflict,
                    "plan: was rejected, because a node would exceed its capacity");
      default:
        throw Error(Status::kStale, "plan: a pod is not where it was when the plan was made");
    }
  });
}
