// Nodes and the pods on them: judged, reserved and restored, by any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/refusal.h"
#include "object/device_settings.h"
#include "sched/cluster/allocation.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/query.h"
#include "sched/cluster/shape_table.h"
#include "sched/cluster/state.h"
#include "sched/cluster/verdict_cache.h"

namespace koord::sched {

// Takes the lock and has the work done by the functions of this folder, which say what each call
// means.
class Cluster {
 public:
  explicit Cluster(const Options &options)
      : options_(options),
        state_(options_, resources_),
        shapes_(options_, resources_),
        verdicts_(options_) {}
  Cluster(const Cluster &) = delete;
  Cluster &operator=(const Cluster &) = delete;

  const Options &options() const { return options_; }
  // Numbers for the options' resources, before the cluster is used.
  void set_weights(const std::vector<std::pair<std::string, int32_t>> &weights);
  void set_device_settings(const object::DeviceSettings &settings);
  // Scores and GPUs by a policy from here on, made for the workload and the nodes that are there
  // now; kNone: as configured. Throws what the policy throws; nothing changed then.
  void place_gpus(device::GpuPlacing placing, device::GpuWorkload workload);

  // node_objects.h
  uint32_t set_node(const object::NodeObject &object);
  uint32_t set_topology(const object::NodeTopology &topology);
  uint32_t set_devices(const object::DeviceObject &devices);
  Outcome remove_node(std::string_view name);
  Outcome remove_topology(std::string_view name);
  Outcome remove_devices(std::string_view name);

  struct Counts {
    uint32_t ids;
    uint32_t nodes;
    uint64_t pods;
    uint64_t generation;
    uint64_t rejected;  // changes that would have overcommitted a node
  };
  Counts counts() const;
  Outcome find_node(std::string_view name, uint32_t &id) const;
  // The name behind an id, also of a node that is gone.
  Outcome node_name(uint32_t id, std::string &out) const;
  struct NodeName {
    uint32_t id;
    std::string name;
  };
  // All nodes that are there, by id.
  std::vector<NodeName> node_names() const;
  // Calls look(const Node &) under the lock.
  template <typename Look>
  Outcome look_at(uint32_t id, Look &&look) const {
    const ReadLock lock(mutex_);
    if (!state_.nodes.is_there(id)) return Outcome::kUnknownNode;
    look(state_.nodes[id]);
    return Outcome::kDone;
  }
  Outcome pods_of(uint32_t id, std::vector<std::string> &uids) const;

  // The resource behind Refusal::detail of kInsufficientResource; false where there is none of that
  // number.
  bool resource_name(int32_t id, std::string &out) const {
    return resources_.names().find(id, out);
  }
  // The type of devices behind it, where the reason is about them.
  bool device_type_name(int32_t id, std::string &out) const {
    return resources_.types().find(id, out);
  }
  // -1: there is no such type.
  int32_t device_type(std::string_view name) const {
    return static_cast<int32_t>(resources_.types().find(name));
  }

  // The shape of a pod here; pods of one shape share it. `totals`: totals_of(pod). Throws kLimit.
  ShapePtr shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                    Purpose purpose = Purpose::kToRequest) const {
    return shapes_.shape_of(pod, totals, purpose);
  }
  ShapePtr shape_of(const object::PodObject &pod, Purpose purpose = Purpose::kToRequest) const {
    return shapes_.shape_of(pod, object::totals_of(pod), purpose);
  }
  // Another one when nodes have other resources: the shape of a pod that asks may follow them.
  uint64_t names_version() const { return resources_.names().version(); }

  // Rows of the nodes [first, first + count), ascending; removed nodes have none. When there are
  // more than `out` has room for, only their number is written. Returns the generation the verdicts
  // belong to.
  uint64_t evaluate(const Query &query, const WhatIf &what_if, uint32_t first, size_t count,
                    RowSpace &out) const;
  // The best nodes, as many as `out` has room for.
  uint64_t best(const Query &query, RowSpace &out) const;
  // Rows that changed after `since`.
  uint64_t changes(const Query &query, uint64_t since, RowSpace &out) const;
  // What one node says, and how well it suits where it says yes.
  Outcome judge_one(const Query &query, const WhatIf &what_if, uint32_t node, Refusal &refusal,
                    int32_t &score) const;

  // What a node's resources say to a topology manager under a NUMA policy, by name.
  struct NodeHints {
    std::vector<int32_t> nodes;
    std::vector<numa::NodeUse> use;
    std::vector<std::pair<std::string, std::vector<numa::Hint>>> lists;
  };
  Outcome hints(const Query &query, uint32_t node, object::NumaPolicy policy, NodeHints &out) const;

  // reserved_pods.h
  Outcome reserve(const Query &query, std::string_view uid, uint32_t node,
                  const ReserveConditions &conditions, Refusal &refusal,
                  std::span<uint64_t> cpus = {});
  Outcome remove_pod(std::string_view uid);
  // bound_pods.h
  Outcome set_pod(const object::PodObject &pod, Conflicts &conflicts);
  // What of its claim is not believed by now.
  Outcome conflicts(std::string_view uid, Conflicts &out) const;

  Outcome allocation(std::string_view uid, Allocation &out) const;
  // The same for what a plan gives a pod on a node.
  Outcome describe(uint32_t node, const Holding &holding, Allocation &out) const;
  // Whether the pod owns CPUs, and on which node it is.
  Outcome pod_cpus(std::string_view uid, uint32_t &node, CpuSet &cpus) const;
  // The minors of its devices of a type, ascending, each once; none where there is no such type.
  Outcome pod_minors(std::string_view uid, int32_t type, std::vector<int32_t> &minors) const;

  // commit.h, checked; kElsewhere also: a pod is a reservation or takes from one.
  Outcome commit(const Changes &changes);

  // reservations.h
  Outcome set_reservation(std::string_view uid, ReservationPolicy policy);
  Outcome reserve_from(const Query &query, std::string_view uid, std::string_view reservation,
                       const ReserveConditions &conditions, Refusal &refusal,
                       std::span<uint64_t> cpus = {});
  Outcome adopt(std::string_view uid, std::string_view reservation);

  // The same nodes with the same accounts, for tests.
  bool same_state(const Cluster &other) const;

 private:
  friend class Scene;

  // Constant once the cluster is in use, except gpu_policy: it changes with the lock held, and only
  // judging and reserving read it.
  Options options_;
  Resources resources_;
  mutable SharedMutex mutex_;
  ClusterState state_ KOORD_GUARDED_BY(mutex_);
  // With locks of their own; those of verdicts are taken while mutex_ is shared.
  const ShapeTable shapes_;
  const VerdictCache verdicts_;
};

}  // namespace koord::sched
