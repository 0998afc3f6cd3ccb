// Plans to resize pods.
#include "plan/resize.h"

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

koord_status koord_cluster_plan_resize(const koord_cluster *cluster, const koord_pod *pod,
                                       const koord_query *query, koord_plan **out,
                                       koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    require(refusal, "refusal");
    const std::string &uid = uid_of(pod);
    const plan::ResizeConditions conditions{
        skips_fit(query), query != nullptr && (query->flags & KOORD_QUERY_MAY_MOVE) != 0};
    const sched::ShapePtr shape = shape_to_place(cluster, pod, conditions.skip_fit);
    plan::ResizeAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(cluster->cluster, read_query(cluster, query),
                                            conditions.skip_fit);
      uint32_t node = 0;
      sched::Holder holder;
      if (!snapshot.find(uid, node, holder)) check_outcome(sched::Outcome::kUnknownPod, uid);
      if (holder.linked)
        throw Error(Status::kConflict,
                    "pod " + koord::in_quotes(uid) +
                        ": is a reservation or takes from one; resizing it is not supported");
      holder.priority = pod->object.priority;
      answer = plan::resize(snapshot, node, holder, shape, conditions);
    }
    if (!answer.refusal.refused()) *out = new_plan(cluster, std::move(answer.changes));
    *refusal = to_c(answer.refusal);
  });
}
