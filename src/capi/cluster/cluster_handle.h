// What stands behind koord_cluster.
#pragma once

#include "base/log.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "plan/restart_trial.h"
#include "sched/cluster/cluster.h"
#include "sched/cluster/scene.h"

// Synchronises itself: const or not says what a call changes, not who may call.
struct koord_cluster {
  koord_cluster(const koord::sched::Options &options, std::shared_ptr<const koord::Log> told)
      : cluster(options), log(std::move(told)) {}

  koord::sched::Cluster cluster;
  const std::shared_ptr<const koord::Log> log;
  // Tells a pod whose shape it remembers. A pod keeps it alive, so that no other cluster is taken
  // for it.
  const std::shared_ptr<const void> identity = std::make_shared<char>();
};

struct koord_query {
  uint32_t flags = 0;  // koord_query_flags
  uint32_t first = 0;
  size_t count = SIZE_MAX;  // nodes from `first`
  uint64_t generation = 0;
  uint64_t affinity = 0;
  std::vector<std::string> away;
  struct There {
    std::shared_ptr<const koord_pod> pod;
    uint32_t node;
  };
  std::vector<There> there;
  struct Guarded {
    std::string uid;
    koord::sched::Protection protection;
  };
  std::vector<Guarded> guarded;
  std::vector<std::string> from;
  std::vector<koord::plan::Restart> restarts;
  std::vector<uint32_t> excluded;
};

namespace koord::capi {

// The shape of a pod in a cluster; the pod remembers it.
sched::ShapePtr shape_of(const koord_cluster *cluster, const koord_pod *pod);

// The same of a pod that a plan may place: what it holds is to be accounted, also of resources that
// come later.
sched::ShapePtr shape_to_place(const koord_cluster *cluster, const koord_pod *pod, bool skip_fit);

// Whether amounts of whole nodes are judged elsewhere. NULL: no.
bool skips_fit(const koord_query *query);
// What is asked with a pod under a query.
sched::Query query_of(const koord_cluster *cluster, const koord_pod *pod, const koord_query *query);

// What of a query only some calls read; in others it is kInvalid.
enum class Reads : uint8_t { kPods, kRestarts, kExclusions, kReservations, kNodesAndReservations };
// What it imagines, in the engine's words, restarts and exclusions aside; good as long as the query
// is. NULL: nothing.
sched::WhatIf read_query(const koord_cluster *cluster, const koord_query *query,
                         Reads reads = Reads::kPods);
// kInvalid for a query that imagines anything, or uses reservations where `call` does not: it
// answers for the cluster as it is.
void check_imagines_nothing(const koord_query *query, const char *call, bool reservations = false);

// Throws kInvalid where there is none.
const std::string &uid_of(const koord_pod *pod);
std::string_view read_uid(const char *uid, size_t length, const char *name = "uid");

// Throws kConflict where the pod is on a node already, or waits for one.
void check_new(const sched::Scene &scene, std::string_view uid);

// Throws the status of an outcome that is not kDone; `what` is the name of the node or pod.
void check_outcome(sched::Outcome outcome, std::string_view what);
void check_outcome(sched::Outcome outcome, uint32_t node);

}  // namespace koord::capi
