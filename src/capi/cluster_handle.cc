#include "capi/cluster_handle.h"

#include "base/error.h"
#include "capi/arguments.h"

namespace koord::capi {

sched::ShapePtr shape_of(const koord_cluster *cluster, const koord_pod *pod) {
  {
    const std::lock_guard lock(pod->shape_mutex);
    if (pod->shape_in == cluster->identity && cluster->cluster.is_current(*pod->shape))
      return pod->shape;
  }
  sched::ShapePtr shape = cluster->cluster.shape_of(pod->object);
  const std::lock_guard lock(pod->shape_mutex);
  pod->shape = shape;
  pod->shape_in = cluster->identity;
  return shape;
}

sched::Question question_of(const koord_cluster *cluster, const koord_pod *pod, uint32_t flags) {
  require(cluster, "cluster");
  require(pod, "pod");
  check_flags(flags, KOORD_SKIP_FIT, "flags");
  return {shape_of(cluster, pod), (flags & KOORD_SKIP_FIT) != 0};
}

void check_outcome(sched::Outcome outcome, std::string_view what) {
  switch (outcome) {
    case sched::Outcome::kDone:
      return;
    case sched::Outcome::kUnknownNode:
      throw Error(Status::kNotFound, "node " + quoted(what) + ": there is no such node");
    case sched::Outcome::kUnknownPod:
      throw Error(Status::kNotFound, "pod " + quoted(what) + ": holds nothing in this cluster");
    case sched::Outcome::kStale:
      throw Error(Status::kStale, "pod " + quoted(what) + ": the node changed since it was judged");
    case sched::Outcome::kElsewhere:
      throw Error(Status::kConflict, "pod " + quoted(what) + ": is on another node already");
  }
}

void check_outcome(sched::Outcome outcome, uint32_t node) {
  check_outcome(outcome, std::to_string(node));
}

}  // namespace koord::capi
