// Pods that grow or shrink.
#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/plan_handle.h"
#include "capi/refusals.h"
#include "koord.h"
#include "plan/resize.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

koord_status koord_cluster_plan_resize(const koord_cluster *cluster, const koord_pod *pod,
                                       uint32_t flags, const koord_query *what_if, koord_plan **out,
                                       koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    require(refusal, "refusal");
    const std::string &uid = uid_of(pod);
    check_flags(flags, uint32_t{KOORD_QUERY_SKIP_FIT} | uint32_t{KOORD_QUERY_MAY_MOVE}, "flags");
    const plan::ResizeTerms terms{(flags & KOORD_QUERY_SKIP_FIT) != 0,
                                  (flags & KOORD_QUERY_MAY_MOVE) != 0};
    const sched::ShapePtr shape = shape_to_place(cluster, pod, flags);
    plan::ResizeAnswer answer;
    {
      const sched::Scene scene(cluster->cluster, read_what_if(cluster, what_if), terms.skip_fit);
      uint32_t node = 0;
      sched::Holder holder;
      if (!scene.find(uid, node, holder)) check_outcome(sched::Outcome::kUnknownPod, uid);
      if (holder.linked)
        throw Error(Status::kConflict,
                    "pod " + koord::in_quotes(uid) +
                        ": is a reservation or takes from one, which is not resized");
      holder.priority = pod->object.priority;
      answer = plan::resize(scene, node, holder, shape, terms);
    }
    if (!answer.refusal.refused()) *out = new_plan(cluster, std::move(answer.changes));
    *refusal = to_c(answer.refusal);
  });
}
