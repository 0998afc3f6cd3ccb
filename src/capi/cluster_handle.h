// What stands behind koord_cluster.
#pragma once

#include "capi/pod_handle.h"
#include "koord.h"
#include "plan/drill.h"
#include "sched/cluster.h"
#include "sched/scene.h"

// Synchronises itself: const or not says what a call changes, not who may call.
struct koord_cluster {
  explicit koord_cluster(const koord::sched::Options &options) : cluster(options) {}

  koord::sched::Cluster cluster;
  // Tells a pod whose shape it remembers. A pod keeps it alive, so that no other cluster is taken for it.
  const std::shared_ptr<const void> identity = std::make_shared<char>();
};

struct koord_query {
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
};

namespace koord::capi {

// The shape of a pod in a cluster; the pod remembers it.
sched::ShapePtr shape_of(const koord_cluster *cluster, const koord_pod *pod);

// The same of a pod that a plan may place: what it holds is to be accounted, also of resources that come later.
sched::ShapePtr shape_to_place(const koord_cluster *cluster, const koord_pod *pod, uint32_t flags);

// What is asked with a pod and KOORD_QUERY_SKIP_FIT.
sched::Question question_of(const koord_cluster *cluster, const koord_pod *pod, uint32_t flags);

// What of a what-if only some calls heed; to others it is kInvalid.
enum class Heeds : uint8_t { kNeither, kRestarts, kReservations };
// What it says, in the engine's words, restarts aside; good as long as the what-if is. NULL: nothing.
sched::WhatIf read_what_if(const koord_cluster *cluster, const koord_query *what_if,
                           Heeds heeds = Heeds::kNeither);

// Throws kInvalid where there is none.
const std::string &uid_of(const koord_pod *pod);
std::string_view read_uid(const char *uid, size_t length, const char *name = "uid");

// Throws kConflict where the pod is on a node already, or waits for one.
void check_new(const sched::Scene &scene, std::string_view uid);

// Throws the status of an outcome that is not kDone; `what` is the name of the node or pod.
void check_outcome(sched::Outcome outcome, std::string_view what);
void check_outcome(sched::Outcome outcome, uint32_t node);

}  // namespace koord::capi
