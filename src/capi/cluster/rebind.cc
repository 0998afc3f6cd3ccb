// Rebinding: plans of other CPUs for the pods of a node, and RebindResource objects.
#include "plan/rebind.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"
#include "wire/pod/rebind_resource.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;
namespace wire = koord::wire;

namespace {

static_assert(KOORD_REBIND_BUDGET_DEFAULT == plan::RebindOptions::kWork &&
              KOORD_REBIND_BUDGET_MAX == plan::RebindOptions::kMostWork &&
              KOORD_REBIND_ACTION_CPU == static_cast<int>(wire::RebindAction::kCpu) &&
              KOORD_REBIND_PHASE_UNKNOWN == static_cast<int>(wire::RebindPhase::kUnknown));

plan::RebindOptions read_options(const koord_rebind_options *options) {
  plan::RebindOptions out;
  if (options == nullptr) return out;
  const koord_rebind_options given = read_struct(options, "options");
  check_flags(given.flags, KOORD_REBIND_NO_NEW_CROSSING, "options.flags");
  if (given.budget > plan::RebindOptions::kMostWork)
    throw Error(Status::kInvalid, "options.budget: found " + std::to_string(given.budget) +
                                      ", expected at most " +
                                      std::to_string(plan::RebindOptions::kMostWork));
  out.no_new_crossing = (given.flags & KOORD_REBIND_NO_NEW_CROSSING) != 0;
  out.most_moved = given.max_moved;
  if (given.budget != 0) out.work = given.budget;
  return out;
}

koord_fragmentation fragmentation_of(const plan::Fragmentation &from) {
  return {from.contested,     from.extra_numa, from.extra_sockets, from.unmet_pods, from.stranded,
          from.largest_block, from.free_cpus,  from.free_cores,    from.percent,    0};
}

koord_rebind_info to_info(const plan::Rebind &found) {
  koord_rebind_info out{};
  out.reason = static_cast<koord_reason>(found.refusal.reason);
  out.moved = found.moved;
  out.used = found.work;
  if (found.out_of_work) out.properties |= KOORD_REBIND_INFO_TRUNCATED;
  out.before = fragmentation_of(found.before);
  out.after = fragmentation_of(found.after);
  return out;
}

}  // namespace

koord_status koord_cluster_plan_rebind(const koord_cluster *cluster, uint32_t node,
                                       const koord_rebind_options *options,
                                       const koord_query *query, koord_plan **out,
                                       koord_rebind_info *info, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    const plan::RebindOptions wanted = read_options(options);
    if (info != nullptr) read_struct(info, "info");
    plan::Rebind found;
    {
      const sched::ClusterSnapshot snapshot(cluster->cluster, read_query(cluster, query), true,
                                            node);
      if (!snapshot.has(node)) check_outcome(sched::Outcome::kUnknownNode, node);
      found = plan::rebind(snapshot, node, wanted);
    }
    *out = new_plan(cluster, std::move(found.changes));
    if (info != nullptr) write_struct(to_info(found), info, "info");
  });
}

koord_status koord_cluster_plan_rebind_for(const koord_cluster *cluster, const koord_pod *pod,
                                           uint32_t node, const koord_rebind_options *options,
                                           const koord_query *query, koord_plan **out,
                                           koord_rebind_info *info, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    require(info, "info");
    const std::string &uid = uid_of(pod);
    const bool skip_fit = skips_fit(query);
    const plan::RebindOptions wanted = read_options(options);
    read_struct(info, "info");
    const sched::ShapePtr shape = shape_to_place(cluster, pod, skip_fit);
    plan::Rebind found;
    {
      const sched::ClusterSnapshot snapshot(cluster->cluster, read_query(cluster, query), skip_fit);
      if (!snapshot.has(node)) check_outcome(sched::Outcome::kUnknownNode, node);
      check_new(snapshot, uid);
      found = plan::rebind_for(snapshot, node, shape, skip_fit, wanted);
    }
    if (!found.refusal.refused()) {
      found.changes.steps.back().uid = uid;
      found.changes.steps.back().priority = pod->object.priority;
      *out = new_plan(cluster, std::move(found.changes));
    }
    koord_rebind_info result = to_info(found);
    result.refusal = to_c(found.refusal);
    write_struct(result, info, "info");
  });
}

koord_status koord_rebind_request_from_json(const koord_context *context, const char *json,
                                            size_t length, koord_rebind_request *request,
                                            char *node, size_t capacity, size_t *needed,
                                            koord_error *err) {
  return guarded(err, [&] {
    require(request, "request");
    read_struct(request, "request");
    const wire::RebindResource found =
        wire::read_rebind_resource(document(json, length, "json"), log_of(context));
    write_text(found.node, node, capacity, needed, "node");
    koord_rebind_request result{};
    result.action = static_cast<koord_rebind_action>(found.action);
    result.phase = static_cast<koord_rebind_phase>(found.phase);
    result.deadline_seconds = found.deadline;
    write_struct(result, request, "request");
  });
}

koord_status koord_rebind_status_to_json(koord_rebind_phase phase, const char *timestamp,
                                         size_t timestamp_length, const char *reason,
                                         size_t reason_length, koord_buffer **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const auto reached = number<wire::RebindPhase>(phase, KOORD_REBIND_PHASE_UNKNOWN + 1, "phase");
    if (reached == wire::RebindPhase::kNone)
      throw Error(Status::kInvalid, "phase: found 0, expected a phase that was reached");
    *out = new_buffer(wire::rebind_status_patch(reached,
                                                label(timestamp, timestamp_length, "timestamp"),
                                                label(reason, reason_length, "reason")));
  });
}
