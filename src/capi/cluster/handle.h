// Definitions of koord_cluster and koord_query.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "capi/cluster/node_claims.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "plan/restart_trial.h"
#include "sched/cluster/cluster.h"
#include "sched/cluster/cluster_snapshot.h"

// Synchronised internally: const tells whether a call
// changes the cluster, not whether it may run concurrently.
struct koord_cluster {
  koord_cluster(const koord::sched::Options &options,
                std::shared_ptr<const koord::Log> log_function)
      : cluster(options), log(std::move(log_function)) {}

  koord::sched::Cluster cluster;
  koord::capi::NodeClaims claims{cluster};
  const std::shared_ptr<const koord::Log> log;
  // Identifies the cluster for which a pod caches a shape. The pod keeps it alive, so that no other
  // cluster can have the same identity.
  const std::shared_ptr<const void> identity = std::make_shared<char>();
};

struct koord_query {
  uint32_t flags = 0;  // koord_query_flags
  uint32_t first = 0;
  size_t count = SIZE_MAX;  // number of nodes from `first` on
  uint64_t generation = 0;
  uint64_t affinity = 0;
  std::vector<std::string> removed;
  struct AddedPod {
    std::shared_ptr<const koord_pod> pod;
    uint32_t node;
  };
  std::vector<AddedPod> added;
  struct ProtectedPod {
    std::string uid;
    koord::sched::Protection protection;
  };
  std::vector<ProtectedPod> protected_pods;
  std::vector<std::string> reservations;
  std::vector<koord::plan::Restart> restarts;
  std::vector<uint32_t> excluded;
  std::map<std::string, std::vector<uint32_t>, std::less<>> excluded_by_pod;  // unordered
  size_t excluded_pairs = 0;
};

namespace koord::capi {

// Sets the NodeResourceTopology of a node and logs new faults of its report of kubelet. Returns the
// node's id.
uint32_t set_topology(koord_cluster *cluster, const object::NodeTopology &topology);

// Sets a node's Device object, and logs devices of the node's pods that are gone since then.
uint32_t set_devices(koord_cluster *cluster, object::DeviceObject devices);
// Sets a pod, and logs its devices that its node does not have any more.
sched::Outcome set_pod(koord_cluster *cluster, const object::PodObject &pod,
                       sched::Conflicts &conflicts);

// Returns the shape of a pod in a cluster. The pod caches it.
sched::ShapePtr shape_of(const koord_cluster *cluster, const koord_pod *pod);

// Like shape_of() for a pod that a plan may place. The pod's holding is accounted in full,
// including resources that nodes report later.
sched::ShapePtr shape_to_place(const koord_cluster *cluster, const koord_pod *pod, bool skip_fit);

// Returns true if amounts of whole nodes are checked elsewhere; false for NULL.
bool skips_fit(const koord_query *query);
// Returns the engine's query about a pod.
sched::Query query_of(const koord_cluster *cluster, const koord_pod *pod, const koord_query *query);

// Parts of a query that only some calls support. Other calls throw kInvalid.
enum class Reads : uint8_t { kPods, kRestarts, kExclusions, kReservations, kNodesAndReservations };
// Returns the what-if of a query, without restarts and exclusions. It is valid as long as the
// query. NULL makes an empty what-if.
sched::WhatIf read_query(const koord_cluster *cluster, const koord_query *query,
                         Reads reads = Reads::kPods);
// Returns the nodes that the query excludes.
plan::Exclusions exclusions(const koord_query *query);
// Throws kInvalid for a query with a what-if, or with reservations if `call` does not support them.
// The call answers for the cluster as it is.
void reject_what_if(const koord_query *query, const char *call, bool reservations = false);

// Throws kInvalid if the pod has no uid.
const std::string &uid_of(const koord_pod *pod);
std::string_view read_uid(const char *uid, size_t length, const char *name = "uid");

// Throws kConflict if the pod is on a node already, or is bound to a node that does not exist.
void check_new(const sched::ClusterSnapshot &snapshot, std::string_view uid);

// Throws the status of an outcome other than kDone. `what` is the name of the node or pod.
void check_outcome(sched::Outcome outcome, std::string_view what);
void check_outcome(sched::Outcome outcome, uint32_t node);

}  // namespace koord::capi
